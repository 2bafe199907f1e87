/** What is wrong with a design's tank and phases. */

import type { Field } from '../graph/index.js';
import { ProgramBuilder } from '../graph/index.js';
import { isShape } from '../mechanism/index.js';
import { hasErrors, type Problem } from '../problem/index.js';
import { wholeDesign } from './bodies.js';
import { changedDesign, changeProblems, jumpsAfter } from './changes.js';
import { shapeIn } from './coordinates.js';
import type { Design, PhaseDesign, PhaseEnd, TankDesign } from './design.js';
import { declareFields } from './fields.js';
import { Findings, unknown } from './findings.js';
import { ordered } from './law.js';
import { checkTankLaws } from './laws/law-passivity.js';
import { lawOf } from './laws/laws.js';
import { nextPhase } from './phases.js';

/** The parameters that a phase may set and a tank pays for: those of points, coordinates and elements. */
export function phaseParameters(design: Design): Field[] {
  const { tank: _tank, phases: _phases, ...bare } = design;
  const builder = new ProgramBuilder(design.name);
  declareFields(builder, ordered(bare), {});
  const owners = new Set(
    [...design.points, ...(design.coordinates ?? []), ...design.elements, ...(design.laws ?? [])].map(
      ({ name }) => name,
    ),
  );
  return builder.layout
    .finish()
    .fields.filter(
      ({ name, region }) => region === 'parameters' && owners.has(name.slice(0, name.indexOf('.'))),
    );
}

/** Of a design that {@link designProblems} finds nothing else wrong with. */
export function liveProblems(design: Design): Problem[] {
  const found = new Findings();
  if (design.tank !== undefined) checkTank(design.tank, found);
  checkTankLaws(design, found);
  const { phases } = design;
  if (phases !== undefined) {
    const parameters = phaseParameters(design);
    for (const [i, phase] of phases.entries()) checkPhase(design, phases, i, phase, parameters, found);
    if (!hasErrors(found.problems)) {
      checkOrder(phases, found);
      for (const phase of phases) checkTogether(design, phase, found);
    }
  }
  return found.problems;
}

function checkTank({ start, most, pays }: TankDesign, found: Findings): void {
  if (!(most > 0 && most < Number.POSITIVE_INFINITY)) {
    found.error('tank-size', 'control.tank.most', 'a tank holds more than 0 J, and not without end', {
      got: `${most} J`,
    });
  } else if (!(start >= 0 && start <= most)) {
    found.error(
      'tank-start',
      'control.tank.start',
      'the tank holds more at the start than it can, or less than nothing',
      {
        expected: `0 to ${most} J`,
        got: `${start} J`,
      },
    );
  }
  const twice = pays.find((payee, i) => pays.indexOf(payee) !== i);
  if (twice !== undefined)
    found.error('tank-pays', 'control.tank.pays', 'the tank pays for each thing once', { got: twice });
  if (pays.length === 0) found.error('tank-pays', 'control.tank.pays', 'the tank pays for nothing');
}

/** Which phases follow which: none without time in a ring, none that is never reached. */
function checkOrder(phases: readonly PhaseDesign[], found: Findings): void {
  const reached = new Set<number>();
  const follower = (i: number) => (phases[i].until === undefined ? undefined : nextPhase(phases, i));
  for (let i: number | undefined = 0; i !== undefined && !reached.has(i); i = follower(i)) reached.add(i);
  for (const [i, { name, until, next }] of phases.entries()) {
    const path = `task.phases.${name}`;
    if (until === undefined && next !== undefined)
      found.warn(
        'phase-endless',
        `${path}.next`,
        `${name} has no until, so it never ends and nothing follows`,
        {
          hint: `say when it ends, \`until: { after: 1 s }\` for instance, or leave out next`,
        },
      );
    if (!reached.has(i))
      found.warn('phase-unreached', path, `no phase that is reached leads to ${name}`, {
        hint: 'the first phase begins; after a phase with `until` comes the one that its `next` names, else the next in the list',
      });
  }
  for (const start of phases.keys()) {
    const ring: number[] = [];
    let i: number | undefined = start;
    while (i !== undefined && !ring.includes(i) && atOnce(phases[i])) {
      ring.push(i);
      i = follower(i);
    }
    // Each ring is told at its first phase.
    if (i !== start || ring.length === 0 || ring.some((other) => other < start)) continue;
    const names = [...ring, start].map((one) => phases[one].name).join(', ');
    found.error(
      'phase-loop',
      `task.phases.${phases[start].name}.until.after`,
      'phases follow each other without end and without time',
      {
        got: names,
        hint: 'give one of them a time above 0 s',
      },
    );
  }
}

function atOnce({ until }: PhaseDesign): boolean {
  return until !== undefined && 'after' in until && until.after === 0;
}

/** Points in the world that nothing moves during a run, but for events. */
function standing({ points, phases = [] }: Design, name: string): boolean {
  if (name === 'world') return true;
  const point = points.find((candidate) => candidate.name === name);
  if (point === undefined || point.frame !== undefined || point.moves === true) return false;
  return (
    point.motion === undefined &&
    point.streamed === undefined &&
    phases.every(({ set = {} }) => set[`${name}.at`] === undefined)
  );
}

/** The numbers of a phase together with those that it leaves as they are. */
function checkTogether(design: Design, { name, set = {} }: PhaseDesign, found: Findings): void {
  for (const parameter of Object.keys(set)) {
    if (jumpsAfter(design, parameter) === undefined) continue;
    found.warn(
      'motion-jumps',
      `task.phases.${name}.set.${parameter}`,
      `where a motion has come to is counted from its begin: where the phase begins or ends on the way, ${parameter} makes the point jump`,
      { hint: 'let the phase begin before the motion and end after it, or take two points' },
    );
  }
  for (const { parameter, problem } of changeProblems(changedDesign(design, set), Object.keys(set))) {
    const message = `in the phase ${name}, ${parameter}: ${problem.message}`;
    found.problems.push({ ...problem, message, where: { path: `task.phases.${name}.set.${parameter}` } });
  }
}

function checkPhase(
  design: Design,
  phases: readonly PhaseDesign[],
  index: number,
  { name, set = {}, until, next, blend = 0 }: PhaseDesign,
  parameters: readonly Field[],
  found: Findings,
): void {
  const { points, elements } = design;
  const path = `task.phases.${name}`;
  const names = phases.map((phase) => phase.name);
  if (names.indexOf(name) !== index) found.error('name-taken', path, 'two phases have this name');
  if (name === '' || name.includes('.'))
    found.error('name-dots', path, 'a name has at least one character and no dot');
  if (next !== undefined) unknown(found, `${path}.next`, 'phase', next, names);
  if (!(blend >= 0 && blend < Number.POSITIVE_INFINITY))
    found.error('phase-time', `${path}.blend`, 'a time is at least 0 s', { got: `${blend} s` });
  for (const [parameter, values] of Object.entries(set)) {
    const field = parameters.find((candidate) => candidate.name === parameter);
    const place = `${path}.set.${parameter}`;
    if (field === undefined) {
      unknown(
        found,
        place,
        'parameter',
        parameter,
        parameters.map((candidate) => candidate.name),
      );
    } else if (values.length !== field.size || !values.every(Number.isFinite)) {
      found.error('parameter-shape', place, `${parameter} is ${field.size} numbers`, {
        got: values.join(', '),
      });
    }
  }
  if (until === undefined) return;
  const bound = (key: string, value: number | undefined, least = 0): void => {
    if (value === undefined || (value >= least && Math.abs(value) < Number.POSITIVE_INFINITY)) return;
    const message = least === 0 ? 'a bound is a number of at least 0' : 'a bound is a number';
    found.error('phase-bound', `${path}.until.${key}`, message, { got: `${value}` });
  };
  if ('after' in until) {
    bound('after', until.after);
    return;
  }
  if ('law' in until) {
    checkLawEnd(design, until, `${path}.until`, found);
    bound('hold', until.hold);
    return;
  }
  if ((until.below === undefined) === (until.above === undefined))
    found.error('phase-bound', `${path}.until`, 'give one bound: below or above');
  // What is measured may be below 0, a gap among it.
  const least = 'coordinate' in until ? Number.NEGATIVE_INFINITY : 0;
  for (const key of ['below', 'above'] as const) bound(key, until[key], least);
  bound('hold', until.hold);
  if ('coordinate' in until) {
    const { coordinates = [] } = design;
    const known = coordinates.map((coordinate) => coordinate.name);
    unknown(found, `${path}.until.coordinate`, 'coordinate', until.coordinate, known);
    const measured = coordinates.find((coordinate) => coordinate.name === until.coordinate);
    const shape = measured && shapeIn(wholeDesign(design), measured);
    if (shape !== undefined && isShape(shape) && shape.size !== 1)
      found.error('phase-entries', `${path}.until.coordinate`, 'a phase ends by a coordinate of one entry', {
        got: `${shape.size} entries`,
        hint: 'take one with a slice, or their norm',
      });
    return;
  }
  if ('norm' in until) {
    const known = elements.map((element) => element.name);
    unknown(found, `${path}.until.norm`, 'element', until.norm, known);
    return;
  }
  if ('sensor' in until) {
    const sensors = (design.sensors ?? []).map((sensor) => sensor.name);
    unknown(found, `${path}.until.sensor`, 'sensor', until.sensor, sensors);
    return;
  }
  const known = ['world', ...points.map((point) => point.name)];
  if ('speed' in until) {
    unknown(found, `${path}.until.speed`, 'point', until.speed, known);
    if (standing(design, until.speed)) stands(until.speed, `${path}.until.speed`, found);
    return;
  }
  for (const end of ['from', 'to'] as const)
    unknown(found, `${path}.until.${end}`, 'point', until[end], known);
  if (until.from === until.to) {
    found.error('same-ends', `${path}.until`, 'both ends are the same point', { got: until.from });
  } else if (standing(design, until.from) && standing(design, until.to))
    stands(`${until.from} and ${until.to}`, `${path}.until`, found);
}

/** A phase that ends by the status of a law: there is such a law, it has this status, and it is at work. */
function checkLawEnd(
  { laws = [] }: Design,
  until: Extract<PhaseEnd, { law: string }>,
  path: string,
  found: Findings,
): void {
  const law = laws.find(({ name }) => name === until.law);
  unknown(
    found,
    `${path}.law`,
    'law',
    until.law,
    laws.map(({ name }) => name),
  );
  const statuses = law && lawOf(law.kind)?.statuses;
  if (law === undefined) return;
  if (statuses === undefined)
    found.error('phase-status', `${path}.law`, `the law ${law.name} (${law.kind}) has no status to wait for`);
  else unknown(found, `${path}.is`, 'status', until.is, statuses);
}

function stands(what: string, path: string, found: Findings): void {
  found.warn('phase-still', path, 'what the end of the phase waits for stands still', {
    got: what,
    hint: 'take a point on the robot, `tool` for instance, or one that moves',
  });
}
