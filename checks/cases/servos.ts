/** Servos whose zero and direction are not those of the model. */
import { ok } from 'node:assert/strict';
import fc from 'fast-check';
import { memoryFiles, readingOfPosition, type ServoScale } from 'pliant/robot';
import { draft, loadScenarioText } from 'pliant/scenario';
import { limitText, pairText } from '../urdf-text.js';
import { between, type Case, kind, near, within } from './case.js';

interface Servo extends ServoScale {
  readonly reading: number;
}

/** The joint's position where a start is given as a reading, and what the servo reads there. */
function startAt({ range, spans, sign, offset, reading }: Servo): readonly [number, number] {
  const urdf = pairText(`<axis xyz="0 0 1"/>${limitText}`);
  const servos = { j: { range, spans: spans.map((x) => `${x} rad`), sign, offset } };
  const text = JSON.stringify({
    pliant: 1,
    robots: { arm: { file: 'arm.urdf', servos, start: { j: `${reading} servo` } } },
    plant: { rigid: { joints: { stops: 'none' } } },
  });
  const files = memoryFiles({ 'a.json': text, 'arm.urdf': urdf });
  const loaded = loadScenarioText(files, 'a.json', text);
  ok(loaded.value, JSON.stringify(loaded.problems));
  const { value, problems } = draft(loaded.value, files);
  const map = value?.servos.get('j');
  ok(value && map, JSON.stringify(problems));
  return [value.start[0], readingOfPosition(map, value.start[0])];
}

const apart = fc.tuple(between(0.5, 2000), fc.constantFrom(1, -1)).map(([x, way]) => x * way);

export const servoCases: readonly Case[] = [
  kind(
    'a servo of another zero, direction and scale reads what it read, and the joint stands where it is',
    () => {
      const spans = [-1.91986, 1.91986] as const;
      const got = startAt({ range: [-100, 100], spans, sign: -1, offset: 0.1, reading: 50 });
      near(got, [-0.85993, 50], 1e-12);
    },
    fc.record({
      first: within(3000),
      readings: apart,
      start: within(3),
      span: apart.map((x) => x / 300),
      sign: fc.constantFrom(1 as const, -1 as const),
      offset: within(3),
      share: between(-0.5, 1.5),
    }),
    ({ first, readings, start, span, sign, offset, share }) => {
      // A share of the way from one end of the scale to the other, in readings and in angles.
      const reading = first + share * readings;
      const angle = start + share * span;
      const got = startAt({
        range: [first, first + readings],
        spans: [start, start + span],
        sign,
        offset,
        reading,
      });
      near(got.slice(0, 1), [sign < 0 ? offset - angle : offset + angle], 1e-8);
      near(got.slice(1), [reading], 1e-7);
    },
  ),
];
