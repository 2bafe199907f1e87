/**
 * What stands between a held command r and the wall, in continuous time: ẋ = A x + B r + E f, f a further force on
 * the tool into the wall.
 *
 * The holder (the driven part) has position x and speed v. The tool is the holder, or a mass m_t on a spring k_f and a
 * damper c_f before it. The tool presses on the wall with F = k y + c y′; through massless springs of stiffness k_s
 * in line, a wall with damping has a state of its own, its depth ξ: c ξ′ = k_s (y − ξ) − k ξ, F = k_s (y − ξ).
 */
import { type ContactLoop, drivenBy, feltStiffness, innerOf, type Wall } from './loop.js';

/** A row over the states, with what of r and f comes at once. */
export interface Output {
  readonly row: Float64Array;
  readonly command: number;
  readonly force: number;
}

export interface Plant {
  readonly n: number;
  /** n × n, row-major. */
  readonly A: Float64Array;
  /** n. */
  readonly B: Float64Array;
  /** n. */
  readonly E: Float64Array;
  /** Position and speed of the holder, and of the tool. */
  readonly place: Output;
  readonly speed: Output;
  readonly tool: Output;
  readonly toolSpeed: Output;
  readonly toolAcceleration: Output;
  /** The force on the wall. */
  readonly pressing: Output;
}

/** The plant of a loop on a wall; without one, in free space. Of a loop that `contactLoopProblems` has no word on. */
export function plantOf(loop: ContactLoop, wall?: Wall): Plant {
  const ideal = innerOf(loop)?.kind === 'ideal';
  const { flexible, series } = loop;
  const holder = ideal ? 0 : 2;
  const toolAt = flexible === undefined ? 0 : 2;
  const depth = wall !== undefined && wall.damping > 0 && series !== undefined && !ideal;
  const n = holder + (flexible === undefined ? 0 : 2) + (depth ? 1 : 0);
  const A = new Float64Array(n * n);
  const [B, E] = [new Float64Array(n), new Float64Array(n)];
  const output = (command = 0, force = 0): Output => ({ row: new Float64Array(n), command, force });
  const unit = (i: number): Output => {
    const out = output();
    out.row[i] = 1;
    return out;
  };

  if (ideal) {
    // The tool stands at the command; a wall's damping has no speed to work on.
    const k = wall === undefined ? 0 : feltStiffness(loop, wall);
    const at = output(1);
    const still = output();
    return {
      n,
      A,
      B,
      E,
      place: at,
      speed: still,
      tool: at,
      toolSpeed: still,
      toolAcceleration: still,
      pressing: output(k),
    };
  }

  const place = unit(0);
  const speed = unit(1);
  const tool = flexible === undefined ? place : unit(toolAt);
  const toolSpeed = flexible === undefined ? speed : unit(toolAt + 1);
  const felt = wall === undefined ? 0 : depth ? series! : feltStiffness(loop, wall);
  const pressing = output();
  if (wall !== undefined) {
    if (depth) {
      const xi = n - 1;
      pressing.row[toolAt] = series!;
      pressing.row[xi] = -series!;
      A[xi * n + toolAt] = series! / wall.damping;
      A[xi * n + xi] = -(series! + wall.stiffness) / wall.damping;
    } else {
      pressing.row[toolAt] = felt;
      pressing.row[toolAt + 1] = wall.damping;
    }
  }

  A[1] = 1;
  const moved = drive(loop, A, B, n);
  const toolMass = flexible?.mass ?? moved;
  if (flexible !== undefined) {
    const { mass, stiffness, damping } = flexible;
    A[toolAt * n + toolAt + 1] = 1;
    // The pull of the spring and damper on the tool, and back on the holder where it can be pushed.
    const pull = [stiffness, damping, -stiffness, -damping];
    pull.forEach((x, j) => {
      A[(toolAt + 1) * n + j] += x / mass;
      if (moved !== undefined) A[n + j] -= x / moved;
    });
  }
  if (toolMass !== undefined) {
    for (let j = 0; j < n; j++) A[(toolAt + 1) * n + j] -= pressing.row[j] / toolMass;
    E[toolAt + 1] = 1 / toolMass;
  }
  const toolAcceleration: Output = {
    row: A.slice((toolAt + 1) * n, (toolAt + 2) * n),
    command: B[toolAt + 1],
    force: E[toolAt + 1],
  };
  return { n, A, B, E, place, speed, tool, toolSpeed, toolAcceleration, pressing };
}

/** The same states while the tool is off the wall: what it pressed with is gone, and a damped wall comes back by itself. */
export function offWall(plant: Plant, wall: Wall): Plant {
  const { n, E, pressing } = plant;
  const A = plant.A.slice();
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) A[i * n + j] += E[i] * pressing.row[j];
  const depth = n - 1;
  // Places and speeds come in pairs: an odd one is the depth of the wall.
  if (n % 2 === 1) for (let j = 0; j < n; j++) A[depth * n + j] -= pressing.row[j] / wall.damping;
  const toolAt = plant.toolSpeed.row.indexOf(1);
  return {
    ...plant,
    A,
    pressing: { row: new Float64Array(n), command: 0, force: 0 },
    toolAcceleration:
      toolAt < 0
        ? plant.toolAcceleration
        : { ...plant.toolAcceleration, row: A.slice(toolAt * n, (toolAt + 1) * n) },
  };
}

/** Row 1 of A and B, the holder's own acceleration; its mass, or undefined where nothing pushes it. */
function drive(loop: ContactLoop, A: Float64Array, B: Float64Array, n: number): number | undefined {
  const driven = drivenBy(loop);
  if (driven !== undefined) {
    A[n + 1] = -driven.friction / driven.mass;
    B[1] = 1 / driven.mass;
    return driven.mass;
  }
  const inner = innerOf(loop);
  if (inner?.kind === 'kinematic') {
    const { frequency, ratio } = inner;
    A[n] = -frequency * frequency;
    A[n + 1] = -2 * ratio * frequency;
    B[1] = frequency * frequency;
    return undefined;
  }
  if (inner?.kind === 'servo') {
    const { mass, stiffness, damping } = inner;
    A[n] = -stiffness / mass;
    A[n + 1] = -damping / mass;
    B[1] = stiffness / mass;
    return mass;
  }
  return undefined;
}
