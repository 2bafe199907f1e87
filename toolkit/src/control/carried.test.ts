import { describe, expect, it } from 'vitest';
import {
  factorDefinite,
  massMoments,
  moveMoments,
  mulMat,
  mulTransposeVec,
  numbers as N,
  quaternionFromRotation,
  rotationFromQuaternion,
  solveDefinite,
  turnMoments,
  type Vec3,
} from '../math/index.js';
import { sevenJoints } from '../mechanism/arms.test.helper.js';
import { bodySite } from '../mechanism/index.js';
import {
  bodyVelocities,
  forwardKinematics,
  frameOf,
  gravityTorque,
  inverseDynamics,
  massMatrix,
  operationalSpaceInertia,
  pointInBody,
  pointJacobian,
} from '../model/index.js';
import { carriedLoads } from './carried.js';
import { type Design, designProblems } from './index.js';
import { ladenModel } from './laden-model.js';
import { LawKernel } from './laws/laws.test.helper.js';
import { designSlots, evaluateLaw } from './numeric.js';
import { linearised } from './slopes.js';

const model = sevenJoints();
const frame = model.frames[model.frames.length - 1].name;
const g: Vec3<number> = [0, 0, -9.81];
const q = [0.3, 0.6, -0.2, -1.2, 0.4, 0.9, 0.1];
const still = q.map(() => 0);
const at = [0.02, -0.01, 0.15] as const;

/** An arm that holds up what it carries; the load is picked up over 0.2 s in the second phase. */
const design: Design = {
  name: 'carry',
  model,
  period: 1e-3,
  points: [
    { name: 'wrist', frame },
    { name: 'load', frame, at },
    { name: 'goal', at: [0.4, 0, 0.4] },
  ],
  elements: [
    {
      name: 'payload',
      family: 'spring',
      kind: 'payload',
      joins: { at: 'load' },
      parameters: { mass: [0], gravity: [...g] },
    },
  ],
  compensate: ['gravity'],
  sensors: [
    { name: 'wrench', at: 'wrist', below: { mass: 0.3, centre: [0, 0, 0.05] }, carries: ['payload'] },
    { name: 'estimate', at: 'wrist', observer: { gain: 200 } },
  ],
  laws: [
    { name: 'still', kind: 'guide', at: 'wrist', sensor: 'wrench', parameters: {} },
    {
      name: 'lead',
      kind: 'impedance',
      at: 'load',
      axes: 'world',
      target: 'goal',
      parameters: { stiffness: [0], ratio: [1] },
    },
  ],
  servo: { at: 'wrist', follow: { kind: 'pd', stiffness: [0], damping: [0] } },
  phases: [
    { name: 'empty', until: { after: 0.05 } },
    { name: 'carrying', set: { 'payload.mass': [1.5] }, blend: 0.2 },
  ],
};

describe('a payload that is picked up', () => {
  const kinematics = forwardKinematics(N, model, q);
  const velocities = bodyVelocities(N, model, kinematics, still);
  const wrist = bodySite(N, 'wrist', frameOf(model, frame), kinematics, velocities);
  const load = bodySite(N, 'load', frameOf(model, frame), kinematics, velocities, {
    offset: pointInBody(N, frameOf(model, frame), at),
  });

  it('weighs on sensor, estimate and joints in the same ticks, without a step', () => {
    const kernel = new LawKernel(design);
    const bare = gravityTorque(N, model, q, g);
    let [felt, guessed, off, jump] = [0, 0, 0, 0];
    let before: readonly number[] | undefined;
    for (let k = 0; k < 300; k++) {
      // The load comes on as the phase has it, a tick late.
      const mass = k === 0 ? 0 : kernel.numbers('inforce.payload.mass')[0];
      const weight = mulTransposeVec(N, wrist.rotation, [0, 0, -9.81]);
      const turn = (c: readonly number[], m: number) => [
        m * (c[1] * weight[2] - c[2] * weight[1]),
        m * (c[2] * weight[0] - c[0] * weight[2]),
        m * (c[0] * weight[1] - c[1] * weight[0]),
      ];
      const [own, more] = [turn([0, 0, 0.05], 0.3), turn(at, mass)];
      kernel.feel('wrench', ...weight.map((x) => (0.3 + mass) * x), ...own.map((x, i) => x + more[i]));
      kernel.step(q, still);
      const wrench = kernel.numbers('sensor.wrench.wrench');
      const torque = kernel.numbers('torque');
      felt = Math.max(felt, ...wrench.map(Math.abs));
      if (k > 0)
        guessed = Math.max(guessed, ...kernel.numbers('sensor.estimate.observer.residual').map(Math.abs));
      const jacobian = pointJacobian(N, model, kinematics, frameOf(model, frame), load.position);
      const carried = kernel.numbers('inforce.payload.mass')[0];
      torque.forEach((tau, i) => {
        off = Math.max(off, Math.abs(tau - bare[i] - 9.81 * carried * jacobian[14 + i]));
        if (before !== undefined) jump = Math.max(jump, Math.abs(tau - before[i]));
      });
      before = torque;
    }
    // No more than a tick of the blend, and that is there.
    expect(felt).toBeGreaterThan(1e-3);
    expect(felt).toBeLessThan(9.81 * 0.0151);
    expect(guessed).toBeLessThan(9.81 * 0.0151);
    expect(off).toBeLessThan(1e-9);
    expect(jump).toBeGreaterThan(1e-3);
    expect(jump).toBeLessThan(9.81 * 0.0151);
    expect(kernel.numbers('inforce.payload.mass')[0]).toBeCloseTo(1.5, 12);
    expect(kernel.numbers('sensor.wrench.wrench').every((x) => Math.abs(x) < 1e-9)).toBe(true);
  });

  it('is part of the inertia that laws work with', () => {
    const loaded: Design = {
      ...design,
      elements: [{ ...design.elements[0], parameters: { mass: [4], gravity: [...g] } }],
    };
    const loads = carriedLoads(N, loaded, designSlots(loaded));
    const jacobian = pointJacobian(N, model, kinematics, frameOf(model, frame), load.position);
    const inertia = (given: typeof loads) =>
      operationalSpaceInertia(N, massMatrix(N, model, q, given), jacobian, 3)[0];
    const more = inertia(loads) / inertia({});
    expect(more).toBeGreaterThan(1.5);
    // Damping of a ratio of 1 on one stiffness grows with the root of the inertia.
    const damping = (of: Design) => {
      const { sensors: _sensors, servo: _servo, phases: _phases, ...rest } = of;
      const kernel = new LawKernel({
        ...rest,
        points: [...of.points, { name: 'here', at: load.position, moves: true }],
        laws: [
          {
            name: 'lead',
            kind: 'impedance',
            at: 'load',
            axes: 'world',
            target: 'here',
            parameters: { stiffness: [100], ratio: [1] },
          },
        ],
      });
      kernel.set('here.at.rate', 0.1, 0, 0);
      kernel.step(q, still);
      const moved = kernel.numbers('torque');
      kernel.set('here.at.rate', 0, 0, 0);
      kernel.step(q, still);
      const unmoved = kernel.numbers('torque');
      return Math.hypot(...moved.map((tau, i) => tau - unmoved[i]));
    };
    expect(damping(loaded) / damping(design)).toBeGreaterThan(1.2);
  });

  it('is part of the mass matrix of computed torque, with its own inertia, in its own axes', () => {
    const attitude = [Math.cos(0.3), 0, Math.sin(0.3), 0] as const;
    const gyration = [0.1, 0.03, 0.06] as const;
    const { laws: _laws, phases: _phases, sensors: _sensors, ...rest } = design;
    const bandwidth = 20;
    const loaded: Design = {
      ...rest,
      points: design.points.map((point) => (point.name === 'load' ? { ...point, attitude } : point)),
      elements: [{ ...design.elements[0], parameters: { mass: [4], gravity: [...g], gyration } }],
      laws: [{ name: 'rest', kind: 'track', at: 'wrist', target: 'here', parameters: {} }],
      servo: { at: 'wrist', follow: { kind: 'computed torque', bandwidth } },
    };
    const { position, rotation } = wrist;
    const kernel = new LawKernel({
      ...loaded,
      points: [
        ...loaded.points,
        { name: 'here', at: position, attitude: quaternionFromRotation(N, rotation) },
      ],
    });
    kernel.step(q, still);
    const quiet = kernel.numbers('torque');
    const off = [0.01, -0.02, 0.03, 0.01, -0.01, 0.02, -0.03];
    const speed = [0.2, -0.1, 0.3, 0.2, -0.2, 0.1, 0.4];
    kernel.step(
      q.map((x, i) => x - off[i]),
      speed,
    );
    const at = q.map((x, i) => x - off[i]);
    // Moments of the load by hand: m diag(r²) turned into the body, and moved to its centre.
    const body = frameOf(model, frame);
    const turn = mulMat(N, body.placement.rotation, rotationFromQuaternion(N, attitude));
    const about = massMoments(N, 4, [0, 0, 0], [...gyration.map((r) => 4 * r * r), 0, 0, 0] as never);
    const moments = moveMoments(
      N,
      turnMoments(N, turn, about),
      pointInBody(N, body, design.points[1].at as never),
    );
    const payloads = [{ body: body.body, moments }];
    const a = off.map((x, i) => bandwidth ** 2 * x - 2 * bandwidth * speed[i]);
    const wanted = inverseDynamics(N, model, at, speed, a, g, { payloads });
    const bare = inverseDynamics(N, model, at, speed, a, g);
    const got = kernel.numbers('torque');
    wanted.forEach((tau, i) => {
      expect(got[i]).toBeCloseTo(tau, 6);
    });
    expect(Math.max(...wanted.map((tau, i) => Math.abs(tau - bare[i])))).toBeGreaterThan(10);
    expect(quiet.every(Number.isFinite)).toBe(true);
    // What is judged before a run reckons with the same inertia.
    const M = massMatrix(N, model, q, { payloads });
    massMatrix(N, ladenModel(loaded), q).forEach((x, i) => {
      expect(x).toBeCloseTo(M[i], 11);
    });
    linearised(loaded, { q }).M.forEach((x, i) => {
      expect(x).toBeCloseTo(M[i], 11);
    });
  });

  it('is part of the inertia that null spaces are made with', () => {
    const parameters = { mass: [4], gravity: [...g] };
    const loaded: Design = {
      name: 'loaded',
      model,
      period: 1e-3,
      points: design.points,
      elements: [
        { ...design.elements[0], parameters },
        {
          name: 'reach',
          family: 'spring',
          kind: 'linear',
          joins: { from: 'wrist', to: 'goal' },
          parameters: { stiffness: [100] },
        },
        {
          name: 'bend',
          family: 'spring',
          kind: 'joint',
          joins: { joint: model.velocityNames[1] },
          parameters: { stiffness: [10], target: [0] },
          nullspaceOf: ['reach'],
        },
      ],
    };
    const [projection, ...others] = evaluateLaw(loaded, q, still).projections;
    expect(others).toEqual([]);
    const kept = projection.torque.map((tau, i) => tau + (i === 1 ? -10 * q[1] : 0));
    const jacobian = pointJacobian(N, model, kinematics, frameOf(model, frame), wrist.position);
    const accelerated = (loads: Parameters<typeof massMatrix>[3]) => {
      const inertia = massMatrix(N, model, q, loads) as number[];
      const a = solveDefinite(N, factorDefinite(N, inertia, model.nv), kept);
      return Math.hypot(...[0, 7, 14].map((row) => a.reduce((s, x, i) => s + jacobian[row + i] * x, 0)));
    };
    expect(accelerated(carriedLoads(N, loaded, designSlots(loaded)))).toBeLessThan(1e-9);
    // Without what is carried the point would be moved.
    expect(accelerated({})).toBeGreaterThan(0.01);
  });

  it('is refused below a sensor that does not know it', () => {
    const codes = (sensors: Design['sensors']) =>
      designProblems({ ...design, ...(sensors === undefined ? {} : { sensors }) })
        .filter(({ severity }) => severity === 'error')
        .map(({ code, where }) => `${code} ${where.path}`);
    expect(codes(design.sensors)).toEqual([]);
    const [first, second] = design.sensors ?? [];
    expect(codes([{ ...first, carries: ['box'] }, second])).toEqual([
      'unknown-payload control.sensors.wrench.carries[0]',
    ]);
    const { below: _below, ...bare } = first;
    expect(codes([bare, second])).toEqual(['sensor-carries control.sensors.wrench.carries']);
  });
});
