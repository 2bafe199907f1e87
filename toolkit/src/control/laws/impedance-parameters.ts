/** What an impedance is told, and what can be wrong with it. */
import { anywhere, scalar, strength } from '../../mechanism/index.js';
import type { GivenNumbers, LawFinding, LawParameter } from './declaration.js';

const xyz = 3;

export const impedanceParameters: readonly LawParameter[] = [
  {
    name: 'stiffness',
    unit: 'N/m',
    shapes: ['scalar', 'diagonal', 'matrix'],
    entries: xyz,
    range: strength,
    meaning: 'Force for each metre off the target, in the axes of the law',
  },
  {
    name: 'turnStiffness',
    unit: 'N m/rad',
    shapes: ['scalar', 'diagonal', 'matrix'],
    entries: xyz,
    range: strength,
    optional: true,
    meaning: 'Torque for each radian off it; absent: the attitude is left free',
  },
  scalar('ratio', '', 'Damping ratio of every mode of the stiffness on the inertia, in any pose', {
    default: 0.7,
  }),
  {
    name: 'damping',
    unit: 'N s/m',
    shapes: ['scalar', 'diagonal', 'matrix'],
    entries: xyz,
    range: strength,
    optional: true,
    meaning: 'Given damping in place of the ratio, in the axes of the law',
  },
  {
    name: 'turnDamping',
    unit: 'N m s/rad',
    shapes: ['scalar', 'diagonal', 'matrix'],
    entries: xyz,
    range: strength,
    optional: true,
    meaning: 'The same of the attitude',
  },
  {
    name: 'ownSpeed',
    unit: '',
    shapes: ['scalar'],
    range: [0, 1],
    default: 0,
    baked: true,
    meaning: '1: damping acts on the tool’s own speed; 0: on its speed relative to the target',
  },
  {
    name: 'most',
    unit: 'm',
    shapes: ['scalar', 'vector'],
    entries: xyz,
    range: strength,
    optional: true,
    meaning:
      'Error saturation: what the spring sees at most along each axis of the law; the force is at most K times that',
  },
  {
    name: 'mostTurn',
    unit: 'rad',
    shapes: ['scalar', 'vector'],
    entries: xyz,
    range: strength,
    optional: true,
    meaning: 'The same of the attitude',
  },
  {
    name: 'wanted',
    unit: ['N m', 'N'],
    shapes: ['vector'],
    entries: 6,
    range: anywhere,
    optional: true,
    meaning: 'Feed-forward: what the robot does to its environment besides, force, then torque',
  },
  scalar('mass', 'kg', 'Shaped inertia: what the tool is to feel like; absent: its own is kept', {
    optional: true,
  }),
  scalar('turnInertia', 'kg m2', 'The same about every axis', { optional: true }),
  scalar('contactDamping', 'N s/m', 'Damping that comes in with contact', { optional: true }),
  scalar('contactForce', 'N', 'Measured force at which all of it is in', { default: 5 }),
  scalar('contactTime', 's', 'Time constant of its coming and going', { default: 0.02 }),
  {
    name: 'posture',
    unit: ['rad', 'm'],
    shapes: ['list'],
    joints: 'positions',
    range: anywhere,
    optional: true,
    meaning: 'Joint positions that are sought in the null space, one for each joint',
  },
  scalar('postureStiffness', 'N m/rad', 'Torque for each radian off them', { default: 5 }),
  scalar('postureRatio', '', 'Damping ratio there; 1: critical', { default: 1 }),
];

/** What is wrong with the numbers of an impedance. */
export function impedanceFindings(
  given: GivenNumbers,
  { hasSensor, nq }: { readonly hasSensor: boolean; readonly nq: number },
): LawFinding[] {
  const findings: LawFinding[] = [];
  const error = (parameter: string, code: string, message: string, hint: string) =>
    findings.push({ code, severity: 'error', parameter, message, hint });
  const { mass, turnInertia, turnStiffness, turnDamping, damping, mostTurn } = given;
  for (const [name, value] of [
    ['mass', mass],
    ['turnInertia', turnInertia],
  ] as const) {
    if (value === undefined) continue;
    if (!(value[0] > 0))
      error(name, 'inertia-not-positive', `an inertia of ${value[0]} cannot be shaped`, 'for instance 2');
    if (!hasSensor)
      error(
        name,
        'shaping-needs-sensor',
        'an inertia can be shaped only where the wrench on the tool is measured',
        'a sensor, or leave it out: the arm’s own inertia is kept',
      );
  }
  if (mass !== undefined && turnStiffness !== undefined && turnInertia === undefined)
    error(
      'turnInertia',
      'inertia-half-shaped',
      'the attitude is held and its inertia is not shaped',
      'for instance 0.05 kg m2',
    );
  if (turnInertia !== undefined && (mass === undefined || turnStiffness === undefined))
    error(
      'turnInertia',
      'inertia-half-shaped',
      'an inertia of turning is shaped with the mass, where the attitude is held',
      'mass and turnStiffness beside it',
    );
  if (given.contactDamping !== undefined && !hasSensor)
    error('contactDamping', 'contact-needs-sensor', 'contact is told by a measured force', 'a sensor');
  if (turnStiffness === undefined)
    for (const [name, value] of [
      ['turnDamping', turnDamping],
      ['mostTurn', mostTurn],
    ] as const)
      if (value !== undefined)
        error(name, 'attitude-free', 'the attitude is left free', 'turnStiffness beside it');
  if (turnStiffness !== undefined && (damping === undefined) !== (turnDamping === undefined))
    error(
      damping === undefined ? 'damping' : 'turnDamping',
      'damping-half-given',
      'damping is given for the place or for the attitude and not for the other',
      'both, or neither and a ratio',
    );
  for (const [limit, stiffness] of [
    ['most', 'stiffness'],
    ['mostTurn', 'turnStiffness'],
  ] as const)
    if (given[limit] !== undefined && (given[stiffness]?.length ?? 0) > xyz)
      error(
        limit,
        'saturation-of-matrix',
        'an error is cut along the axes of the law, and a stiffness that couples them would then store no energy',
        'a diagonal stiffness in turned axes',
      );
  if (given.posture !== undefined && given.posture.length !== nq)
    findings.push({
      code: 'joint-count',
      severity: 'error',
      parameter: 'posture',
      message: 'one number for each joint is needed',
      expected: `${nq}`,
      got: `${given.posture.length}`,
    });
  const ratio = given.ratio?.[0] ?? 0.7;
  if (damping === undefined && ratio < 0.1)
    findings.push({
      code: 'hardly-damped',
      severity: 'warning',
      parameter: 'ratio',
      message: `a damping ratio of ${ratio} rings for long`,
      hint: '0.7',
    });
  return findings;
}
