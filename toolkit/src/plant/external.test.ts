import { describe, expect, it } from 'vitest';
import { compileWasm, view } from '../graph/index.js';
import { numbers, type Vec3 } from '../math/index.js';
import {
  biasForces,
  forwardKinematics,
  frameOf,
  jointTorques,
  massMatrixWithRotors,
  pointPosition,
  standardGravity,
} from '../model/index.js';
import { arm, model } from './arms.test.helper.js';
import { rigidPlant, rigidProgram } from './index.js';

const machine = model(arm());
const start = [0.2, 0.6, 0.1, 0.8, -0.3, 0.5, 0];
const tip: Vec3<number> = [0, 0, 0.08];
const height = pointPosition(
  numbers,
  forwardKinematics(numbers, machine, start),
  frameOf(machine, 's7'),
  tip,
)[2];

describe('external wrenches and the acceleration of the last step', () => {
  it.each(['semi-implicit', 'rk4'] as const)(
    'are those that the equation of motion holds with: %s',
    (method) => {
      const executable = compileWasm(
        rigidProgram(machine, {
          step: 1e-4,
          method,
          external: true,
          pushes: [
            { name: 'elbow', frame: 's4', at: [0.02, 0, 0.1] },
            { name: 'hand', frame: 's6' },
          ],
          contacts: {
            solids: [
              {
                name: 'table',
                kind: 'plane',
                size: [],
                at: [0, 0, height - 1e-4],
                stiffness: 1e4,
                damping: 20,
                ...(method === 'semi-implicit' && { friction: 0.4 }),
              },
            ],
            places: [
              { name: 'tip', frame: 's7', at: tip },
              { name: 'wrist', frame: 's6', at: [0, 0, 0.08], shape: { kind: 'sphere', size: [0.2] } },
            ],
          },
        }),
      );
      const plant = rigidPlant(executable);
      plant.reset(start, new Array(7).fill(0));
      plant.push(0, [30, -20, 5, 1, 2, -3]);
      plant.push(1, [-6, 4, 1, 0, 0.5, 0]);
      plant.torque.set([1, -2, 3, 1, 0.5, 0.2, 0.1]);
      plant.advance(0.003);
      const q = [...plant.q];
      const v = [...plant.v];
      plant.advance(0.0031);
      const field = (name: string) => [...view(executable.layout, executable.memory, name)];
      const acceleration = field('acceleration');
      if (method === 'semi-implicit')
        acceleration.forEach((a, i) => {
          expect(a).toBeCloseTo((plant.v[i] - v[i]) / 1e-4, 6);
        });
      else {
        q.splice(0, 7, ...plant.q);
        v.splice(0, 7, ...plant.v);
      }
      const wrenches = machine.bodies.map(({ link }) => {
        if (!['s4', 's6', 's7'].includes(link)) return undefined;
        const [fx, fy, fz, nx, ny, nz] = field(`external.${link}`);
        return { force: [fx, fy, fz] as const, torque: [nx, ny, nz] as const };
      });
      expect(wrenches[3]?.force).toEqual([30, -20, 5]);
      expect(wrenches[5]?.force[2]).toBeGreaterThan(1);
      const outside = jointTorques(numbers, machine, forwardKinematics(numbers, machine, q), wrenches);
      const bias = biasForces(numbers, machine, q, v, standardGravity);
      const M = massMatrixWithRotors(machine, q, new Array(7).fill(0));
      for (let i = 0; i < 7; i++) {
        const inertial = acceleration.reduce((sum, a, j) => sum + M[i * 7 + j] * a, 0);
        const missing = inertial + bias[i] - plant.torque[i] - outside[i];
        // The last stage is a step's error away from its end.
        expect(Math.abs(missing)).toBeLessThan(method === 'rk4' ? 2e-3 : 1e-7);
      }
    },
  );

  it('take no memory where nobody asks for them', () => {
    const names = rigidProgram(machine, { step: 1e-3 }).layout.fields.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('external') || name === 'acceleration')).toEqual([]);
  });
});
