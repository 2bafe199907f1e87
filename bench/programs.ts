/** The programs that are timed: control with and without limits, guards and ledger; the plant; both as one. */
import { controlProgram, type Design } from 'pliant/control';
import { countOps, joinPrograms, lower } from 'pliant/graph';
import type { Model } from 'pliant/model';
import { rigidProgram } from 'pliant/plant';

export function benchPrograms(model: Model, design: Design) {
  const plainProgram = controlProgram(design, { ledger: false, guards: false, limits: false });
  const limited = {
    ...design,
    limits: {
      force: [{ at: 'tool', norm: 1e3 }],
      torque: { most: model.bodies.map((b) => b.limits?.effort ?? 1e3) },
      torqueRate: { most: model.bodies.map(() => 1e5) },
    },
  };
  const fullProgram = controlProgram(limited);
  const plantProgram = rigidProgram(model, {
    step: 1e-3,
    stops: false,
    ledger: false,
    joints: { damping: model.bodies.map(() => 0), coulomb: model.bodies.map(() => 0) },
  });
  const loopProgram = joinPrograms({
    name: 'loop',
    parts: [
      { prefix: 'control', program: plainProgram },
      { prefix: 'plant', program: plantProgram },
    ],
    wires: [
      { from: 'plant.q', to: 'control.q' },
      { from: 'plant.v', to: 'control.v' },
      { from: 'control.torque', to: 'plant.torque' },
    ],
    procedures: { tick: ['control.step', 'plant.step'] },
  });
  const ops = {
    control: countOps(lower(plainProgram), 'step').arithmetic,
    full: countOps(lower(fullProgram), 'step').arithmetic,
    plant: countOps(lower(plantProgram), 'step').arithmetic,
    loop: countOps(lower(loopProgram), 'tick').arithmetic,
  };
  const slots = plainProgram.layout.regions.find((r) => r.name === 'parameters')?.size ?? 0;
  return { plainProgram, fullProgram, plantProgram, loopProgram, ops, slots };
}
