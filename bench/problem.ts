/**
 * The bench problem: the project's seven-joint arm on one six-dimensional tool spring and damper, eight point
 * springs with dampers on links 2 … 7, five one-sided sphere springs on links 3 … 7, and gravity compensation.
 * Gains, anchors and targets are slots; geometry and inertia are baked in. The same problem is written as
 * numbers for the native peers and as MJCF for MuJoCo.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Design, ElementDesign, PointDesign } from 'pliant/control';
import {
  add3,
  cross3,
  type Mat3,
  mulMatVec,
  numbers,
  quaternionFromRotation,
  scale3,
  type Vec3,
} from 'pliant/math';
import { forwardKinematics, frameOf, framePlacement, type Model, modelOf } from 'pliant/model';
import { describe } from 'pliant/problem';
import { type NamedFrame, principal, type Robot, readUrdf } from 'pliant/robot';

export interface PointSpring {
  readonly link: number;
  readonly at: Vec3<number>;
  readonly target: Vec3<number>;
  readonly stiffness: number;
  readonly damping: number;
}

export interface SphereSpring {
  readonly link: number;
  readonly at: Vec3<number>;
  readonly centre: Vec3<number>;
  readonly radius: number;
  readonly stiffness: number;
}

export interface BenchProblem {
  readonly robot: Robot;
  readonly model: Model;
  readonly design: Design;
  readonly springs: readonly PointSpring[];
  readonly spheres: readonly SphereSpring[];
  readonly tool: {
    readonly stiffness: readonly number[];
    readonly damping: readonly number[];
    readonly position: Vec3<number>;
    readonly rotation: Mat3<number>;
  };
  readonly q: readonly number[];
  readonly v: readonly number[];
}

const gravity: Vec3<number> = [0, 0, -9.81];
const start = [0.1, -0.5, 0.2, -1.9, 0.3, 1.6, 0.7];
const speed = [0.2, -0.1, 0.15, 0.3, -0.2, 0.1, 0.25];
const goal = [0.3, -0.3, 0.1, -1.6, 0.1, 1.4, 0.5];

/** Numbers without pattern, so that nothing folds: a fixed sequence in [0, 1). */
function sequence(): () => number {
  let state = 12345;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

export function benchProblem(): BenchProblem {
  const file = fileURLToPath(new URL('../../robots/arm7/arm7.urdf', import.meta.url));
  const read = readUrdf(readFileSync(file), { file });
  if (read.value === undefined) throw new Error(read.problems.map(describe).join('\n'));
  const next = sequence();
  const offset = (): Vec3<number> => [0.1 * next() - 0.05, 0.1 * next() - 0.05, 0.1 * next() - 0.05];
  /* Every spring pulls towards the same pose well inside the joints' limits, so that the arm leans on no stop. */
  const bare = modelOf(read.value).value as Model;
  const aimed = forwardKinematics(numbers, bare, goal);
  const springs = [2, 3, 4, 5, 6, 7, 4, 6].map((number): PointSpring => {
    const at = offset();
    const link = framePlacement(numbers, aimed, frameOf(bare, `link${number}`));
    const target = add3(
      numbers,
      add3(numbers, link.position, mulMatVec(numbers, link.rotation, at)),
      offset(),
    );
    return { link: number - 1, at, target, stiffness: 20 + 60 * next(), damping: 1 + 3 * next() };
  });
  const spheres = [3, 4, 5, 6, 7].map((number): SphereSpring => {
    const link = framePlacement(numbers, aimed, frameOf(bare, `link${number}`));
    const beside = scale3(numbers, 3, offset());
    return {
      link: number - 1,
      at: [0, 0, 0],
      centre: add3(numbers, link.position, beside),
      radius: 0.1 + 0.1 * next(),
      stiffness: 200 + 300 * next(),
    };
  });
  const frames: NamedFrame[] = [...read.value.frames];
  springs.forEach(({ link, at }, i) => {
    frames.push({
      name: `anchor${i}`,
      link: `link${link + 1}`,
      pose: { position: at, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
    });
  });
  const robot: Robot = { ...read.value, frames };
  const made = modelOf(robot);
  if (made.value === undefined) throw new Error(made.problems.map(describe).join('\n'));
  const model = made.value;
  const target = framePlacement(numbers, forwardKinematics(numbers, model, goal), frameOf(model, 'tool'));
  const tool = {
    stiffness: [400, 380, 420, 4, 5, 3],
    damping: [20, 18, 22, 0.04, 0.05, 0.03],
    position: target.position,
    rotation: target.rotation,
  };
  const points: PointDesign[] = [
    { name: 'tool', frame: 'tool' },
    {
      name: 'goal',
      at: tool.position as [number, number, number],
      attitude: [...quaternionFromRotation(numbers, tool.rotation)] as [number, number, number, number],
    },
  ];
  const elements: ElementDesign[] = [];
  const add = (
    name: string,
    family: ElementDesign['family'],
    kind: string,
    from: string,
    to: string,
    parameters: Record<string, number[]>,
  ): void => {
    elements.push({ name, family, kind, joins: { from, to }, parameters });
  };
  add('pull', 'spring', 'linear', 'tool', 'goal', { stiffness: tool.stiffness.slice(0, 3) });
  add('turn', 'spring', 'attitude-plain', 'tool', 'goal', { stiffness: tool.stiffness.slice(3) });
  add('slow', 'damper', 'linear', 'tool', 'goal', { damping: tool.damping.slice(0, 3) });
  add('still', 'damper', 'attitude', 'tool', 'goal', { damping: tool.damping.slice(3) });
  springs.forEach(({ target, stiffness, damping }, i) => {
    points.push(
      { name: `anchor${i}`, frame: `anchor${i}` },
      { name: `target${i}`, at: target as [number, number, number] },
    );
    add(`spring${i}`, 'spring', 'linear', `anchor${i}`, `target${i}`, { stiffness: [stiffness] });
    add(`damper${i}`, 'damper', 'linear', `anchor${i}`, `target${i}`, { damping: [damping] });
  });
  spheres.forEach(({ link, centre, radius, stiffness }, i) => {
    points.push(
      { name: `body${i}`, frame: `link${link + 1}` },
      { name: `sphere${i}`, at: centre as [number, number, number] },
    );
    add(`repel${i}`, 'spring', 'repel', `body${i}`, `sphere${i}`, {
      stiffness: [stiffness],
      radius: [radius],
    });
  });
  const design: Design = {
    name: 'bench',
    model,
    period: 1e-3,
    gravity: [...gravity] as [number, number, number],
    points,
    elements,
    compensate: ['gravity'],
  };
  return { robot, model, design, springs, spheres, tool, q: start, v: speed };
}

/** The text that peers/problem.h reads. */
export function problemText(problem: BenchProblem): string {
  const { model } = problem;
  const tool = model.frames.find((frame) => frame.name === 'tool');
  if (tool === undefined) throw new Error('bench: the arm has no frame tool');
  const rows: (number | readonly number[])[] = [model.nv];
  for (const body of model.bodies) {
    rows.push(
      body.placement.rotation,
      body.placement.position,
      body.inertia.mass,
      body.inertia.centre,
      body.inertia.inertia,
    );
  }
  rows.push(tool.placement.rotation, tool.placement.position, gravity);
  rows.push(problem.tool.stiffness, problem.tool.damping, problem.tool.rotation, problem.tool.position);
  rows.push(problem.springs.length);
  for (const s of problem.springs) rows.push(s.link, s.at, s.target, s.stiffness, s.damping);
  rows.push(problem.spheres.length);
  for (const s of problem.spheres) rows.push(s.link, s.at, s.centre, s.radius, s.stiffness);
  rows.push(problem.q, problem.v);
  return `${rows.map((row) => (typeof row === 'number' ? row : row.join(' '))).join('\n')}\n`;
}

/** The arm alone as MJCF: hinges about z, no geometry, no friction. */
export function problemMjcf(problem: BenchProblem): string {
  const { model } = problem;
  const tool = model.frames.find((frame) => frame.name === 'tool');
  if (tool === undefined) throw new Error('bench: the arm has no frame tool');
  const quat = (m: Mat3<number>): string => quaternionFromRotation(numbers, m).join(' ');
  let open = '';
  model.bodies.forEach((body, i) => {
    const { mass, centre, inertia } = body.inertia;
    open += `<body name="link${i + 1}" pos="${body.placement.position.join(' ')}" quat="${quat(body.placement.rotation)}">`;
    /* Principal moments rather than `fullinertia`, whose own eigenvalues MuJoCo takes to fewer digits. */
    const { values, axes } = principal(inertia);
    const [x, y] = axes;
    const z = cross3(numbers, x, y);
    const turn: Mat3<number> = [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
    open += `<inertial mass="${mass}" pos="${centre.join(' ')}" quat="${quat(turn)}" diaginertia="${values.join(' ')}"/>`;
    open += `<joint name="joint${i + 1}" type="hinge" axis="0 0 1" armature="${body.rotorInertia}"/>`;
  });
  open += `<site name="tool" pos="${tool.placement.position.join(' ')}" quat="${quat(tool.placement.rotation)}"/>`;
  return `<mujoco><compiler angle="radian"/><option timestep="0.001" gravity="${gravity.join(' ')}" integrator="Euler"><flag contact="disable"/></option><worldbody>${open}${'</body>'.repeat(model.nv)}</worldbody></mujoco>\n`;
}
