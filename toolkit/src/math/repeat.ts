/**
 * Loops over a list of scalars, so that a long iteration stays one formula over the algebra and short code: numbers run it,
 * a program makes a loop statement of it (see graph/repeat.ts), any algebra can write it out.
 */

/** `count` times `body`, from `initial`: a list in, a list of the same length out. */
export type Repeat<S> = (
  count: number,
  initial: readonly S[],
  body: (state: readonly S[]) => readonly S[],
) => readonly S[];

/** The loop written out: for numbers, and for whatever is to be differentiated. */
export function unrolled<S>(
  count: number,
  initial: readonly S[],
  body: (state: readonly S[]) => readonly S[],
): readonly S[] {
  let state = initial;
  for (let k = 0; k < count; k++) state = body(state);
  return state;
}
