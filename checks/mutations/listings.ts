// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source
/** Mutations of the listings: what stands in place, brackets, names, and what languages write in their own way. */
import { breakerOf, type Mutation } from '../mutation.js';

const listing = breakerOf('toolkit/src/graph/listing');
const law = breakerOf('toolkit/src/control/laws');
const BITS = 'checks/listings';
const LESSON = 'checks/lesson-listings';

export const listingMutations: readonly Mutation[] = [
  listing(
    'readable',
    'if (!uses.every((use) => this.#same(node, versions, use.versions))) return false;',
    '',
    'an entry is read where it is used though it has changed since',
    'listing',
  ),
  listing(
    'readable',
    "else if (step.kind === 'call') next.set(EVERYTHING, ++this.#version);",
    '',
    'a procedure that is called changes nothing',
    'listing',
  ),
  listing(
    'readable',
    'if (between.some((step) => this.#reads(step, store.to))) return false;',
    '',
    'a store moves before a read of what stood there',
    'listing',
  ),
  listing(
    'writer',
    "const right = b.binds <= binds || b.text.startsWith('-') ? `(${b.text})` : b.text;",
    "const right = b.binds < binds || b.text.startsWith('-') ? `(${b.text})` : b.text;",
    'a − (b − c) is written a − b − c',
    'listing',
  ),
  listing(
    'writer',
    "`${target} ${op === Op.add ? '+' : '-'}= ${text}`",
    '`${target} += ${text}`',
    'x −= y is written x += y',
    'listing',
  ),
  listing(
    'writer',
    'if (op === Op.div && syntax.divides && !this.#isNotZero(operands[1])) {',
    'if (op === Op.div && syntax.divides && false) {',
    'Python raises an error where a division by 0 is infinite',
    'listing',
  ),
  listing('octave', 'firstIndex: 1,', 'firstIndex: 0,', 'MATLAB counts from 0', 'listing'),
  listing(
    'names',
    '.replace(/[^A-Za-z0-9_]/g, ',
    '.replace(/[^A-Za-z0-9_;]/g, ',
    'a name of a file keeps its semicolons',
    'listing',
  ),
  listing(
    'names',
    "for (let k = 2; used.has(own); k++) own = `${name}_${k}`.replace('__', '_');",
    '',
    'two fields get one name',
    'listing',
  ),
  listing(
    'python',
    "return math.sqrt(a) if a >= 0.0 else math.nan'",
    "return math.sqrt(abs(a))'",
    'the root of a negative number is one in Python',
    BITS,
  ),
  listing('python', 'k < ${input.from} else', 'k <= ${input.from} else', 'a push begins a step late', LESSON),
];

export const oneAxisMutations: readonly Mutation[] = [
  law(
    'one-axis-admittance',
    'program.store(position, 0, A.add(x, motion.move[0]));',
    'program.store(position, 0, A.add(x, A.mul(period, v)));',
    'the position goes on with the old velocity',
    'one-axis-admittance',
  ),
  law(
    'one-axis-admittance',
    'position: [program.load(restField), zero, zero],',
    'position: [zero, zero, zero],',
    'the spring pulls to 0 and not to where it rests',
    'one-axis-admittance',
  ),
];
