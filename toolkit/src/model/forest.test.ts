import { describe, expect, it } from 'vitest';
import { numbers as N, type Vec3 } from '../math/index.js';
import { biasForces } from './bias-forces.js';
import { centreOfMass } from './centre-of-mass.js';
import { configurationRate } from './configuration-rate.js';
import { difference } from './difference.js';
import { forest } from './forest.js';
import { forwardDynamics } from './forward-dynamics.js';
import { forwardKinematics } from './forward-kinematics.js';
import { frameJacobian } from './frame-jacobian.js';
import { frameOf, framePlacement } from './frames.js';
import { gravityTorque } from './gravity-torque.js';
import { integrate } from './integrate.js';
import { kineticEnergy } from './kinetic-energy.js';
import {
  anywhere,
  apart,
  chain,
  chance,
  followers,
  made,
  robot,
  scale,
  twoRoots,
  vector,
  zoo,
} from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';
import { potentialEnergy } from './potential-energy.js';

const gravity: Vec3<number> = [0.3, -0.2, -9.81];

describe.each(zoo().map((arm) => [arm.name, made(arm)] as const))('%s and another', (_, a) => {
  const b = made(twoRoots());
  const whole = forest(a, b);
  const next = chance(17);
  const [qa, qb] = [anywhere(a, next), anywhere(b, next)];
  const [va, vb] = [vector(next, a.nv), vector(next, b.nv)];
  const [q, v] = [
    [...qa, ...qb],
    [...va, ...vb],
  ];

  it('have the mass matrix, forces and energies of each', () => {
    const M = massMatrix(N, whole, q);
    const [Ma, Mb] = [massMatrix(N, a, qa), massMatrix(N, b, qb)];
    const expected = Array.from({ length: whole.nv ** 2 }, (_, at) => {
      const [i, j] = [Math.floor(at / whole.nv), at % whole.nv];
      if (i < a.nv && j < a.nv) return Ma[i * a.nv + j];
      return i >= a.nv && j >= a.nv ? Mb[(i - a.nv) * b.nv + j - a.nv] : 0;
    });
    expect(apart(M, expected)).toBe(0);
    const pairs = [
      [
        biasForces(N, whole, q, v, gravity),
        biasForces(N, a, qa, va, gravity),
        biasForces(N, b, qb, vb, gravity),
      ],
      [
        gravityTorque(N, whole, q, gravity),
        gravityTorque(N, a, qa, gravity),
        gravityTorque(N, b, qb, gravity),
      ],
      [configurationRate(N, whole, q, v), configurationRate(N, a, qa, va), configurationRate(N, b, qb, vb)],
      [integrate(N, whole, q, v, 0.3), integrate(N, a, qa, va, 0.3), integrate(N, b, qb, vb, 0.3)],
      [
        difference(N, whole, whole.neutral, q),
        difference(N, a, a.neutral, qa),
        difference(N, b, b.neutral, qb),
      ],
      [
        forwardDynamics(N, whole, q, v, v, gravity),
        forwardDynamics(N, a, qa, va, va, gravity),
        forwardDynamics(N, b, qb, vb, vb, gravity),
      ],
    ];
    for (const [together, ofA, ofB] of pairs) {
      const alone = [...ofA, ...ofB];
      expect(apart(together, alone)).toBeLessThan(1e-9 * scale(alone));
    }
    const energy = kineticEnergy(N, a, qa, va) + kineticEnergy(N, b, qb, vb);
    expect(Math.abs(kineticEnergy(N, whole, q, v) - energy)).toBeLessThan(1e-13 * energy);
    const height = potentialEnergy(N, a, qa, gravity) + potentialEnergy(N, b, qb, gravity);
    expect(potentialEnergy(N, whole, q, gravity)).toBeCloseTo(height, 9);
  });

  it('carry the frames of each where they were', () => {
    const kinematics = forwardKinematics(N, whole, q);
    for (const [model, own, first] of [
      [a, qa, 0],
      [b, qb, a.nv],
    ] as const) {
      const alone = forwardKinematics(N, model, own);
      for (const { name } of model.frames) {
        // A name that both have is that of the first.
        if (model === b && a.frames.some((frame) => frame.name === name)) continue;
        const here = framePlacement(N, kinematics, frameOf(whole, name));
        const there = framePlacement(N, alone, frameOf(model, name));
        expect(here).toEqual(there);
        const J = frameJacobian(N, whole, kinematics, frameOf(whole, name), 'worldAligned');
        const Ja = frameJacobian(N, model, alone, frameOf(model, name), 'worldAligned');
        const moved = Array.from({ length: 6 }, (_, row) =>
          Array.from({ length: whole.nv }, (_, k) =>
            k >= first && k < first + model.nv ? Ja[row * model.nv + k - first] : 0,
          ),
        ).flat();
        expect(apart(J, moved)).toBe(0);
      }
    }
  });

  it('share the mass that is bolted to the world', () => {
    const [ca, cb, c] = [centreOfMass(N, a, qa), centreOfMass(N, b, qb), centreOfMass(N, whole, q)];
    expect(c.mass).toBeCloseTo(ca.mass + cb.mass, 10);
    const middle = ca.centre.map((x, k) => (ca.mass * x + cb.mass * cb.centre[k]) / c.mass);
    expect(apart(c.centre, middle)).toBeLessThan(1e-12);
  });
});

it('keeps followers with their masters and the massless apart', () => {
  const first = made(chain('first', ['revolute', 'prismatic'], 3));
  const second = made(followers());
  const whole = forest(first, second);
  const masters = whole.bodies.flatMap(({ mimic }) => (mimic ? [whole.bodies[mimic.of].joint] : []));
  expect(masters).toEqual(['drive', 'drive']);
  const bare = made(chain('bare', ['revolute'], 4));
  const nothing = made(robotWithoutMass());
  expect(forest(bare, nothing).massless).toEqual([1]);
  expect(forest(nothing, bare).massless).toEqual([0]);
});

it('has no centre of a mass of nothing', () => {
  const nothing = made(robot('empty', [{ name: 'empty', visuals: [], collisions: [] }], []));
  expect(forest(nothing, nothing).fixed).toEqual({ mass: 0, centre: [0, 0, 0] });
});

function robotWithoutMass() {
  const given = chain('weightless', ['revolute'], 4);
  return {
    ...given,
    links: given.links.map(({ inertial: _, ...link }) => link),
    joints: given.joints.map((joint) => ({ ...joint, rotorInertia: 0 })),
  };
}
