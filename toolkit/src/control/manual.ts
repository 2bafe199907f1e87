/** What somebody has to know who calls a control program as emitted code: the order of calls, time, outputs, sensors, faults. */
import type { Manual } from '../graph/index.js';
import type { Design, Fault, PointDesign } from './design.js';
import { streamReaction } from './guards.js';
import type { Reaction, SensorDesign } from './laws/law-design.js';
import { isStreamed } from './streamed.js';

export function controlManual(design: Design): Manual {
  const { period, phases = [], tank } = design;
  const live = phases.length > 0 || tank !== undefined || design.points.some(isStreamed);
  return {
    about: [
      `Calls. Once: initialise, then parameters that are to differ from their initial values, then prepare. Each tick: the inputs, step, and the outputs to the drives, which hold them until the next. prepare again after a parameter was changed, between two steps${live ? '; step brings what it acts by to what is wanted' : ''}. observe where observed fields are wanted; it changes nothing that step reads. Values are not held to their ranges here.`,
      `Time. The nominal tick is ${period} s; gains and limits are meant for it. time counts from any beginning and goes on; period is what was measured since the step before, at the first step the nominal tick. After a missed tick call step once, with the time that went by. Laws, limits of rate and times of guards count no more than a nominal tick of it, so that nothing jumps; what moves by itself, and phases, go by time. Never call it several times to catch up.`,
      `Axes. The world's are those of the robot's base as its description has them, z up where gravity is 0 0 -9.81. Attitudes are quaternions w x y z. Wrenches are force, then torque; an external one acts on the robot, a wanted one is what the robot does to its environment.`,
      outputs(design),
      ...(design.sensors ?? []).map((sensor) => sensorText(sensor, design)),
      ...design.points.filter(isStreamed).map(({ name }) => streamText(name)),
      faultText(design),
      ...(phases.length === 0
        ? []
        : [
            `Phases. ${phases.map(({ name }) => name).join(', ')}. phase is the index of the present one; step goes on to the next where its end is reached, not while a reaction acts. reset begins with the first.`,
          ]),
    ],
    procedures: {
      prepare:
        'Works out what follows from the parameters: before the first step, and after each change of one.',
      step: 'One tick: inputs and state to outputs and state; how long it takes at most does not depend on what they are.',
      observe: 'Writes the observed fields, as of the last step.',
      ...(live
        ? { settle: 'Part of step; not to be called.', price: 'Part of step; not to be called.' }
        : {}),
    },
  };
}

function outputs({ compensate = [], provides = [], servo, limits = {} }: Design): string {
  if (servo?.follow.kind === 'drive')
    return 'Outputs. position and speed are what the drives are to follow, from the first step on; torque is not for them.';
  const weight = compensate.includes('gravity')
    ? 'the weight of the arm is in them'
    : provides.includes('gravity')
      ? 'the weight of the arm is not: the drives are taken to bear it already'
      : 'the weight of the arm is not';
  const cut = limits.torque === undefined ? 'no limit is set on them' : 'they are within limits.torque';
  return `Outputs. torque is what the drives are to do, joint by joint (after the gear, at the joint): ${weight}, ${cut}.`;
}

function sensorText({ name, at, observer, tare, guards = {} }: SensorDesign, design: Design): string {
  const own = `sensor.${name}`;
  const where = placeText(at, design);
  const parts =
    observer === undefined
      ? [
          `Sensor ${name}. ${own} is in the axes of ${where}. Before each step write the last reading that has come and its age; ${own}.valid is 0 until the first has come and 1 from then on. While nothing new comes let ${own}.age grow: an age that stands still says that the same reading came anew.`,
        ]
      : [
          `Sensor ${name} is estimated, about ${where}: it has no inputs, and reckons with the torques of the last step.`,
        ];
  if (tare !== undefined)
    parts.push(
      `Its tare averages the first ${tare.seconds} s, until which laws that read it rest; another one is taken where ${own}.tare.ask gets another value.`,
    );
  for (const [guard, given] of [
    ['collision', guards.collision],
    ['bounds', guards.bounds],
  ] as const)
    if (given !== undefined)
      parts.push(
        `A stop by ${guard} stays until ${own}.guards.${guard}.reset rises from 0 to 1 with its cause gone.`,
      );
  return parts.join(' ');
}

function placeText(point: string, { points }: Design): string {
  const place = points.find(({ name }) => name === point);
  return place === undefined ? point : `${point}, ${onFrame(place)}`;
}

function onFrame({ frame, at = [0, 0, 0], attitude = [1, 0, 0, 0] }: PointDesign): string {
  return `which is at ${at.map(short).join(' ')} m and ${attitude.map(short).join(' ')} on ${frame ?? 'the world'}`;
}

/** Six digits are enough to recognise a place by. */
function short(x: number): string {
  return `${Number(x.toPrecision(6))}`;
}

function streamText(point: string): string {
  const own = `stream.${point}`;
  return `Point ${point} is told where to be: write ${own}.at and ${own}.attitude (world axes), ${own}.valid 1 and ${own}.age, which grows until another target comes. Until the first it stands where it is initially.`;
}

function sensorFaultsOf({ name, guards = {}, tare }: SensorDesign): (readonly [string, Reaction])[] {
  const of = (fault: Fault, given: { readonly then?: Reaction } = {}) =>
    [`${fault} (${name})`, given.then ?? 'hold'] as const;
  return [
    of('sensor silent', guards.first),
    of('sensor stale', guards.stale),
    ...(guards.frozen === undefined ? [] : [of('sensor frozen', guards.frozen)]),
    of('sensor not finite', guards.nonFinite),
    ...(tare === undefined ? [] : [of('tare refused', tare)]),
    ...(guards.collision === undefined ? [] : [of('collision', guards.collision)]),
    ...(guards.bounds === undefined ? [] : [of('out of bounds', guards.bounds)]),
  ];
}

/** What comes of each fault that this design can have. */
function faultText(design: Design): string {
  const { guards, sensors = [], points, servo, laws = [] } = design;
  const named = [...sensors].sort((a, b) => (a.name < b.name ? -1 : 1));
  const reactions: (readonly [string, Reaction | 'the last command'])[] = [
    ['joint state lost', 'off'],
    ...named.flatMap((sensor) => sensorFaultsOf(sensor)),
    ...points.filter(isStreamed).map((point) => ['target stale', streamReaction(point.streamed)] as const),
    ['law not finite', guards?.nonFinite ?? 'damped stop'],
  ];
  if (servo !== undefined && laws.length > 0) reactions.push(['kinematics failed', 'the last command']);
  const list = reactions.map(([fault, then]) => `${fault}: ${then}`).join('; ');
  return `Faults. While fault is not 0 this acts in place of the law, by cause: ${list}. hold: the joints stay where they are; damped stop: their speed is braked; float: nothing but the weight is borne; off: no torque. Of several causes the first in this order is told and the strongest reaction acts. It ends with its cause, without a call. What an arm has beside it (brakes, a switch that cuts power) is not replaced by this.`;
}
