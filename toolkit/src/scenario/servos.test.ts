import { describe, expect, it } from 'vitest';
import { type Model, modelOf } from '../model/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles, positionOfReading, readRobot } from '../robot/index.js';
import { draft } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { positionsInLine } from './positions.js';
import { resolvedYaml } from './resolved.js';
import { servosInText } from './servos.js';

const servos = `{ shoulder: { range: [-100, 100], spans: [-110 deg, 110 deg], sign: -1, offset: 0.1 rad },
    slide: { range: [0, 1000], spans: [0, 10 cm] } }`;

const scenario = (start: string, described = servos) =>
  madeScenario('').replace(
    'start: { shoulder: 30 deg, elbow: 60 deg, slide: 5 cm }',
    `servos: ${described}, poses: { ready: { slide: 200 servo } }, start: ${start}`,
  );

const filesOf = (text: string) => memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });

function drafted(text: string) {
  const loaded = loadScenario(filesOf(text), 'a.yaml');
  const outcome = loaded.value && draft(loaded.value, filesOf(text));
  if (outcome?.value === undefined) throw new Error((outcome ?? loaded).problems.map(wording).join('\n'));
  return outcome.value;
}

const found = (text: string) =>
  checkScenario(filesOf(text), 'a.yaml')
    .filter(({ severity }) => severity === 'error')
    .map(({ code, where }) => `${code} ${where.path}`);

function made(): Model {
  const robot = readRobot('arm.urdf', memoryFiles({ 'arm.urdf': madeArm() })).value;
  const model = robot && modelOf(robot).value;
  if (model === undefined) throw new Error('the made arm is no model');
  return model;
}

/** Positions of the made arm: turn, shoulder, elbow, slide, finger. */
const wanted = 0.1 - (50 / 100) * ((110 * Math.PI) / 180);

describe('servos', () => {
  it('turn the readings of a start into positions, beside positions in units', () => {
    const { start, servos } = drafted(scenario('{ shoulder: 50 servo, elbow: 60 deg, slide: 500 servo }'));
    expect(start[1]).toBeCloseTo(wanted, 12);
    expect(start[2]).toBeCloseTo(Math.PI / 3, 12);
    expect(start[3]).toBeCloseTo(0.05, 12);
    expect([...servos.keys()]).toEqual(['shoulder', 'slide']);
    expect(drafted(scenario('ready')).start[3]).toBeCloseTo(0.02, 12);
  });

  it('stand in the resolved file, which means the same', () => {
    const first = drafted(scenario('{ shoulder: 50 servo, elbow: 1 }'));
    const again = drafted(resolvedYaml(first.scenario, (path) => path));
    expect(again.start).toEqual(first.start);
    expect(again.servos).toEqual(first.servos);
  });

  it('have a joint of their own, of the unit of the joint, and a scale', () => {
    const one = (joint: string, rest: string) => found(scenario('auto', `{ ${joint}: { ${rest} } }`));
    const at = 'robots.arm.servos';
    expect(one('sholder', 'range: [0, 1], spans: [0, 1]')).toEqual([`unknown-joint ${at}.sholder`]);
    expect(one('thumb', 'range: [0, 1], spans: [0, 1]')).toEqual([`joint-follows ${at}.thumb`]);
    expect(one('slide', 'range: [0, 1], spans: [0, 30 deg]')).toEqual([`wrong-unit ${at}.slide.spans.1`]);
    expect(one('elbow', 'range: [0, 1], spans: [0, 1], offset: 2 cm')).toEqual([
      `wrong-unit ${at}.elbow.offset`,
    ]);
    expect(one('elbow', 'range: [7, 7], spans: [0, 1]')).toEqual([`servo-scale ${at}.elbow.range`]);
    expect(one('elbow', 'range: [0, 1], spans: [10 deg, 10 deg]')).toEqual([`servo-scale ${at}.elbow.spans`]);
    expect(one('elbow', 'range: [0, 1, 2], spans: [0, 1]')).toEqual([`wrong-length ${at}.elbow.range`]);
    expect(one('elbow', 'range: [0, 1], spans: [0, 1], sign: 2').length).toBe(1);
    expect(one('elbow', 'range: [0, 1], spans: [0, 1], centre: 2')).toEqual([`unknown-key ${at}.elbow`]);
  });

  it('are missed where a reading is given of a joint without one', () => {
    const text = scenario('{ elbow: 50 servo }');
    const [problem] = checkScenario(filesOf(text), 'a.yaml');
    expect(problem).toMatchObject({
      code: 'servo-unknown',
      where: { path: 'robots.arm.start.elbow', line: 6 },
      got: '50 servo',
      known: ['shoulder', 'slide'],
    });
    expect(found(scenario('{ shoulder: fifty servo }'))).toEqual(['wrong-kind robots.arm.start.shoulder']);
  });

  it('are read from a file of their own', () => {
    const model = made();
    const maps = servosInText(model, servos, 'servos.yaml').value;
    const map = maps?.get('shoulder');
    expect(map && positionOfReading(map, 50)).toBeCloseTo(wanted, 12);
    expect(positionsInLine(model, 'shoulder=50 servo', '--at', maps).value?.[1]).toBeCloseTo(wanted, 12);
    expect(positionsInLine(model, 'shoulder=50 servo', '--at').problems[0].code).toBe('servo-unknown');
    const wrong = servosInText(model, 'elbow: { range: [1, 1], spans: [0, 1] }', 'servos.yaml');
    expect(wrong.value).toBeUndefined();
    expect(wrong.problems[0].where).toMatchObject({ file: 'servos.yaml', line: 1 });
  });
});
