/**
 * A mutation breaks one line of the source the way a person would: a sign, a frame, a transpose, a dropped term,
 * an end off by one, a unit, a check that is missing. The tests that it names must notice.
 */
export interface Mutation {
  /** Path of a source file below the checkout. */
  readonly file: string;
  /** Text that stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What is broken, in words. */
  readonly why: string;
  /** Test files, as few and as quick as notice it; paths below the checkout. */
  readonly tests: readonly string[];
}

/** Makes a mutation from names without their endings; a test with a `/` is a path below the checkout. */
export type Breaker = (
  file: string,
  find: string,
  replace: string,
  why: string,
  ...tests: string[]
) => Mutation;

/** A breaker for the files of one folder, whose tests stand beside them. */
export function breakerOf(folder: string): Breaker {
  return (file, find, replace, why, ...tests) => ({
    file: `${folder}/${file}.ts`,
    find,
    replace,
    why,
    tests: tests.map((test) => (test.includes('/') ? `${test}.test.ts` : `${folder}/${test}.test.ts`)),
  });
}

/** The text of the file with the mutation in it. Throws where `find` does not stand exactly once. */
export function mutated(text: string, mutation: Mutation): string {
  const pieces = text.split(mutation.find);
  if (pieces.length !== 2) {
    throw new Error(
      `${mutation.file}: ${JSON.stringify(mutation.find)} must stand once, stands ${pieces.length - 1} times`,
    );
  }
  return pieces.join(mutation.replace);
}
