/** Contact of arms in the rigid plant: N/m that mean it, impacts, friction that sticks, against closed forms and a fine reference. */
import { atMost, type Claim, exactly, type Row, type Scale } from '../claim.js';
import { chainOf, floor, plantOf, read, sledge } from '../contact/plant-contacts.js';
import { seven } from '../contact/seven.js';
import { simulate, type TwoLink } from '../contact/two-link.js';
import { stream } from '../dynamics.js';

const MASSES = [0.1, 0.3, 1, 3, 20];
const STIFFNESSES = [1e3, 1e4, 1e5];

function statics(scale: Scale): Row[] {
  let [resting, sliding] = [0, 0];
  const masses = scale === 'full' ? MASSES : [0.1, 20];
  for (const mass of masses)
    for (const k of STIFFNESSES) {
      const damping = 1.4 * Math.sqrt(k * mass);
      const model = sledge(mass, true);
      const plant = plantOf(
        model,
        [0, 0],
        { solids: [floor(k, damping, 0.4)], places: [{ name: 'tip', frame: 's2' }] },
        { joints: { damping: [5, 0] } },
      );
      plant.reset([0, -6 / k], [0, 0]);
      const depthOf = () => read(plant, 'contact.floor.depth')[0] / (12 / k) - 1;
      plant.torque.set([0, -12]);
      plant.advance(5);
      resting = Math.max(resting, Math.abs(depthOf()));
      // 4.8 N of friction, and 1 N for 0.2 m/s against the joint's own damping.
      plant.torque.set([5.8, -12]);
      plant.advance(5 + 4 * (mass + 0.1));
      sliding = Math.max(sliding, Math.abs(depthOf()), Math.abs(plant.v[0] / 0.2 - 1));
    }
  const of = `${masses.length} masses 0.1–20 kg × 3 stiffnesses 1e3–1e5 N/m`;
  return [
    atMost(`static depth against F/k, ${of}`, 100 * resting, 1e-6, '%'),
    atMost(`depth and speed while it slides at 0.2 m/s, ${of}`, 100 * sliding, 0.01, '%'),
  ];
}

/** An impact at 0.2 m/s, 16 parts of a step after one of its starts. */
function impacts(scale: Scale): Row[] {
  const speed = 0.2;
  let [worst, mean, energy, books, cut] = [0, 0, 0, 0, 0];
  const full: [number, number][] = [0.1, 0.2, 0.5, 1, 2, 5, 20].flatMap((m) =>
    [1e3, 3e3, 1e4, 3e4, 1e5, 2e5].map((k): [number, number] => [m, k]),
  );
  const cases = full.filter(
    ([m, k], i) => 1e-3 * Math.sqrt(k / m) < 1.5 && (scale === 'full' || i % 6 === 3),
  );
  for (const [mass, k] of cases) {
    const swing = Math.sqrt(k / mass);
    const plant = plantOf(sledge(mass, false), [0], {
      solids: [floor(k, 0)],
      places: [{ name: 'tip', frame: 's1' }],
    });
    let sum = 0;
    const parts = plant.readings.some(({ channel }) => channel.name === 'contact.substeps');
    if (parts) cut++;
    for (let phase = 0; phase < 16; phase++) {
      plant.reset([0.001 + (phase / 16) * speed * 1e-3], [-speed]);
      let [peak, deepest] = [0, 0];
      for (let n = 1; n < 10 + 4e3 / swing; n++) {
        plant.advance(n * 1e-3);
        peak = Math.max(peak, Math.abs(read(plant, 'contact.floor.force')[2]));
        deepest = Math.max(deepest, read(plant, 'contact.floor.depth')[0]);
      }
      // A step in parts tells its mean: the greatest that the mean of a half sine over 1 ms can be, and the least over all phases.
      const half = 0.5e-3 * swing;
      const most = parts ? Math.sin(half) / half : 1;
      const out = peak / (speed * Math.sqrt(k * mass));
      const least = parts ? (Math.cos(half) * Math.sin(half)) / half : 1;
      const error = out > most ? out / most - 1 : out < least ? 1 - out / least : 0;
      worst = Math.max(worst, error);
      sum += parts ? 0 : out - 1;
      energy = Math.max(energy, Math.abs((plant.v[0] / speed) ** 2 - 1));
      const before = 0.5 * mass * speed ** 2;
      books = Math.max(books, Math.abs(plant.energy.contact - (plant.energy.kinetic - before)) / before);
    }
    mean = Math.max(mean, Math.abs(sum / 16));
  }
  const of = `${cases.length} of masses and stiffnesses at 1 ms, ${cut} of them in parts, 16 phases`;
  return [
    atMost(`peak against v √(k m), worst phase, ${of}`, 100 * worst, 2, '%'),
    atMost('peak, mean over the phases', 100 * mean, 1, '%'),
    atMost('energy given back, undamped, worst phase', 100 * energy, 3, '%'),
    atMost('work of contacts against the change of energy', books, 1e-11),
  ];
}

function sticks(scale: Scale): Row[] {
  let [drift, together, unsolved] = [0, 0, 0];
  const seconds = scale === 'full' ? 10 : 1;
  for (const mass of scale === 'full' ? MASSES : [0.1, 20])
    for (const k of scale === 'full' ? STIFFNESSES : [1e4]) {
      const plant = plantOf(sledge(mass, true), [0, 0], {
        solids: [floor(k, Math.sqrt(k * mass), 0.5)],
        places: [{ name: 'tip', frame: 's2' }],
      });
      plant.reset([0, -20 / k], [0, 0]);
      plant.torque.set([9.9, -20]);
      plant.advance(1);
      const x = plant.q[0];
      plant.advance(1 + seconds);
      drift = Math.max(drift, Math.abs(plant.q[0] - x));
      unsolved += plant.unsolved;
    }
  for (const coulomb of [0, 0.2]) {
    const { plant, tip } = seven(coulomb);
    plant.advance(3);
    plant.push(0, [6, 3, -40, 0, 0, 0]);
    plant.advance(8);
    const [x, y] = tip();
    plant.advance(8 + seconds);
    const [x2, y2] = tip();
    together = Math.max(together, Math.hypot(x2 - x, y2 - y));
    unsolved += plant.unsolved;
  }
  return [
    atMost(`drift of what sticks with 99 % of what holds it, ${seconds} s`, drift * 1e6, 1e-3, 'µm'),
    atMost(
      `drift of the hand of an arm of seven joints that is pressed and pulled, ${seconds} s`,
      together * 1e6,
      1,
      'µm',
    ),
    exactly('steps that were not solved', unsolved, 0),
  ];
}

function stable(scale: Scale): Row[] {
  const next = stream(80);
  const spread = (from: number, to: number) => from * (to / from) ** ((next() + 1) / 2);
  const count = scale === 'full' ? 80 : 8;
  const seconds = scale === 'full' ? 20 : 3;
  let bad = 0;
  for (let n = 0; n < count; n++) {
    const [mass, k, c] = [spread(0.02, 20), spread(1e3, 2e5), spread(0.5, 1000)];
    const plant = plantOf(sledge(mass, true), [0, 0], {
      solids: [floor(k, c, 0.3)],
      places: [{ name: 'tip', frame: 's2', shape: { kind: 'sphere', size: [0.01] } }],
    });
    plant.reset([0, 0.012], [0.5, -0.3]);
    plant.torque[1] = -9.81 * mass;
    plant.advance(seconds);
    plant.observe();
    // What a body that bounces on an elastic floor still has; friction has stopped it along the floor unless it flies.
    const weight = 9.81 * mass;
    const most = 0.5 * mass * 0.3 ** 2 + weight * 0.002 + (weight * weight) / (2 * k);
    const { kinetic } = plant.energy;
    if (!(kinetic <= 1.1 * most) || plant.unsolved > 0) bad++;
  }
  return [
    exactly(
      `of ${count} designs, 0.02–20 kg, 1e3–2e5 N/m, 0.5–1000 N s/m, ${seconds} s: unstable or not solved`,
      bad,
      0,
    ),
  ];
}

function reference(scale: Scale): Row[] {
  const rows: Row[] = [];
  for (const k of scale === 'full' ? [1e4, 1e5, 2e5] : [1e4]) {
    const arm: TwoLink = {
      length: [0.5, 0.4],
      mass: [3, 2],
      centre: [0.25, 0.2],
      inertia: [0.07, 0.03],
      gravity: 9.81,
      stiffness: k,
      damping: 0.1 * Math.sqrt(k),
      friction: 0.3,
      table: -0.3,
    };
    const q0 = [-0.4, 1.1] as const;
    const v0 = [0.2, 0.1] as const;
    const fine = simulate(arm, q0, v0, 0.3, scale === 'full' ? 2e-6 : 4e-6);
    const model = chainOf(
      [0, 1].map((i) => ({
        type: 'revolute' as const,
        axis: [0, 1, 0] as const,
        ...(i === 1 ? { at: [arm.length[0], 0, 0] as const } : {}),
        inertial: {
          mass: arm.mass[i],
          centre: [arm.centre[i], 0, 0] as const,
          inertia: [arm.inertia[i], arm.inertia[i], arm.inertia[i], 0, 0, 0] as const,
        },
      })),
    );
    const plant = plantOf(
      model,
      q0,
      {
        solids: [{ ...floor(k, arm.damping, arm.friction), at: [0, 0, arm.table] }],
        places: [{ name: 'tip', frame: 's2', at: [arm.length[1], 0, 0] }],
      },
      { gravity: [0, 0, -arm.gravity] },
    );
    plant.reset(q0, v0);
    let [peak, along] = [0, 0];
    for (let n = 1; n <= 300; n++) {
      plant.advance(n * 1e-3);
      const [fx, , fz] = read(plant, 'contact.floor.force');
      peak = Math.max(peak, -fz);
      along = Math.max(along, Math.abs(fx));
    }
    const of = `two links on a table of ${k.toExponential(0)} N/m at 1 ms, against steps of ${scale === 'full' ? 2 : 4} µs`;
    const apart = (got: number, wanted: number) => 100 * Math.abs(got / wanted - 1);
    rows.push(
      atMost(`peak force, ${of}`, apart(peak, fine.peak), 3, '%'),
      atMost('peak of friction', apart(along, fine.along), 3, '%'),
      atMost('lost in friction', apart(plant.energy.rubbed ?? 0, fine.rubbed), 3, '%'),
      atMost(
        'joint positions after 0.3 s',
        Math.max(...fine.q.map((x, i) => Math.abs(plant.q[i] - x))),
        5e-3,
        'rad',
      ),
    );
  }
  return rows;
}

export const contactArmClaims: readonly Claim[] = [
  { topic: 'contact', id: 'contact: arms, depth by F/k', measure: statics },
  { topic: 'contact', id: 'contact: arms, impacts', measure: impacts },
  { topic: 'contact', id: 'contact: arms, friction that sticks', measure: sticks },
  { topic: 'contact', id: 'contact: arms, stability', measure: stable },
  { topic: 'contact', id: 'contact: arms, against a fine reference', measure: reference },
];
