/** Sensors below which hangs what the arm carries. */
import { describe, expect, it } from 'vitest';
import { view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const control = (carries: string, below: string, payload = 'payload: { mass: 2 kg }') => `  buffers: none
  ${payload}
  sensors: { wrist: { ${below}${carries} } }
  servo: { follow: { pd: { stiffness: 0, damping: 0 } } }
  laws: { lead: { law: guide, sensor: wrist } }
`;

function assembled(...parts: Parameters<typeof control>) {
  const scenario = `${madeScenario(control(...parts))}plant: { rigid: { sensors: { wrist: {} } } }\n`;
  const source = memoryFiles({ 'a.yaml': scenario, 'arm.urdf': madeArm() });
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  return { value: outcome?.value, problems: [...loaded.problems, ...(outcome?.problems ?? [])] };
}

/** External force that the controller makes of a reading of nothing but the load's weight, N. */
function felt(carries: string): number {
  const { value, problems } = assembled(carries, 'below: { mass: 0 kg }');
  if (value === undefined) throw new Error(problems.map(wording).join('\n'));
  const { kernel, start } = value;
  const field = (name: string) => view(kernel.layout, kernel.memory, name);
  field('q').set(start);
  field('sensor.wrist.valid')[0] = 1;
  kernel.run.prepare();
  kernel.run.step();
  return Math.hypot(...field('sensor.wrist.wrench').slice(0, 3));
}

describe('a sensor of a scenario', () => {
  it('has the weight of what the arm carries taken out where it carries it', () => {
    expect(felt('')).toBe(0);
    expect(felt(', carries: [payload]')).toBeCloseTo(2 * 9.81, 9);
  });

  it('carries what there is, and says what hangs below it in any case', () => {
    const codes = (...parts: Parameters<typeof control>) =>
      assembled(...parts)
        .problems.filter(({ severity }) => severity === 'error')
        .map(({ code, where }) => `${code} ${where.path}`);
    expect(codes('carries: [payload]', '')).toEqual(['sensor-carries control.sensors.wrist.carries']);
    expect(codes(', carries: [payload]', 'below: { mass: 0 kg }', 'points: {}')).toEqual([
      'unknown-payload control.sensors.wrist.carries[0]',
    ]);
  });
});
