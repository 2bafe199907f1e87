/** Laws of contact: damping that is true in every mode, guarded moves, the tool below a sensor. */
import { identifyTool, toolReading } from 'pliant/analyse';
import { controlProgram, type Design } from 'pliant/control';
import { compileWasm, view } from 'pliant/graph';
import {
  generalisedEigen,
  modalDampingMatrix,
  numbers as N,
  symmetricEigen,
  type Vec3,
  vibration,
} from 'pliant/math';
import { modelOf } from 'pliant/model';
import { benchRobot } from 'pliant/robot';
import { atMost, type Claim, type Row, type Scale } from '../claim.js';
import { chance } from '../made-robots.js';

const topic = 'laws';

function gaussian(next: () => number, sigma: number): () => number {
  return () => sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** Q diag(values) Qᵀ. */
function symmetric(next: () => number, values: readonly number[]): number[] {
  const n = values.length;
  const a = Array.from({ length: n * n }, () => next() - 0.5);
  const { vectors } = symmetricEigen(
    a.map((x, at) => x + a[(at % n) * n + Math.floor(at / n)]),
    n,
  );
  return a.map((_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return vectors.reduce((sum, v, k) => sum + values[k] * v[i] * v[j], 0);
  });
}

/** Greatest error of K X = Λ X λ and D X = 2 ζ Λ X √λ, as a part of the largest entry. */
function modes(scale: Scale): readonly Row[] {
  const next = chance(2024);
  const trials = scale === 'full' ? 5000 : 200;
  let [wrongModes, wrongDamping] = [0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const n = trial % 2 === 0 ? 3 : 6;
    const spread = () => Array.from({ length: n }, () => 10 ** (3 * (next() - 0.5)));
    const K = symmetric(next, spread());
    const seed = 10000 + trial;
    const inertias = spread();
    const inertia = symmetric(chance(seed), inertias);
    const mobility = symmetric(
      chance(seed),
      inertias.map((x) => 1 / x),
    );
    const found = vibration(N, K, mobility, n);
    const D = modalDampingMatrix(N, found, 0.7);
    const values = [...found.squares].sort((a, b) => a - b);
    const right = generalisedEigen(K, inertia, n).values;
    values.forEach((x, k) => {
      wrongModes = Math.max(wrongModes, Math.abs(x - right[k]) / right[n - 1]);
    });
    const times = (m: readonly number[], x: readonly number[]) =>
      x.map((_, i) => x.reduce((sum, y, j) => sum + m[i * n + j] * y, 0));
    found.shapes.forEach((x, k) => {
      const push = times(inertia, x);
      const size = Math.sqrt(right[n - 1]) * Math.max(...push.map(Math.abs));
      times(D, x).forEach((d, i) => {
        wrongDamping = Math.max(
          wrongDamping,
          Math.abs(d - 1.4 * Math.sqrt(found.squares[k]) * push[i]) / size,
        );
      });
    });
  }
  return [
    atMost(`modes of a stiffness on an inertia, ${trials} of three and six rows`, wrongModes, 1e-11),
    atMost('their damping at a ratio of 0.7', wrongDamping, 1e-9),
  ];
}

/** A guarded move on a rail in the kernel, tool and command one; undefined numbers where it sees no contact. */
function probe(parameters: Readonly<Record<string, readonly number[]>>, period: number) {
  const { value: model } = modelOf(benchRobot('bench', { axes: ['x'], mass: 2 }));
  if (model === undefined) throw new Error('no model');
  const design: Design = {
    name: 'probe',
    model,
    period,
    points: [{ name: 'tool', frame: 'tool' }],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool' }],
    servo: { at: 'tool', follow: { kind: 'drive' } },
    laws: [
      {
        name: 'probe',
        kind: 'guarded-move',
        at: 'tool',
        axes: 'world',
        sensor: 'wrist',
        parameters: { direction: [1, 0, 0], ...parameters },
      },
    ],
  };
  const program = compileWasm(controlProgram(design));
  const fresh = [...program.memory];
  const slot = (name: string) => view(program.layout, program.memory, name);
  return (surface: number, stiffness: number, noise: () => number) => {
    program.memory.set(fresh);
    slot('period')[0] = period;
    program.run.prepare();
    let [x, fired, peak] = [0, Number.NaN, 0];
    const status = slot('laws.probe.status');
    for (let k = 0; k < 60000 && status[0] < 4; k++) {
      const force = Math.max(0, stiffness * (x - surface));
      peak = Math.max(peak, force);
      slot('q')[0] = x;
      slot('sensor.wrist')[0] = -(force + noise());
      slot('sensor.wrist.valid')[0] = 1;
      slot('time')[0] = k * period;
      const before = status[0];
      program.run.step();
      if (before < 2 && status[0] === 2) fired = x;
      x = slot('position')[0];
    }
    return { fired, stop: x, peak: Math.max(peak, stiffness * (x - surface)) };
  };
}

/** Tool at 20 mm from 5 N/mm, mean of five readings at 500 Hz, 1 N, 0.5 m/s²; noise of 0.1 N. */
function guarded(scale: Scale): readonly Row[] {
  const draws = scale === 'full' ? 1000 : 20;
  const rows: Row[] = [];
  for (const [speed, fire, way, force] of [
    [0.01, 20.25, 0.11, 1.8],
    [0.05, 20.45, 2.55, 15],
  ]) {
    const run = probe(
      { speed: [speed], threshold: [1], average: [5], limit: [0.05], margin: [0], deceleration: [0.5] },
      0.002,
    );
    let [fired, peak, wrong] = [0, 0, 0];
    for (let seed = 0; seed < draws; seed++) {
      const got = run(0.02, 5000, gaussian(chance(7000 + seed), 0.1));
      fired += (1e3 * got.fired) / draws;
      peak += got.peak / draws;
      wrong = Math.max(wrong, Math.abs(1e3 * (got.stop - got.fired) - way));
    }
    const loose = scale === 'full' ? 1 : 4;
    const name = `${1e3 * speed} mm/s, ${draws} draws`;
    rows.push(
      atMost(
        `guarded move at ${name}: mean of where it fires less ${fire}`,
        Math.abs(fired - fire),
        0.01 * loose,
        'mm',
      ),
    );
    rows.push(atMost(`its stop beyond that less ${way}`, wrong, 1e-9, 'mm'));
    rows.push(atMost(`its mean peak less ${force}`, Math.abs(peak - force), 0.05 * loose, 'N'));
  }
  return rows;
}

/** Travel limits of moves of any speed, deceleration and limit, with contact anywhere or nowhere. */
function limits(scale: Scale): readonly Row[] {
  const next = chance(99);
  const trials = scale === 'full' ? 400 : 12;
  let beyond = Number.NEGATIVE_INFINITY;
  for (let trial = 0; trial < trials; trial++) {
    const speed = 0.002 + 0.2 * next();
    const deceleration = 0.2 + 3 * next();
    const period = [0.0005, 0.001, 0.002, 0.004][trial % 4];
    const limit = 1.2 * (speed * period + (speed * speed) / (2 * deceleration)) + 0.05 * next();
    const run = probe(
      { speed: [speed], threshold: [2], average: [3], limit: [limit], deceleration: [deceleration] },
      period,
    );
    for (const surface of [10, limit * next(), limit * (0.95 + 0.05 * next())]) {
      const { stop } = run(surface, 1e6, () => 0);
      beyond = Math.max(beyond, stop - limit);
    }
  }
  return [atMost(`beyond the travel limit, ${3 * trials} guarded moves`, 1e3 * beyond, 1e-9, 'mm')];
}

/** Six poses with gravity along the axes of the sensor, noise of 0.5 N and 0.02 N m, a hundred readings each. */
function tools(scale: Scale): readonly Row[] {
  const trials = scale === 'full' ? 1000 : 20;
  const next = chance(606);
  let [mass, centre] = [0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const tool = {
      mass: 0.5 + 3 * next(),
      centre: [0.2 * next() - 0.1, 0.2 * next() - 0.1, 0.2 * next()] as Vec3<number>,
      bias: Array.from({ length: 6 }, () => 4 * next() - 2),
    };
    const [force, torque] = [gaussian(next, 0.05), gaussian(next, 0.002)];
    const readings = [0, 1, 2].flatMap((k) =>
      [1, -1].map((sign) => {
        const gravity = [0, 1, 2].map((i) => (i === k ? 9.81 * sign : 0)) as unknown as Vec3<number>;
        const pure = toolReading(tool, gravity);
        return {
          gravity,
          force: pure.force.map((x) => x + force()) as unknown as Vec3<number>,
          torque: pure.torque.map((x) => x + torque()) as unknown as Vec3<number>,
        };
      }),
    );
    const { value } = identifyTool(readings);
    if (value === undefined) throw new Error('not identified');
    mass = Math.max(mass, Math.abs(value.mass - tool.mass));
    centre = Math.max(centre, Math.hypot(...value.centre.map((x, i) => x - tool.centre[i])) * tool.mass);
  }
  return [
    atMost(`mass of ${trials} tools of about a kilogram`, 1e3 * mass, 12, 'g'),
    atMost('centre of mass times mass', 1e3 * centre, 1.2, 'kg mm'),
  ];
}

export const contactLawClaims: readonly Claim[] = [
  { topic, id: 'laws modes', measure: modes },
  { topic, id: 'laws guarded moves', measure: guarded },
  { topic, id: 'laws travel limits', measure: limits },
  { topic, id: 'laws tools', measure: tools },
];
