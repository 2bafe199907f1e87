/**
 * A scenario → what pushes its tool against each solid, as sampled loops along one axis, the normal of the contact. What
 * cannot be told that way is named with why; what is taken for granted is listed.
 */
import { type Approach, contactLoopProblems, type Wall } from '../analyse/index.js';
import { type LawDesign, lawNamed } from '../control/index.js';
import { mulMatVec, numbers, scale3, type Vec3 } from '../math/index.js';
import { describe } from '../problem/index.js';
import { carriedLoads, loadedModel } from './carrying.js';
import { touchingSpeed } from './contact-approach.js';
import { motionLoop } from './contact-force-laws.js';
import { type GuardedMoveTold, guardedMoveTold } from './contact-guarded.js';
import { heldAlong, heldLoop } from './contact-impedance.js';
import type { Apart, MappedLoop, Meeting } from './contact-meeting.js';
import { type ContactPose, poseBefore, poseOn } from './contact-pose.js';
import { feltAtRest, rotationAt } from './contact-sensing.js';
import { wrenchKinds } from './contact-wrenches.js';
import type { Draft } from './draft.js';
import { joined, mostStates, type ScenarioState, type Stretch, statesOf } from './states.js';

export interface ScenarioLoop extends Omit<MappedLoop, 'force' | 'speed' | 'rest'> {
  /** `press on metal`. */
  readonly name: string;
  /** The law that is behind it; undefined of elements and impedances. */
  readonly law: string | undefined;
  readonly solid: string;
  /** When it is so: in which phases, between which events. */
  readonly when: readonly Stretch[];
  /** What the arm carries then: a part of the mass that moves. */
  readonly carried: readonly string[];
  readonly wall: Wall;
  readonly approach: Approach;
  readonly where: ContactPose;
}

/** What is not told, and why. */
export interface Unmapped {
  readonly name: string;
  readonly why: string;
  readonly when: readonly Stretch[];
  /** True: it acts along the normal, so that the verdict on what touches there is not whole. */
  readonly unjudged: boolean;
}

export interface ContactLoops {
  readonly loops: readonly ScenarioLoop[];
  readonly moves: readonly GuardedMoveTold[];
  readonly unmapped: readonly Unmapped[];
}

export interface ContactLoopOptions {
  /** Stiffness of every wall in place of its own, N/m; without solids, of a wall before the tool. */
  readonly surface?: number;
}

/** Of what a tool touches where nothing says how it comes there. */
const unknownApproach: Approach = { speed: 0.05, preload: 10 };

/** The time that a loop takes grows with the cube of its states. */
const mostSamples = 64;

export function contactLoopsOf(draft: Draft, options: ContactLoopOptions = {}): ContactLoops {
  const { states, more } = statesOf(draft);
  const each = states.map((state) => loopsIn(state, options));
  const beyond: Unmapped[] =
    more === undefined
      ? []
      : [
          {
            name: `what ${more.count === 1 ? 'one more change makes' : `${more.count} more changes make`} of it`,
            why: `the first ${mostStates} states of phases and events are told`,
            when: [{ from: more.from }],
            unjudged: true,
          },
        ];
  return {
    loops: merged(
      each.flatMap(({ loops }) => loops),
      ({ when: _, where: { mass, at, normal }, ...loop }) => [loop, mass, at, normal],
    ),
    moves: merged(
      each.flatMap(({ moves }) => moves),
      ({ when: _, ...move }) => move,
    ),
    unmapped: [
      ...merged(
        each.flatMap(({ unmapped }) => unmapped),
        ({ name, why }) => [name, why],
      ),
      ...beyond,
    ],
  };
}

/** What is the same in several states, once. */
function merged<T extends { readonly when: readonly Stretch[] }>(
  all: readonly T[],
  like: (one: T) => unknown,
): T[] {
  const found = new Map<string, T>();
  for (const one of all) {
    const key = JSON.stringify(like(one));
    const before = found.get(key);
    found.set(key, before === undefined ? one : { ...before, when: joined([...before.when, ...one.when]) });
  }
  return [...found.values()];
}

function loopsIn(state: ScenarioState, options: ContactLoopOptions): ContactLoops {
  const { draft, left } = state;
  const when = [state.when];
  const carried = carriedLoads(draft).map(({ name }) => name);
  const unmapped: Unmapped[] = [];
  const leave = (name: string, why: string | Apart): void => {
    const unjudged = typeof why === 'string';
    unmapped.push({ name, why: unjudged ? why : why.apart, when, unjudged });
  };
  const meetings = meetingsOf(state, options, leave);
  const loops: ScenarioLoop[] = [];
  const moves: GuardedMoveTold[] = [];
  const laws = draft.design.laws ?? [];
  const moving = laws.filter(({ kind }) => lawNamed(kind).acts !== 'wrench');
  const grips = laws.filter(({ kind }) => kind === 'grip');
  for (const meeting of meetings) {
    const add = (law: LawDesign | undefined, mapped: MappedLoop | Apart | string, more = ''): void => {
      const by = law?.name ?? 'the tool';
      const name = `${by} on ${meeting.solid}${more}`;
      if (typeof mapped === 'string' || 'apart' in mapped) {
        leave(name, mapped);
        return;
      }
      const [problem] = contactLoopProblems(mapped.loop);
      const held = samplesHeld(mapped.loop);
      if (problem !== undefined) leave(name, describe(problem));
      else if (held > mostSamples)
        leave(name, `${held} samples are on their way at a time, and loops are told of up to ${mostSamples}`);
      else {
        const told = left.length === 0 ? [] : [`left out, of what is set: ${left.join(', ')}`];
        loops.push({
          ...loopOn(state, name, law, meeting, { ...mapped, assumptions: [...mapped.assumptions, ...told] }),
          when,
          carried,
        });
      }
    };
    if (moving.length === 0) {
      const only = laws.length === 1 && draft.design.elements.length === 0 ? laws[0] : undefined;
      const mapped = heldLoop(draft, meeting);
      if (mapped !== undefined) add(only, mapped);
      if (laws.some(({ parameters }) => parameters.contactDamping !== undefined)) {
        const whole = heldLoop(draft, meeting, 'whole');
        if (whole !== undefined) add(only, whole, ', its contact damping in');
      }
    } else {
      const beside = besides(draft, meeting);
      if (beside !== undefined)
        leave(
          `${beside} on ${meeting.solid}`,
          `their forces act beside what moves the arm, and are left out of its loop`,
        );
    }
    for (const law of moving) {
      if (law.kind === 'guarded-move') {
        const told = guardedMoveTold(draft, law, meeting);
        if (typeof told === 'string' || 'apart' in told) leave(`${law.name} on ${meeting.solid}`, told);
        else moves.push({ ...told, when });
      } else add(law, motionLoop(draft, law, meeting));
    }
    for (const { name } of grips)
      leave(`${name} on ${meeting.solid}`, { apart: 'a grip closes the hand, not the arm' });
  }
  return { loops, moves, unmapped };
}

/** N/m, N s/m and 1 that count as none. */
const none = 1e-6;

/** What acts by forces along the normal while a law moves the arm; undefined where nothing does. */
function besides(draft: Draft, meeting: Meeting): string | undefined {
  const by = heldAlong(draft, meeting);
  if (by === undefined) return undefined;
  const { stiffness, damping, gain, integral } = by;
  if (stiffness < none && damping < none && Math.abs(gain) < none && integral < none) return undefined;
  return [
    ...Object.keys(draft.scenario.control.elements),
    ...(draft.design.laws ?? []).filter(({ kind }) => wrenchKinds.includes(kind)).map(({ name }) => name),
  ].join(', ');
}

/** Samples that are on their way from what is felt to what is done: each of them is a state of the sampled loop. */
function samplesHeld(loop: MappedLoop['loop']): number {
  if (loop.law === 'impedance') return Math.ceil(loop.delay / loop.tick);
  const { tick, delay = 0, sensor } = loop;
  return sensor.delay + sensor.average + Math.ceil(delay / (tick * sensor.every));
}

function loopOn(
  { draft, run }: ScenarioState,
  name: string,
  law: LawDesign | undefined,
  { solid, wall, pose, made, assumptions }: Meeting,
  { force, speed, loop, rest: given, ...mapped }: MappedLoop,
): Omit<ScenarioLoop, 'when' | 'carried'> {
  const told: string[] = [];
  const felt = feltAtRest(loop, wall);
  const own = loop.law === 'force' ? 0 : loop.stiffness;
  const rest = given ?? (force(draft.scenario.duration) * felt) / (felt + own);
  const start = -pose.normal.reduce((sum, x, i) => sum + x * startSpeed(draft, pose)[i], 0);
  const came =
    speed ??
    (loop.law === 'force' || made
      ? undefined
      : touchingSpeed({
          mass: loop.mass,
          damping: loop.damping + (loop.law === 'admittance' ? 0 : (loop.friction ?? 0)),
          stiffness: loop.stiffness,
          gap: pose.gap,
          speed: Math.max(0, start),
          force,
          until: run,
        }));
  let approach: Approach = { speed: came ?? 0, preload: rest };
  if (!(rest > 0)) {
    approach = { ...approach, preload: unknownApproach.preload };
    told.push(`nothing presses it on there in the end: taken as if ${unknownApproach.preload} N did`);
  }
  if (came === undefined) {
    approach = { ...approach, speed: unknownApproach.speed };
    const why = made
      ? 'how fast it comes there is not known'
      : 'on its own it does not come there within the run';
    told.push(`${why}: taken as if at ${1e3 * unknownApproach.speed} mm/s`);
  }
  return {
    ...mapped,
    loop,
    name,
    law: law?.name,
    solid,
    wall,
    approach,
    where: pose,
    assumptions: [...assumptions, ...mapped.assumptions, ...told],
  };
}

/** Velocity of the place at the start, about: of joint speeds along g alone, along the normal. */
function startSpeed({ speeds }: Draft, { along, normal }: ContactPose): Vec3<number> {
  const square = along.reduce((sum, g) => sum + g * g, 0);
  const v = square === 0 ? 0 : along.reduce((sum, g, i) => sum + g * (speeds[i] ?? 0), 0) / square;
  return scale3(numbers, v, normal);
}

/** What the tool meets: the solids that it can touch, or a wall before it. */
function meetingsOf(
  { draft, begins }: ScenarioState,
  { surface }: ContactLoopOptions,
  leave: (name: string, why: Apart) => void,
): Meeting[] {
  const { start, rigid, design, scenario } = draft;
  const model = loadedModel(draft);
  const rotors = rigid.joints?.rotorInertia;
  const { solids = [], places = [] } = rigid.contacts ?? {};
  const found: Meeting[] = [];
  const meet = (
    solid: string,
    wall: Wall,
    pose: ContactPose | undefined,
    assumptions: readonly string[],
    made = false,
  ): void => {
    if (pose === undefined) return;
    if (pose.mass === undefined) {
      leave(solid, { apart: 'nothing of the arm moves along its normal, in the pose in which it touches' });
    } else found.push({ solid, wall, pose, assumptions, ...(made && { made }) });
  };
  for (const solid of solids) {
    const { appears = 0, vanishes = Number.POSITIVE_INFINITY } = scenario.world.solids[solid.name] ?? {};
    if (appears >= scenario.duration || vanishes <= begins) continue;
    const pose = poseOn(model, start, places, solid, rotors);
    const wall = { stiffness: surface ?? solid.stiffness, damping: solid.damping ?? 0 };
    const shape = places.find(({ name }) => name === pose?.place)?.shape;
    meet(solid.name, wall, pose, [
      ...(pose?.reached === false
        ? [`${pose.place} does not come to ${solid.name} from the start: told for the start pose`]
        : []),
      ...(shape === undefined || shape.kind === 'sphere' ? [] : [`${pose?.place} counts as a point`]),
    ]);
  }
  if (solids.length === 0 && surface !== undefined) {
    const [tool] = design.points;
    if (tool?.frame === undefined) return found;
    const place = { name: tool.name, frame: tool.frame, ...(tool.at && { at: tool.at }) };
    const { direction, by } = wayAhead(draft);
    const pose = poseBefore(model, start, place, scale3(numbers, -1, direction), rotors);
    const put = `the scenario has no solid to touch: a wall is put before the tool, across ${by}`;
    meet('a wall', { stiffness: surface, damping: 0 }, pose, [put], true);
  }
  return found;
}

/** The way in which the tool is taken to go into a wall that no solid gives. */
function wayAhead(draft: Draft): { readonly direction: Vec3<number>; readonly by: string } {
  const { design, model, start } = draft;
  const turned = (law: LawDesign, way: readonly number[]): Vec3<number> | undefined => {
    const [x = 0, y = 0, z = 0] = way;
    const size = Math.sqrt(x * x + y * y + z * z);
    if (!(size > 0)) return undefined;
    const world = mulMatVec(numbers, rotationAt(draft, law, start), [x, y, z]);
    return scale3(numbers, 1 / size, world);
  };
  for (const law of design.laws ?? []) {
    const { wanted, direction, selection = [] } = law.parameters;
    const asked = turned(law, wanted ?? direction ?? []);
    if (asked !== undefined)
      return { direction: asked, by: `what ${law.name} wants (${wanted ? 'its force' : 'its direction'})` };
    const only = selection.length === 6 ? turned(law, selection) : undefined;
    if (only !== undefined) return { direction: only, by: `the way that ${law.name} frees` };
  }
  if (model.nv === 1) {
    const { frame } = design.points[0];
    const place = { name: 'tool', frame: frame as string };
    for (const normal of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const) {
      if (poseBefore(model, start, place, normal, undefined).mass !== undefined)
        return { direction: normal, by: 'the one way in which it moves' };
    }
  }
  const rotation = rotationAt(draft, { at: design.points[0].name }, start);
  return { direction: [rotation[2], rotation[5], rotation[8]], by: 'the z axis of the tool' };
}
