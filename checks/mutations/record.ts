/** Mutations of the record room. */
import { breakerOf, type Mutation } from '../mutation.js';

const record = breakerOf('toolkit/src/record');

export const recordMutations: readonly Mutation[] = [
  record(
    'chunk',
    'view.setInt32(at + 19, high, true);',
    'view.setInt32(at + 19, low, true);',
    'the high word of a log time is lost',
    'recorder',
  ),
  record(
    'chunk',
    'index[entry++] = at - CHUNK_HEADER;',
    'index[entry++] = at;',
    'message indexes point behind their messages',
    'recorder',
  ),
  record(
    'hash',
    'words[2 * i + 3] = NAN_HIGH;',
    'words[2 * i + 1] = NAN_HIGH;',
    "a NaN's bits stay in the state hash",
    'hash',
  ),
  record(
    'envelope',
    '        } else if (value > greatest[k]) {',
    '        } else if (value < greatest[k]) {',
    'the envelope loses peaks',
    'envelope',
  ),
  record(
    'read',
    'if (opcode === Opcode.CHUNK && !inChunk) this.#chunk(body, end);',
    '',
    'a chunk that was cut is lost whole',
    'recorder',
  ),
  record(
    'recorder',
    'chunk.setTime(time > 0 ? Math.round(time * 1e9) : 0, time);',
    'chunk.setTime(time > 0 ? Math.round(time * 1e6) : 0, time);',
    'log times in microseconds',
    'recorder',
  ),
  record('series', 'larger.set(entry.rows);', '', 'samples are lost where the memory grows', 'recorder'),
  record(
    'series',
    'if (first < 0 || time[next] < groups[first].time[groups[first].next]) first = g;',
    'if (first < 0 || time[next] <= groups[first].time[groups[first].next]) first = g;',
    'groups of one time are replayed backwards',
    'recorder',
  ),
  record('murmur', 'rotate(h3, 15)', 'rotate(h3, 16)', 'a rotation of the hash', 'hash'),
];
