/** What is wrong with the virtual bodies of a design. */
import { factorDefinite, numbers } from '../math/index.js';
import { LoadSums } from '../mechanism/index.js';
import { integrate, jointProperties, type Model } from '../model/index.js';
import { bodiesStart, bodyInertia, trees, wholeDesign } from './bodies.js';
import type { BodiesDesign, Design } from './design.js';
import { type Findings, unknown } from './findings.js';
import { ordered } from './law.js';
import { designSlots, evaluateLaw } from './numeric.js';

/** What can be said of the bodies alone: names, starts, joints. */
export function checkBodies(design: Design, found: Findings): void {
  const { bodies } = design;
  if (bodies === undefined) return;
  const { model, start, speed, weight = [] } = bodies;
  checkNames(design, model, found);
  for (const [part, given, expected] of [
    ['start', start, model.nq],
    ['speed', speed, model.nv],
  ] as const) {
    if (given === undefined) continue;
    if (given.length !== expected) {
      found.error('body-state', 'control.bodies', `wrong count of numbers in the bodies’ ${part}`, {
        expected: `${expected}`,
        got: `${given.length}`,
      });
    } else if (!given.every(Number.isFinite)) {
      found.error('not-finite', 'control.bodies', `the bodies’ ${part} is not a number`);
    }
  }
  const roots = [...new Set(trees(model))];
  for (const joint of weight) unknown(found, 'control.bodies', 'body in the world', joint, roots);
  const own = jointProperties(model);
  model.bodies.forEach(({ joint, v, nv, mimic }) => {
    const parts = ['damping', 'coulomb', 'stiffness'] as const;
    const has = parts.some((part) => own[part].slice(v, v + nv).some((x) => x !== 0));
    if (!has && mimic === undefined) return;
    found.error(
      'body-joint',
      `control.bodies.${joint}`,
      'friction, springs and followers are elements here',
      {
        hint: 'give the joint of a virtual body no damping, friction, spring or mimic of its own',
      },
    );
  });
}

function checkNames(design: Design, model: Model, found: Findings): void {
  const robot = new Set([
    ...design.model.bodies.map(({ joint }) => joint),
    ...design.model.frames.map(({ name }) => name),
  ]);
  const points = design.points.map((point) => point.name);
  const owners = [...design.elements, ...(design.coordinates ?? [])].map(({ name }) => name);
  for (const name of new Set([
    ...model.bodies.map(({ joint }) => joint),
    ...model.frames.map((frame) => frame.name),
  ])) {
    const of = robot.has(name) ? 'a joint or link of the robot' : owners.includes(name) ? 'an element' : '';
    // Where the body is a point as well, its owner has been told.
    if (of === '' || (!robot.has(name) && points.includes(name))) continue;
    found.error('name-taken', `control.bodies.${name}`, `the name is that of ${of} already`, {
      got: name,
      hint: 'points, elements and joints are told apart by their names alone: give the body another one',
    });
  }
}

/** What can be said once all else is right: whose inertia is missing, and what would need one where none can be. */
export function checkInertias(design: Design, found: Findings): void {
  checkInerters(design, found);
  if (design.bodies !== undefined) checkMassless({ ...design, bodies: design.bodies }, found);
}

/** An inerter on the robot would be a load that it carries; the law can push, but not make mass. */
function checkInerters(design: Design, found: Findings): void {
  if (!design.elements.some(({ family }) => family === 'inerter')) return;
  const { model } = design;
  const moving = new Set(
    design.points
      .filter(
        ({ moves, motion, streamed }) => moves === true || motion !== undefined || streamed !== undefined,
      )
      .map(({ name }) => name),
  );
  const rest = new Array<number>(model.nv).fill(0);
  for (const { element, coordinate } of evaluateLaw(design, model.neutral, rest).acting) {
    if (element.family !== 'inerter') continue;
    const loads = new LoadSums<number>(numbers);
    const { length } = coordinate.reading.rate;
    for (let k = 0; k < length; k++) {
      const unit = Array.from({ length }, (_, i) => (i === k ? 1 : 0));
      coordinate.transpose(unit, false, loads);
    }
    const sites = [...loads.sites.values()].map(({ site }) => site);
    const joints = [...loads.joints.keys()];
    const path = `control.elements.${element.name}`;
    const onRobot =
      sites.some(({ body }) => body >= 0 && body < model.bodies.length) ||
      joints.some((index) => index < model.nv);
    const onBodies =
      sites.some(({ body }) => body >= model.bodies.length) || joints.some((index) => index >= model.nv);
    const hint =
      'an inerter acts on a coordinate that virtual bodies alone move: put a body between, on springs';
    if (onRobot) {
      found.error('inerter-on-robot', path, 'the controller cannot add inertia to the robot itself', {
        hint,
      });
    } else if (!onBodies) {
      found.error('inerter-on-nothing', path, 'no virtual body moves what this inerter acts on', { hint });
    } else if (sites.some(({ name }) => moving.has(name)) || loads.references.size > 0) {
      // It would take the bodies' accelerations to book it.
      const message = 'what a point or a reference that moves by itself does against an inertia is not known';
      found.error('inerter-on-motion', path, message, { hint });
    }
  }
}

/** A pivot of M below this part of the inertia on its diagonal is rounding. */
const ROUNDING = 1e-12;

/** Inertia, kg or kg m², below which its inverse leaves the numbers. */
const LEAST = 1e-100;

/**
 * Joints of bodies that move no mass, inerters counted: at the start, and not only there by chance. What is known is
 * given an inertia, so that those before it in their tree can be judged.
 */
function checkMassless(design: Design & { readonly bodies: BodiesDesign }, found: Findings): void {
  const { model } = design.bodies;
  const { nv } = model;
  const start = bodiesStart(design.bodies);
  const sorted = { ...ordered(design), bodies: design.bodies };
  const slots = designSlots(wholeDesign(sorted));
  const massless = (q: readonly number[]): Set<number> => {
    const inertia = bodyInertia(sorted, slots, [...design.model.neutral, ...q]);
    const none = new Set<number>();
    for (let known = -1; known < none.size; ) {
      known = none.size;
      const given = inertia.map((m, at) => (at % (nv + 1) === 0 && none.has(at / (nv + 1)) ? m + 1 : m));
      const { pivots } = factorDefinite(numbers, given, nv);
      pivots.forEach((pivot, v) => {
        const least = Math.abs(given[v * (nv + 1)]) * ROUNDING;
        if (!none.has(v) && !(pivot > (least > LEAST ? least : LEAST))) none.add(v);
      });
    }
    return none;
  };
  const away = Array.from({ length: nv }, (_, k) => 0.4 + ((k * 0.6180339887) % 1));
  const never = massless(integrate(numbers, model, model.neutral, away, 1));
  const there = massless(start.q);
  model.bodies.forEach(({ joint, v, nv: own }) => {
    const entries = Array.from({ length: own }, (_, k) => v + k);
    const path = `control.bodies.${joint}`;
    const detail = {
      hint: 'give it, or what it carries, a mass and an inertia, or an inerter along every way that it can move',
    };
    if (entries.some((i) => never.has(i)))
      found.error('body-inertia', path, 'the joint of this virtual body moves no inertia', detail);
    else if (entries.some((i) => there.has(i)))
      found.error(
        'body-inertia',
        path,
        'the joint of this virtual body moves no inertia at its start',
        detail,
      );
  });
}
