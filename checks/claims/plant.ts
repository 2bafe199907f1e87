/** The rigid plant on many robots: friction that sticks, friction and stops solved in every step. */
import { compileWasm } from 'pliant/graph';
import { numbers } from 'pliant/math';
import { gravityTorque, type Model } from 'pliant/model';
import { rigidPlant, rigidProgram } from 'pliant/plant';
import { atMost, type Claim, exactly, type Row, type Scale } from '../claim.js';
import { dynamicsCases, GRAVITY, type ModelCase, madeCases, stream } from '../dynamics.js';

/** Models that stand on the ground and whose joints all feel inertia. */
function standing(scale: Scale): ModelCase[] {
  const cases: ModelCase[] = [...madeCases(), ...dynamicsCases()].filter(
    ({ model }) => model.massless.length === 0 && model.bodies.every((body) => body.type !== 'free'),
  );
  return scale === 'full' ? cases : cases.filter(({ model }) => model.nv <= 10).slice(0, 8);
}

/** A configuration near neutral, inside the limits' middle half where there are any. */
function pose(model: Model, next: () => number): number[] {
  const q = [...model.neutral];
  for (const body of model.bodies) {
    if (body.nv !== 1) continue;
    const { lower = -1, upper = 1 } = body.limits ?? {};
    q[body.q] = (lower + upper) / 2 + ((upper - lower) / 4) * next();
  }
  return q;
}

function sticks(scale: Scale): Row[] {
  const next = stream(17);
  let drift = 0;
  let speed = 0;
  let unsolved = 0;
  const cases = standing(scale);
  const poses = scale === 'full' ? 5 : 1;
  for (const { model } of cases) {
    const coulomb = model.velocityNames.map(() => 200);
    const plant = rigidPlant(compileWasm(rigidProgram(model, { step: 1e-3, joints: { coulomb } })));
    for (let i = 0; i < poses; i++) {
      const q = pose(model, next);
      const load = gravityTorque(numbers, model, q, GRAVITY);
      plant.reset(q, new Array<number>(model.nv).fill(0));
      // Up to 80 % of what friction holds, whatever gravity does.
      plant.torque.set(load.map((tau) => tau + 160 * next()));
      plant.advance(scale === 'full' ? 10 : 0.5);
      for (let k = 0; k < q.length; k++) drift = Math.max(drift, Math.abs(plant.q[k] - q[k]));
      for (const v of plant.v) speed = Math.max(speed, Math.abs(v));
      unsolved += plant.unsolved;
    }
  }
  const of = `${cases.length} robots, ${poses} poses each`;
  return [
    exactly(`drift at rest, ${scale === 'full' ? '10 s' : '0.5 s'}, ${of}`, drift, 0),
    atMost(`joint speed at rest, ${of}`, speed, 1e-14, 'rad/s'),
    exactly('steps that were not solved', unsolved, 0),
  ];
}

/** Joints thrown about under friction, between stops: every step is solved to the end. */
function solves(scale: Scale): Row[] {
  const next = stream(23);
  let unsolved = 0;
  let steps = 0;
  let past = 0;
  for (const { model } of standing(scale)) {
    const coulomb = model.velocityNames.map(() => 0.5);
    const damping = model.velocityNames.map(() => 0.2);
    const plant = rigidPlant(compileWasm(rigidProgram(model, { step: 1e-3, joints: { coulomb, damping } })));
    const q = pose(model, next);
    plant.reset(q, new Array<number>(model.nv).fill(0));
    const count = scale === 'full' ? 20_000 : 300;
    for (let k = 1; k <= count; k++) {
      if (k % 50 === 1) plant.torque.set(model.velocityNames.map(() => 30 * next()));
      plant.advance(k * 1e-3);
      for (const { type, q: at, limits, mimic } of model.bodies) {
        if (limits === undefined || mimic !== undefined || type === 'continuous') continue;
        past = Math.max(
          past,
          plant.q[at] - (limits.upper ?? plant.q[at]),
          (limits.lower ?? plant.q[at]) - plant.q[at],
        );
      }
    }
    unsolved += plant.unsolved;
    steps += count;
  }
  return [
    exactly(`steps of ${steps} that were not solved`, unsolved, 0),
    atMost('way past a joint stop', past, 1e-12, 'rad or m'),
  ];
}

export const plantClaims: readonly Claim[] = [
  { topic: 'spine', id: 'plant: Coulomb joint friction sticks', measure: sticks },
  { topic: 'spine', id: 'plant: friction and stops are solved in every step', measure: solves },
];
