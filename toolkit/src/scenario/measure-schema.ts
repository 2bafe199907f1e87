/** The schema of `measure`: a statistic of a channel of the record, and its limits. */
import { type StatisticName, statisticNames, statistics } from '../analyse/index.js';
import {
  choice,
  either,
  type Key,
  list,
  measured,
  optional,
  quantity,
  required,
  type Schema,
  text,
  variants,
} from './schema.js';

/** A number, or the text of a quantity: its unit is that of the channel. */
export type MeasureNumber = number | string;

/** A measure as a scenario says it: the statistic's name is a key, and its value the channel. */
export type MeasureSection = { readonly [N in StatisticName]?: string } & {
  readonly after?: number;
  readonly until?: number;
  readonly below?: MeasureNumber;
  readonly above?: MeasureNumber;
  readonly over?: 'limits' | readonly MeasureNumber[];
  readonly within?: MeasureNumber;
  readonly target?: MeasureNumber | readonly MeasureNumber[];
};

const common: Readonly<Record<string, Key>> = {
  after: optional(quantity('s', { least: 0 }), 'Samples before this time do not count'),
  until: optional(quantity('s', { least: 0 }), 'Samples after this time do not count'),
  over: optional(
    either(choice({ limits: 'The joints’ torque limits' }), list(measured([]), 1)),
    'Divisors, one for each entry of the channel: the signal is then the largest share',
  ),
  below: optional(measured([]), 'It must not be greater than this'),
  above: optional(measured([]), 'It must not be less than this'),
};

const options: Readonly<Record<'within' | 'target', Key>> = {
  within: optional(measured([]), 'Half-width of the band; by default 2 % of the way, of a stall 0.01'),
  target: optional(either(measured([]), list(measured([]), 1)), 'Where the signal should go; by default 0'),
};

export const measureSchema: Schema<MeasureSection> = variants<MeasureSection>(
  'a measure',
  statisticNames.map((name) => ({
    key: name,
    title: name,
    meaning: `${statistics[name].meaning.slice(0, 1).toUpperCase()}${statistics[name].meaning.slice(1)}.`,
    keys: {
      [name]: required(
        text('line', 'a channel'),
        'The channel, `reach.force`, or one entry of it, `reach.force.x`',
      ),
      ...Object.fromEntries(statistics[name].takes.map((option) => [option, options[option]])),
      ...common,
    },
  })),
);

/** The statistic of a measure. */
export function statisticOf(section: MeasureSection): StatisticName {
  const found = statisticNames.find((name) => section[name] !== undefined);
  if (found === undefined) throw new Error('a measure that the schema let through has no statistic');
  return found;
}
