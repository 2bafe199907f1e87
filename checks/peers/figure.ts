/** What a scenario's sources print, what the independent script gets, and how close they must be. */

/**
 * E: exact statics or a closed form. R2: two earlier re-simulations agree to every digit. R1: one. S: a bound that the
 * source states.
 */
export type Mark = 'E' | 'R2' | 'R1' | 'S';

export interface Figure {
  readonly mark: Mark;
  readonly what: string;
  /** SI, but for the unit that `unit` names. */
  readonly published: number;
  /** How far from it a run of E, R2 and S may be; of R1, how far a run may be from the independent script. */
  readonly within: number;
  readonly unit: string;
  /** Why a run is held to the script alone: another value was published, or one of another robot. */
  readonly apart?: 'doubted' | 'another robot';
}

export function figure(mark: Mark, what: string, published: number, within: number, unit = ''): Figure {
  return { mark, what, published, within, unit };
}

/** What one re-simulation published and the script gets otherwise. */
export function doubted(what: string, published: number, within: number, unit = ''): Figure {
  return { mark: 'R1', what, published, within, unit, apart: 'doubted' };
}

/** What is published of another robot than a run and the script have. */
export function elsewhere(what: string, published: number, within: number, unit = ''): Figure {
  return { mark: 'R1', what, published, within, unit, apart: 'another robot' };
}

export type Figures = Readonly<Record<string, Figure>>;
export type Values = Readonly<Record<string, number>>;

export interface Scenario {
  /** Number of the specification: `2a`. */
  readonly number: string;
  readonly title: string;
  readonly figures: Figures;
  /** By its figures' keys; a figure that this script does not work out is missing. */
  readonly measure: () => Values;
}

/** Figures of a table: at each time, by column, the columns' units and limits given once. */
export function tableOf(
  mark: Mark,
  columns: readonly (readonly [name: string, within: number, unit: string])[],
  rows: Readonly<Record<string, readonly number[]>>,
): Figures {
  return Object.fromEntries(
    timesOf(rows).flatMap((t) =>
      columns.map(([name, within, unit], i): [string, Figure] => [
        `${name} at ${t}`,
        { mark, what: `${name} at ${t} s`, published: rows[t][i], within, unit },
      ]),
    ),
  );
}

/** The times of such a table, in order. */
export const timesOf = (rows: Readonly<Record<string, unknown>>): number[] =>
  Object.keys(rows)
    .map(Number)
    .sort((a, b) => a - b);
