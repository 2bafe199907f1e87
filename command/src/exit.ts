/** What the command's exit status means. */
export const exit = {
  done: 0,
  measureFailed: 1,
  badInput: 2,
  guardStop: 3,
  diverged: 4,
  /** A fault of the program itself (EX_SOFTWARE). */
  internal: 70,
  /** Ended by a signal: 128 and its number. */
  interrupted: 130,
  terminated: 143,
} as const;

export const exitMeanings: readonly (readonly [code: number, meaning: string])[] = [
  [exit.done, 'done; every measure holds its limit'],
  [
    exit.measureFailed,
    'the run is done and a measure failed its limit; margin: what touches is not told to be stable',
  ],
  [exit.badInput, 'bad input: a file, an option, or the state of the machine; nothing was left behind'],
  [exit.guardStop, 'a guard stopped the run, and no phase expects it'],
  [exit.diverged, 'the run diverged: a number that is not finite, or a speed without bound'],
  [exit.internal, 'a fault of the program itself'],
  [exit.interrupted, 'interrupted from the keyboard (143: asked to end); the log so far is kept'],
];
