import { formatNumber } from '../math/index.js';
import { jointProperties, type Model, masterOf, velocityEntryUnits } from '../model/index.js';
import { hasErrors, type Problem } from '../problem/index.js';
import { contactProblems, contactStepProblems, stepsAreLong } from './contact-problems.js';
import { unstableDamping } from './explicit-damping.js';
import { unstableSprings } from './explicit-springs.js';
import type { RigidOptions } from './fields.js';

/**
 * What keeps a model from being simulated with these options, and warnings of what cannot be stable about q (the
 * neutral configuration by default; payloads are left out); paths as in a scenario's plant section.
 */
export function rigidProblems(
  model: Model,
  options: RigidOptions,
  q: readonly number[] = model.neutral,
): Problem[] {
  const problems: Problem[] = [];
  const error = (code: string, path: string, message: string, more: Partial<Problem> = {}): void => {
    problems.push({ code, severity: 'error', where: { path }, message, ...more });
  };
  if (!(options.step > 0 && options.step < Number.POSITIVE_INFINITY)) {
    error('plant-step', 'plant.rigid.step', 'the step is no time', {
      expected: 'more than 0 s',
      got: `${options.step} s`,
    });
  }
  for (const key of ['rotorInertia', 'damping', 'coulomb', 'stiffness', 'rest'] as const) {
    const given = options.joints?.[key];
    if (given === undefined) continue;
    const path = `plant.rigid.joints.${key === 'damping' ? 'viscous' : key}`;
    if (given.length !== model.nv) {
      error('joint-numbers', path, 'not one number for each joint velocity', {
        expected: String(model.nv),
        got: String(given.length),
      });
    }
    const bad = given.findIndex(
      (x) => !(Math.abs(x) < Number.POSITIVE_INFINITY && (key === 'rest' || x >= 0)),
    );
    if (bad >= 0) {
      const wanted = key === 'rest' ? 'be a number' : 'be 0 or more';
      error('joint-number', path, `of joint ${model.velocityNames[bad]} must ${wanted}`, {
        got: String(given[bad]),
      });
    }
  }
  for (const { joint, nq, v, nv } of model.bodies) {
    if (nq === 1 || !options.joints?.stiffness?.slice(v, v + nv).some((k) => k !== 0)) continue;
    error(
      'joint-spring-several',
      'plant.rigid.joints.stiffness',
      `the joint ${joint} has more than one position, so it can have no spring`,
    );
  }
  const rotors = options.joints?.rotorInertia;
  for (const index of model.massless) {
    const body = model.bodies[index];
    const rotor = rotors === undefined ? body.rotorInertia : rotors[masterOf(model, body).v];
    if (rotor > 0) continue;
    error('massless', 'plant.rigid', `the joint ${body.joint} moves no mass, so it cannot be simulated`, {
      hint: 'give its link an inertial, or plant.rigid.joints.rotorInertia',
    });
  }
  const coulomb = options.joints?.coulomb ?? model.bodies.map((body) => body.friction);
  if (options.method === 'rk4' && coulomb.some((c) => c > 0)) {
    error(
      'friction-method',
      'plant.rigid.method',
      'Coulomb joint friction sticks in semi-implicit steps only',
      {
        hint: 'use the method semi-implicit, or set plant.rigid.joints.coulomb to 0',
      },
    );
  }
  if (options.method === 'rk4') {
    for (const { name, friction = 0 } of options.contacts?.solids ?? []) {
      if (!(friction > 0)) continue;
      error(
        'friction-method',
        `world.${name}.friction`,
        'friction at contacts sticks in semi-implicit steps only',
        {
          hint: 'use the method semi-implicit, or leave the friction out',
        },
      );
    }
  }
  for (const { name, frame } of [...(options.pushes ?? []), ...(options.payloads ?? [])]) {
    if (model.frames.some((known) => known.name === frame)) continue;
    error('unknown-frame', 'plant.rigid', `${name} is on a frame that ${model.name} does not have`, {
      got: frame,
      known: model.frames.map((known) => known.name),
    });
  }
  for (const { name, frame } of options.payloads ?? []) {
    if (model.frames.find((known) => known.name === frame)?.body !== -1) continue;
    error('payload-fixed', 'plant.rigid', `the payload ${name} is on ${frame}, which does not move`);
  }
  if (options.contacts !== undefined) problems.push(...contactProblems(model, options.contacts));
  return hasErrors(problems)
    ? problems
    : [
        ...problems,
        ...dampingProblems(model, options, q),
        ...springProblems(model, options, q),
        ...longSteps(model, options, q),
      ];
}

/** Runge–Kutta steps take joint damping explicitly; semi-implicit ones bear any. */
function dampingProblems(model: Model, options: RigidOptions, q: readonly number[]): Problem[] {
  if (options.method !== 'rk4') return [];
  const { damping, rotorInertia } = { ...jointProperties(model), ...options.joints };
  const units = velocityEntryUnits(model, ['N m s/rad', 'N s/m']);
  return unstableDamping(model, q, damping, rotorInertia, options.step).map(({ index, most, alone }) => {
    const unit = units[index];
    const joint = model.velocityNames[index];
    const step = `${formatNumber(options.step * 1e3)} ms`;
    return {
      code: 'unstable-joint-damping',
      severity: 'warning',
      where: { path: 'plant.rigid.joints.viscous', name: `joint ${JSON.stringify(joint)}` },
      message: `the viscous damping${alone ? '' : ' of all joints together'} cannot be stable in Runge-Kutta steps of ${step}`,
      expected: `at most ${formatNumber(most)} ${unit}${alone ? '' : ` at ${joint}, the others reduced alike`}`,
      got: `${formatNumber(damping[index])} ${unit}`,
      hint: 'lower it, take a smaller plant.rigid.step, or the method semi-implicit, which bears any damping',
    };
  });
}

function longSteps(model: Model, options: RigidOptions, q: readonly number[]): Problem[] {
  if (options.contacts === undefined) return [];
  const { rotorInertia } = { ...jointProperties(model), ...options.joints };
  const parts = options.substeps === true && options.method !== 'rk4';
  return contactStepProblems(model, options.contacts, q, rotorInertia, options.step, parts);
}

/** The options with steps in parts, where about q semi-implicit steps are long for what can be touched. */
export function withSubsteps(model: Model, options: RigidOptions, q: readonly number[]): RigidOptions {
  if (options.contacts === undefined || options.method === 'rk4') return options;
  const { rotorInertia } = { ...jointProperties(model), ...options.joints };
  return stepsAreLong(model, options.contacts, q, rotorInertia, options.step)
    ? { ...options, substeps: true }
    : options;
}

function springProblems(model: Model, options: RigidOptions, q: readonly number[]): Problem[] {
  const { method = 'semi-implicit', step } = options;
  const properties = { ...jointProperties(model), ...options.joints };
  const units = velocityEntryUnits(model, ['N m/rad', 'N/m']);
  return unstableSprings(model, q, properties, method, step).map(({ index, most, alone }) => {
    const unit = units[index];
    const joint = model.velocityNames[index];
    const kind = method === 'rk4' ? 'Runge-Kutta' : 'semi-implicit';
    return {
      code: 'unstable-joint-spring',
      severity: 'warning',
      where: { path: 'plant.rigid.joints.stiffness', name: `joint ${JSON.stringify(joint)}` },
      message: `the spring${alone ? '' : 's of all joints together'} cannot be stable in ${kind} steps of ${formatNumber(step * 1e3)} ms`,
      expected: `at most ${formatNumber(most)} ${unit}${alone ? '' : ` at ${joint}, the others reduced alike`}`,
      got: `${formatNumber(properties.stiffness[index])} ${unit}`,
      hint: 'lower it, or take a smaller plant.rigid.step',
    };
  });
}

/** Throws the first of the problems: for callers that have asked before. */
export function refuse(problems: readonly Problem[]): void {
  if (!hasErrors(problems)) return;
  const [{ where, message }] = problems;
  throw new Error(`rigid plant: ${where.path}: ${message}`);
}
