/** The project's arm of seven joints, without weight, with a ball for a hand just above a table with friction. */
import { numbers } from 'pliant/math';
import { forwardKinematics, frameOf, pointPosition } from 'pliant/model';
import type { RigidPlant } from 'pliant/plant';
import { ownArm } from '../dynamics.js';
import { floor, plantOf } from './plant-contacts.js';

/** Pushed down on the hand by 40 N from the start. `tip`: where the hand is. */
export function seven(coulomb: number): {
  readonly plant: RigidPlant;
  readonly tip: () => readonly number[];
} {
  const { model } = ownArm();
  const start = [0, -0.785, 0, -2.356, 0, 1.571, 0];
  const frame = frameOf(model, 'tool');
  const at = (q: ArrayLike<number>) =>
    pointPosition(numbers, forwardKinematics(numbers, model, Array.from(q)), frame, [0, 0, 0]);
  const plant = plantOf(
    model,
    start,
    {
      solids: [{ ...floor(2e4, 100, 0.6), at: [0, 0, at(start)[2] - 0.02] }],
      places: [{ name: 'hand', frame: 'tool', shape: { kind: 'sphere', size: [0.015] } }],
    },
    {
      joints: {
        coulomb: new Array<number>(model.nv).fill(coulomb),
        damping: new Array<number>(model.nv).fill(2),
        // So that the arm stands: it has joints to spare.
        stiffness: new Array<number>(model.nv).fill(30),
        rest: start,
      },
      pushes: [{ name: 'hand', frame: 'tool' }],
    },
  );
  plant.reset(start, new Array<number>(model.nv).fill(0));
  plant.push(0, [0, 0, -40, 0, 0, 0]);
  return { plant, tip: () => at(plant.q) };
}
