/** The measures of a scenario on the channels that its run has. */
import { checkMeasures, type MeasureSpec, measuredChannel, measureUnit } from '../analyse/index.js';
import { formatQuantity } from '../math/index.js';
import type { Channel } from '../port/index.js';
import { unitOfEntry } from '../record/index.js';
import type { Complaints } from './complaints.js';
import { type MeasureNumber, type MeasureSection, statisticOf } from './measure-schema.js';
import type { Scenario } from './scenario.js';
import { valueIn } from './settings.js';
import { under } from './tree.js';

/** The measures with SI numbers; `torqueLimits` (nv) stand for `over: limits`. */
export function measuresOf(
  scenario: Scenario,
  channels: readonly Channel[],
  torqueLimits: readonly number[],
  complaints: Complaints,
): MeasureSpec[] {
  return Object.entries(scenario.measure).flatMap(([name, section]) => {
    const path = under('measure', name);
    const over = divisorsOf(section, channels, torqueLimits, path, complaints);
    if (over === 'none') return [];
    const bare = { ...bareSpec(name, section), ...(over === undefined ? {} : { over }) };
    const problems = checkMeasures([bare], channels, (_, key) => ({
      path: under(path, key === 'of' ? bare.statistic : key),
    }));
    complaints.adopt(
      needsDoubling(bare, channels) ? problems.map((p) => ({ ...p, hint: DOUBLING })) : problems,
    );
    if (problems.length > 0) return [];
    const unit = measureUnit(bare, channels) ?? '';
    const signal = unitOfSignal(bare, channels);
    const value = (key: 'below' | 'above' | 'within', of: string) => {
      const given = section[key];
      const number = given === undefined ? undefined : valueIn(given, of, under(path, key), complaints);
      return number === undefined ? {} : { [key]: number };
    };
    const spec: MeasureSpec = {
      ...bare,
      ...value('below', unit),
      ...value('above', unit),
      ...value('within', signal),
    };
    const target = targetOf(section.target, signal, under(path, 'target'), complaints);
    const full = target === undefined ? spec : { ...spec, target };
    complaints.adopt(
      checkMeasures([full], channels, (_, key) => ({
        path: under(path, key === 'of' ? full.statistic : key),
      })),
    );
    if (spec.below !== undefined && spec.above !== undefined && spec.above > spec.below) {
      complaints.error('measure-empty', under(path, 'above'), 'no value is within both limits', {
        expected: `at most what is given as below, ${formatQuantity(spec.below, unit, 6)}`,
        got: formatQuantity(spec.above, unit, 6),
        hint: 'above: null or below: null takes away one that was written before',
      });
    }
    if (section.after !== undefined && section.after > scenario.duration) {
      complaints.error('measure-late', under(path, 'after'), 'this is after the end of the run');
    }
    return [full];
  });
}

const DOUBLING = 'only plant.rigid.doubling: true measures the integration error';

/** Whether what is measured is a channel only of runs whose steps are doubled, and this is none of them. */
function needsDoubling({ of }: MeasureSpec, channels: readonly Channel[]): boolean {
  const integration = 'ledger.integration';
  return `${of}.`.startsWith(`${integration}.`) && !channels.some(({ name }) => name === integration);
}

/** Whether a measure needs an observed field: it names the field itself or one entry of it. */
export function measuredFields(scenario: Scenario): (field: string) => boolean {
  const measured = Object.values(scenario.measure).map((section) => String(section[statisticOf(section)]));
  return (field) => measured.some((of) => of === field || of.startsWith(`${field}.`));
}

/** What is measured, without the numbers whose unit is not known yet. */
function bareSpec(name: string, section: MeasureSection): MeasureSpec {
  const statistic = statisticOf(section);
  return {
    name,
    statistic,
    of: String(section[statistic]),
    ...(section.after === undefined ? {} : { after: section.after }),
    ...(section.until === undefined ? {} : { until: section.until }),
  };
}

/** Channels of which the joints' torque limits are limits. */
const TORQUES: readonly string[] = ['joints.torque', 'joints.asked'];

/**
 * The divisors of a measure that is a share; `none` after a complaint. Joints without a limit have no share; a
 * limit of 0 is none to have a share of, and is said to be left out.
 */
function divisorsOf(
  section: MeasureSection,
  channels: readonly Channel[],
  torqueLimits: readonly number[],
  path: string,
  complaints: Complaints,
): readonly number[] | undefined | 'none' {
  if (section.over === undefined) return undefined;
  const at = under(path, 'over');
  const found = measuredChannel(String(section[statisticOf(section)]), channels);
  // A channel that is none is told of by itself.
  if (found === undefined) return undefined;
  const { channel, entry } = found;
  if (section.over !== 'limits') {
    const values = section.over.map((x, i) =>
      valueIn(
        x,
        unitOfEntry(channel, entry ?? Math.min(i, channel.labels.length - 1)),
        under(at, i),
        complaints,
      ),
    );
    return values.includes(undefined) ? 'none' : (values as number[]);
  }
  if (!TORQUES.includes(channel.name)) {
    complaints.error('measure-limits', at, `the joints’ torque limits are no limits of ${channel.name}`, {
      expected: `a measure of ${TORQUES.join(' or ')}`,
      hint: 'give the divisors as a list',
    });
    return 'none';
  }
  const limits = entry === undefined ? torqueLimits : [torqueLimits[entry]];
  const labels = entry === undefined ? channel.labels : [channel.labels[entry]];
  const zero = labels.filter((_, i) => limits[i] === 0);
  if (zero.length > 0) {
    complaints.warn(
      'share-of-nothing',
      at,
      `the torque limit of ${zero.join(', ')} is 0, of which nothing is a share: left out of this measure`,
    );
  } else if (!limits.some(Number.isFinite)) {
    complaints.warn(
      'share-of-nothing',
      at,
      'no joint that is measured here has a torque limit: the share is 0',
    );
  }
  return limits.map((limit) => (limit === 0 ? Number.POSITIVE_INFINITY : limit));
}

/** Unit of the signal itself: that of its largest value. */
function unitOfSignal(spec: MeasureSpec, channels: readonly Channel[]): string {
  return measureUnit({ ...spec, statistic: 'peak' }, channels) ?? '';
}

function targetOf(
  target: MeasureNumber | readonly MeasureNumber[] | undefined,
  unit: string,
  path: string,
  complaints: Complaints,
): number | readonly number[] | undefined {
  if (target === undefined) return undefined;
  if (typeof target === 'number' || typeof target === 'string')
    return valueIn(target, unit, path, complaints);
  const values = target.map((x, i) => valueIn(x, unit, under(path, i), complaints));
  return values.includes(undefined) ? undefined : (values as number[]);
}
