/** Fixed joints, links bolted to the world, and links without a mass. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { numbers } from 'pliant/math';
import {
  centreOfMass,
  forwardKinematics,
  frameOf,
  framePlacement,
  gravityTorque,
  type Model,
  standardGravity,
} from 'pliant/model';
import { writeUrdf } from 'pliant/robot';
import { modelOfRobot } from '../robots.js';
import { jointText, linkText, read, robotOf, robotText } from '../urdf-text.js';
import { axes, between, type Case, kind, near, type Three, turns, vectors } from './case.js';
import {
  bodyText,
  cross,
  dot,
  originText,
  placed,
  plus,
  product,
  rotationAbout,
  rotationOf,
  type Solid,
  solids,
  together,
  turned,
} from './solid.js';

interface Pose {
  readonly xyz: Three;
  readonly rpy: Three;
}
const poses: fc.Arbitrary<Pose> = fc.record({ xyz: vectors(1), rpy: turns });
const upright: Pose = { xyz: [0, 0, 0], rpy: [0, 0, 0] };

const fixed = (name: string, parent: string, child: string, { xyz, rpy }: Pose): string =>
  jointText(name, parent, child, originText(xyz, rpy), 'fixed');
const turning = (name: string, parent: string, child: string, axis: Three, { xyz, rpy } = upright): string =>
  jointText(name, parent, child, `${originText(xyz, rpy)}<axis xyz="${axis.join(' ')}"/>`, 'continuous');

const none = [0, 0, 0, 0, 0, 0] as const;
const place = (model: Model, q: readonly number[], frame: string) =>
  framePlacement(numbers, forwardKinematics(numbers, model, q), frameOf(model, frame));

/** A parent that turns, with children welded on, each on the one before. */
function merged(parts: readonly (readonly [Solid, Pose])[]): Solid {
  const names = parts.map((_, i) => `part${i}`);
  const text = robotText(
    linkText('base', 0),
    ...parts.map(([solid], i) => bodyText(names[i], solid)),
    turning('turn', 'base', names[0], [0, 0, 1]),
    ...parts.slice(1).map(([, pose], i) => fixed(`weld${i}`, names[i], names[i + 1], pose)),
  );
  const { bodies } = modelOfRobot(robotOf(text));
  equal(bodies.length, 1);
  return bodies[0].inertia;
}

function mergesRight(parts: readonly (readonly [Solid, Pose])[]): void {
  let [position, rotation] = [[0, 0, 0] as Three, rotationOf([0, 0, 0])];
  const seen = parts.map(([solid, { xyz, rpy }], i) => {
    if (i === 0) return solid;
    position = plus(position, turned(rotation, xyz));
    rotation = product(rotation, rotationOf(rpy));
    return placed(solid, position, rotation);
  });
  const wanted = together(seen);
  const got = merged(parts);
  near([got.mass], [wanted.mass], 1e-14);
  near(got.centre, wanted.centre, 1e-13);
  near(got.inertia, wanted.inertia, 1e-12);
}

interface Stand {
  readonly stand: Solid;
  readonly arm: Solid;
  readonly camera: Pose;
  readonly hinge: Pose;
  readonly axis: Three;
}

/** A stand that is the root, an empty camera fixed on it, an arm that turns. */
function standing({ stand, arm, camera, hinge, axis }: Stand): Model {
  const text = robotText(
    bodyText('stand', stand),
    '<link name="lens"/>',
    bodyText('arm', arm),
    fixed('lens_mount', 'stand', 'lens', camera),
    turning('turn', 'stand', 'arm', axis, hinge),
  );
  return modelOfRobot(robotOf(text));
}

/** A root with a mass and an arm on it, without and with an empty link fixed in front. */
function rooted(root: Solid, arm: Solid, axis: Three, pose: Pose): Model[] {
  const parts = [bodyText('root', root), bodyText('arm', arm), turning('turn', 'root', 'arm', axis, pose)];
  const front = ['<link name="front"/>', fixed('glue', 'front', 'root', upright)];
  return [robotText(...parts), robotText(...front, ...parts)].map((text) => modelOfRobot(robotOf(text)));
}

const shapes = fc.oneof(
  between(0.01, 1).map((r) => `<sphere radius="${r}"/>`),
  fc.tuple(between(0.01, 1), between(0.01, 1)).map(([r, l]) => `<cylinder radius="${r}" length="${l}"/>`),
  fc
    .tuple(between(0.01, 1), between(0.01, 1), between(0.01, 1))
    .map((size) => `<box size="${size.join(' ')}"/>`),
);

function staysMassless(shape: string, base: Solid): void {
  const inside = `<collision><geometry>${shape}</geometry></collision><visual><geometry>${shape}</geometry></visual>`;
  const text = robotText(
    bodyText('base', base),
    bodyText('ghost', undefined, undefined, inside),
    turning('j', 'base', 'ghost', [0, 1, 0]),
  );
  const outcome = read(text);
  const named = outcome.problems.filter(({ code }) => code === 'link-without-mass');
  deepEqual(
    named.map(({ where }) => where.name),
    ['link "ghost"'],
  );
  ok(outcome.value !== undefined);
  const saved = writeUrdf(outcome.value);
  ok(saved.value !== undefined);
  for (const robot of [outcome.value, robotOf(saved.value)]) {
    equal(centreOfMass(numbers, modelOfRobot(robot), [0]).mass, base.mass);
    equal(robot.links.find(({ name }) => name === 'ghost')?.inertial, undefined);
    deepEqual(
      robot.roots.map(({ link }) => link),
      ['base'],
    );
  }
}

/** Where each link of a row of fixed joints stands in the first. */
function inRow(row: readonly Pose[]): { positions: Three[]; model: Model } {
  const text = robotText(
    ...Array.from({ length: row.length + 1 }, (_, i) => `<link name="l${i}"/>`),
    ...row.map((pose, i) => fixed(`f${i}`, `l${i}`, `l${i + 1}`, pose)),
  );
  const model = modelOfRobot(robotOf(text));
  return { model, positions: row.map((_, i) => [...place(model, [], `l${i + 1}`).position] as const) };
}

export const weldCases: readonly Case[] = [
  kind(
    'a child over a fixed joint is merged with its axes turned',
    () => {
      const got = merged([
        [{ mass: 1, centre: [0, 0, 0], inertia: [0.1, 0.2, 0.25, 0, 0, 0] }, upright],
        [
          { mass: 2, centre: [0.1, 0, 0], inertia: [0.01, 0.02, 0.025, 0, 0, 0] },
          { xyz: [0.5, 0, 0], rpy: [0, 0, Math.PI / 2] },
        ],
      ]);
      equal(got.mass, 3);
      near(got.centre, [1 / 3, 1 / 15, 0], 1e-15);
      near(got.inertia, [0.126667, 0.376667, 0.448333, -0.033333, 0, 0], 5e-7);
    },
    fc.array(fc.tuple(solids, poses), { minLength: 2, maxLength: 4 }),
    mergesRight,
  ),
  kind(
    'a link that is fixed to the world does not disappear',
    () => {
      const model = standing({
        stand: { mass: 4, centre: [0, 0, 0.5], inertia: none },
        arm: { mass: 1, centre: [0, 0, 0.2], inertia: none },
        camera: { xyz: [0.1, 0, 0.9], rpy: [0, 0, 0] },
        hinge: { xyz: [0, 0, 1], rpy: [0, 0, 0] },
        axis: [0, 0, 1],
      });
      const { mass, centre } = centreOfMass(numbers, model, [0]);
      equal(mass, 5);
      equal(model.fixed.mass, 4);
      equal(model.bodies[0].inertia.mass, 1);
      near(centre, [0, 0, 0.64], 1e-15);
      near(place(model, [0], 'lens').position, [0.1, 0, 0.9], 0);
      near(place(model, [0], 'stand').position, [0, 0, 0], 0);
    },
    fc.record({ stand: solids, arm: solids, camera: poses, hinge: poses, axis: axes, q: between(-3, 3) }),
    ({ q, ...given }) => {
      const model = standing(given);
      const { stand, arm, camera, hinge, axis } = given;
      const held = product(rotationOf(hinge.rpy), rotationAbout(axis, q));
      const wanted = together([stand, placed(arm, hinge.xyz, held)]);
      const { mass, centre } = centreOfMass(numbers, model, [q]);
      near([mass, model.fixed.mass], [wanted.mass, stand.mass], 1e-14);
      near(centre, wanted.centre, 1e-13);
      for (const at of [0, q]) near(place(model, [at], 'lens').position, camera.xyz, 0);
      near(place(model, [q], 'lens').rotation, rotationOf(camera.rpy), 1e-15);
      equal(frameOf(model, 'stand').body, -1);
    },
  ),
  kind(
    'the inertia of a root link is kept, with and without an empty link in front of it',
    () => {
      const light: Solid = { mass: 0.5, centre: [0.3, 0, 0], inertia: none };
      for (const model of rooted({ ...light, mass: 1 }, light, [0, 1, 0], upright)) {
        equal(centreOfMass(numbers, model, [0]).mass, 1.5);
        near(gravityTorque(numbers, model, [0], standardGravity), [-1.4715], 1e-14);
      }
    },
    fc.record({ root: solids, arm: solids, axis: axes, pose: poses, q: between(-3, 3) }),
    ({ root, arm, axis, pose, q }) => {
      const rotation = product(rotationOf(pose.rpy), rotationAbout(axis, q));
      const lever = turned(rotation, arm.centre);
      // What holds it: the moment of its weight about the axis, with the sign turned.
      const held = -dot(turned(rotationOf(pose.rpy), axis), cross(lever, [0, 0, -9.81 * arm.mass]));
      for (const model of rooted(root, arm, axis, pose)) {
        near([centreOfMass(numbers, model, [q]).mass], [root.mass + arm.mass], 1e-14);
        near(gravityTorque(numbers, model, [q], standardGravity), [held], 1e-12);
      }
    },
  ),
  kind(
    'a link without inertial gets no invented mass, and none by being saved',
    () =>
      staysMassless('<sphere radius="0.1"/>', { mass: 2, centre: [0, 0, 0], inertia: [1, 1, 1, 0, 0, 0] }),
    fc.tuple(shapes, solids),
    ([shape, base]) => staysMassless(shape, base),
  ),
  kind(
    'fixed joints in a row add up, each frame on the one before',
    () => {
      const { positions, model } = inRow([
        { xyz: [1, 0, 0], rpy: [0, 0, 0] },
        { xyz: [0, 1, 0], rpy: [0, 0, 0] },
      ]);
      near(positions[1], [1, 1, 0], 0);
      equal(frameOf(model, 'l2').parent, 'l1');
    },
    fc.array(poses, { minLength: 2, maxLength: 6 }),
    (row) => {
      const { positions, model } = inRow(row);
      let [position, rotation] = [[0, 0, 0] as Three, rotationOf([0, 0, 0])];
      row.forEach(({ xyz, rpy }, i) => {
        position = plus(position, turned(rotation, xyz));
        rotation = product(rotation, rotationOf(rpy));
        near(positions[i], position, 1e-14);
        near(place(model, [], `l${i + 1}`).rotation, rotation, 1e-14);
        equal(frameOf(model, `l${i + 1}`).parent, `l${i}`);
      });
    },
  ),
];
