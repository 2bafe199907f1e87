/** What a model says that a robot does not hold: each is named in a warning, nothing is dropped without a word. */
import { type Findings, listed, type Place } from '../findings.js';
import type { Compiled } from './compiled.js';
import type { Couplings } from './constraints.js';
import type { Drives } from './drives.js';
import type { RobotNames } from './names.js';
import type { Broken } from './starts.js';
import { type Part, parts, section } from './tree.js';

/** Where bodies, joints and sections stand. */
export class Places {
  readonly #named = new Map<string, Part>();
  readonly #root: Part;

  constructor(root: Part) {
    this.#root = root;
    for (const part of parts(root)) {
      const key = `${part.name} ${part.attributes.get('name') ?? ''}`;
      if (!this.#named.has(key)) this.#named.set(key, part);
    }
  }

  of(kind: string, name: string): Place {
    return this.#named.get(`${kind} ${name}`) ?? {};
  }

  /** The number `index` of all that stands in sections of a name. */
  within(name: string, index: number): Place {
    return section(this.#root, name).flatMap((part) => part.children)[index] ?? {};
  }
}

export interface Read {
  readonly root: Part;
  readonly places: Places;
  readonly model: Compiled;
  readonly names: RobotNames;
  /** Whether the world is a link, which carries its sites. */
  readonly hasWorld: boolean;
  readonly drives: Drives;
  readonly couplings: Couplings;
  readonly broken: readonly Broken[];
}

export function remark(read: Read, findings: Findings): void {
  remarkOnJoints(read, findings);
  remarkOnCouplings(read, findings);
  remarkOnWorld(read, findings);
}

/** What a joint has, in MJCF's words. */
const words = {
  damping: 'damping',
  friction: 'frictionloss',
  rotorInertia: 'armature',
  stiffness: 'stiffness',
} as const;

function remarkOnJoints({ model, names, drives, places }: Read, findings: Findings): void {
  const { joints, bodies } = model;
  const place = (j: number) => places.of('joint', joints[j].name);
  const where = (test: (j: number) => boolean) => joints.flatMap((_, j) => (test(j) ? [j] : []));
  const all = (code: string, which: readonly number[], message: string, hint?: string) => {
    if (which.length === 0) return;
    const text = `${message}: ${listed(which.map((j) => names.joints[j]))}`;
    findings.warn(code, place(which[0]), text, hint === undefined ? {} : { hint });
  };
  if (names.made > 0) {
    findings.warn(
      'name-missing',
      {},
      names.made === 1
        ? 'a body or joint has no name: it is called after its number or body'
        : `${names.made} bodies and joints have no name: they are called after their number or body`,
    );
  }
  for (const [j, joint] of joints.entries()) {
    for (const key of ['damping', 'friction', 'rotorInertia', 'stiffness'] as const) {
      if (joint[key] >= 0) continue;
      findings.error('dynamics-negative', place(j), `a ${words[key]} must not be negative`, {
        name: `joint "${names.joints[j]}"`,
        got: `${joint[key]}`,
      });
    }
  }
  for (const [j, { range, kind }] of joints.entries()) {
    if (range === undefined || kind === 'ball' || (range[0] <= 0 && range[1] >= 0)) continue;
    const got = `lower ${range[0]}, upper ${range[1]}`;
    if (range[0] > range[1]) {
      // MuJoCo drops such a range where limits are automatic, and the joint would turn without end.
      const reversed = 'the lower limit lies above the upper one';
      findings.error('limit-reversed', place(j), reversed, { name: `joint "${names.joints[j]}"`, got });
      continue;
    }
    const message = 'position 0 lies outside the limits: the joint starts at the nearer one';
    findings.warn('zero-outside-limits', place(j), message, { name: `joint "${names.joints[j]}"`, got });
  }
  const single = (j: number) => joints[j].kind === 'hinge' || joints[j].kind === 'slide';
  all(
    'joint-spring',
    where((j) => joints[j].stiffness !== 0 && !single(j)),
    'springs of joints with several positions are left out',
  );
  all(
    'joint-polynomial',
    where((j) => joints[j].polynomial),
    'damping or stiffness of higher order is left out, that of first order kept',
  );
  all(
    'joint-cone',
    where((j) => joints[j].kind === 'ball' && joints[j].range !== undefined),
    'the range of a ball joint is left out',
  );
  all(
    'joint-free-damped',
    where(
      (j) =>
        joints[j].kind === 'free' &&
        [joints[j].damping, joints[j].friction, joints[j].rotorInertia].some((x) => x !== 0),
    ),
    'damping, friction and armature of a free root are left out',
  );
  all(
    'joint-effort-uneven',
    drives.uneven.filter(single),
    'the drive is stronger one way: the smaller force is taken for both',
  );
  all(
    'joint-without-drive',
    drives.passive,
    'no actuator drives these joints; here every joint can be driven',
  );
  const lifted = bodies.flatMap(({ gravityCompensation }, i) =>
    gravityCompensation === 0 ? [] : [names.links[i]],
  );
  if (lifted.length > 0) {
    const message = `the file takes the weight off these links (gravcomp); here they weigh: ${listed(lifted)}`;
    findings.warn('mjcf-gravity-compensation', places.of('body', lifted[0]), message);
  }
  const targets = bodies.flatMap(({ mocap }, i) => (mocap ? [names.links[i]] : []));
  if (targets.length > 0) {
    findings.warn(
      'mjcf-mocap',
      places.of('body', targets[0]),
      `these are moved from outside; here they stand still: ${listed(targets)}`,
    );
  }
}

function remarkOnCouplings({ names, couplings, places, broken }: Read, findings: Findings): void {
  const { following, demands } = couplings;
  if (following.size > 0) {
    const pairs = [...following].map(([joint, { of }]) => `${names.joints[joint]} after ${names.joints[of]}`);
    const message = `joints that follow others do so exactly, where MuJoCo holds them softly: ${listed(pairs)}`;
    findings.warn('mimic-exact', places.within('equality', 0), message);
  }
  for (const { start, joint } of broken) {
    const message = `in "${start}" the joint does not stand where its coupling holds it: the coupling counts`;
    findings.warn('start-off-coupling', places.of('key', start), message, {
      name: `joint "${names.joints[joint]}"`,
    });
  }
  for (const { constraint, section: name, index } of demands) {
    const { kind, links, joints, active } = constraint;
    const ends = [
      ...(links.length === 0 ? [] : [`links ${listed(links)}`]),
      ...(joints.length === 0 ? [] : [`joints ${listed(joints)}`]),
    ].join(', ');
    const between = ends === '' ? '' : ` between ${ends}`;
    const what = kind === 'connect' || kind === 'weld' ? 'a loop is closed by' : 'the tree does not hold';
    const message = `${what} this ${kind}${between}: the robot is read as a tree without it`;
    const called = constraint.name === undefined ? {} : { name: `${kind} "${constraint.name}"` };
    findings.warn(
      active ? 'constraint-not-held' : 'constraint-inactive',
      places.within(name, index),
      message,
      {
        ...called,
        hint: 'sound for poses at given joint positions; motion and forces of the real mechanism differ',
      },
    );
  }
}

function remarkOnWorld(read: Read, findings: Findings): void {
  const { root, model, names, places, hasWorld } = read;
  const loose = looseBodies(model);
  if (loose.length > 0) {
    const message = `free bodies without joints beside the robot are read as part of it, and fall: ${listed(loose.map((i) => names.links[i]))}`;
    findings.warn('mjcf-loose-body', places.of('body', model.bodies[loose[0]].name), message, {
      hint: 'what the robot can touch is said in the scenario: take out of the file what is no part of the robot',
    });
  }
  const sites = model.sites.filter(({ body, name }) => body === 0 && name !== '');
  const geoms = model.geoms.filter(({ body }) => body === 0);
  const ofWorld = { geom: geoms.length, site: hasWorld ? 0 : sites.length };
  const what = Object.entries(ofWorld).flatMap(([kind, number]) =>
    number === 0 ? [] : [`${number} ${number === 1 ? kind : `${kind}s`}`],
  );
  if (what.length > 0) {
    const message = `left out, for what stands in the world is no part of the robot: ${what.join(', ')}`;
    findings.warn('mjcf-world', section(root, 'worldbody')[0] ?? root, message, {
      hint: 'what the robot can touch is said in the scenario, with its stiffness',
    });
  }
  for (const option of section(root, 'option')) {
    const off = section(option, 'flag').some((flag) => flag.attributes.get('gravity') === 'disable');
    const gravity = off ? '0 0 0' : option.attributes.get('gravity');
    const [x, y, z] = (gravity ?? '0 0 -9.81').trim().split(/\s+/).map(Number);
    if (x !== 0 || y !== 0 || z !== -9.81) {
      findings.warn(
        'mjcf-gravity',
        option,
        'gravity is said in the scenario, not by the robot: this is left out',
        {
          path: 'option.gravity',
          got: gravity ?? '',
        },
      );
    }
    for (const name of ['density', 'viscosity', 'wind']) {
      const value = option.attributes.get(name);
      if (value === undefined || value.split(/\s+/).every((word) => Number(word) === 0)) continue;
      findings.warn('mjcf-fluid', option, 'forces of a fluid are left out', {
        path: `option.${name}`,
        got: value,
      });
    }
  }
}

/** Free bodies whose trees have no joints, where another tree has some. */
function looseBodies({ bodies, joints }: Compiled): number[] {
  const tops: number[] = [];
  for (const [i, { parent }] of bodies.entries()) tops.push(parent === 0 ? i : tops[parent]);
  const jointed = new Set(joints.flatMap(({ kind, body }) => (kind === 'free' ? [] : [tops[body]])));
  if (jointed.size === 0) return [];
  return joints.flatMap(({ kind, body }) => (kind === 'free' && !jointed.has(body) ? [body] : []));
}
