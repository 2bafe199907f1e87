/** Mutations of the record room. */
import { breakerOf, type Mutation } from '../mutation.js';

const record = breakerOf('toolkit/src/record');

export const recordMutations: readonly Mutation[] = [
  record(
    'chunk',
    'this.#stampWords[1] = high;',
    'this.#stampWords[1] = 0;',
    'the high word of a log time is lost',
    'recorder',
  ),
  record(
    'chunk',
    'const channel = view.getUint16(at + CHANNEL, true);',
    'const channel = view.getUint16(at + CHANNEL, true) & 1;',
    'messages stand in the indexes of other channels',
    'recorder',
  ),
  record(
    'chunk',
    'for (let at = CHUNK_HEADER + this.#ends[channel]; at < end;',
    'for (let at = CHUNK_HEADER; at < end;',
    'message indexes of frames point at the first channel',
    'recorder',
  ),
  record(
    'hash',
    'none ? mixed(lane, 0, NAN_HIGH) :',
    'none ? mixed(lane, low, NAN_HIGH) :',
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
  record('xxhash', 'rotate(lane(2), 12)', 'rotate(lane(2), 13)', 'a rotation of the hash', 'hash'),
  record(
    'hash',
    'c = mixed(c, words[at + 4], h2);',
    'c = mixed(c, words[at + 4], h1);',
    'a number is hashed with the upper half of another',
    'hash',
  ),
  record('hash', ' | extreme(h3)', '', "every fourth number's NaNs count by their bits", 'hash'),
  record(
    'select',
    '[...own].map((i) => group.from + i)',
    '[...own]',
    'of frames the numbers of the first group are handed on',
    'select',
  ),
  record(
    'norms',
    'from: group.from + vector.from',
    'from: vector.from',
    'norms of frames are those of the first group',
    'norms',
  ),
  record(
    'chunk',
    'this.#countsBefore.set(this.#counts);',
    '',
    'message indexes of later chunks are too long',
    'recorder',
  ),
];
