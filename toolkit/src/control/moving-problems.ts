/** What is wrong with the motion of a point. */
import { motionOf, motions } from '../mechanism/index.js';
import { nearest, type Problem } from '../problem/index.js';
import type { PointDesign } from './design.js';

/** All of it, at the parameters' paths under `path`. */
export function motionProblems(point: PointDesign, path: string): Problem[] {
  const { motion, moves, frame, at = [0, 0, 0] } = point;
  if (motion === undefined) return [];
  const problems: Problem[] = [];
  const refuse = (code: string, where: string, message: string, detail: Partial<Problem> = {}): void => {
    problems.push({ code, severity: 'error', where: { path: where }, message, ...detail });
  };
  if (frame !== undefined)
    refuse('point-moves', path, 'only a point in the world can be moved; this one is on the robot');
  if (moves === true) refuse('point-moves', path, 'the point has a motion of its own, so it is no input');
  const declaration = motionOf(motion.along);
  if (declaration === undefined) {
    const known = motions.map(({ kind }) => kind);
    const near = nearest(motion.along, known);
    refuse('unknown-motion', `${path}.along`, `no motion is named ${motion.along}`, {
      known,
      ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
    });
    return problems;
  }
  const { parameters, ends, check } = declaration;
  if (!ends && (motion.ramp !== undefined || motion.returns === true)) {
    const key = motion.ramp === undefined ? 'returns' : 'ramp';
    refuse('motion-endless', `${path}.${key}`, `a motion along a ${motion.along} has no end`);
  }
  for (const { name, shape, range, optional, default: otherwise } of parameters) {
    const given = motion.parameters[name];
    const own = `${path}.${name}`;
    if (given === undefined) {
      if (optional !== true && otherwise === undefined)
        refuse('parameter-missing', own, `a motion along a ${motion.along} needs ${name}`);
      continue;
    }
    const places = shape === 'places';
    const size = shape === 'scalar' ? 1 : 3;
    if (places ? given.length === 0 || given.length % 3 !== 0 : given.length !== size) {
      refuse('parameter-shape', own, `${name} has not the right number of entries`, {
        expected: places ? 'three for each place' : String(size),
        got: String(given.length),
      });
    } else if (!given.every(Number.isFinite)) refuse('not-finite', own, `${name} is not a number`);
    else if (given.some((x) => x < range[0] || x > range[1])) {
      refuse('out-of-range', own, `${name} is outside its range`, {
        expected: `at least ${range[0]}`,
        got: given.join(', '),
      });
    }
  }
  const known = parameters.map(({ name }) => name);
  for (const name of Object.keys(motion.parameters)) {
    if (!known.includes(name))
      refuse('unknown-parameter', `${path}.${name}`, `a motion along a ${motion.along} has no ${name}`, {
        known,
      });
  }
  const fault = problems.length === 0 ? check?.(motion, at) : undefined;
  if (fault !== undefined) refuse(fault.code, `${path}.${fault.parameter}`, fault.message);
  return problems;
}
