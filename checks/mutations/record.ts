/** Mutations of the record room. */
import { breakerOf, type Mutation } from '../mutation.js';

const record = breakerOf('toolkit/src/record');

export const recordMutations: readonly Mutation[] = [
  record(
    'chunk',
    'view.setUint32(at + 19, high, true);',
    'view.setUint32(at + 19, low, true);',
    'the high word of a log time is lost',
    'recorder',
  ),
  record(
    'chunk',
    'stream.index[2 * stream.inChunk + 1] = at - CHUNK_HEADER;',
    'stream.index[2 * stream.inChunk + 1] = at;',
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
    'const nanoseconds = time > 0 ? Math.round(time * 1e9) : 0;',
    'const nanoseconds = time > 0 ? Math.round(time * 1e6) : 0;',
    'log times in microseconds',
    'recorder',
  ),
];
