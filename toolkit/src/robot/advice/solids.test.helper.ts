/** Robots of solid parts whose masses and inertias are worked out, for tests of advice: texts and what they hold. */
import fc from 'fast-check';
import type { Outcome, Problem } from '../../problem/index.js';
import type { Robot } from '../robot.js';
import { readUrdf } from '../urdf.js';

export type Three = readonly [number, number, number];
/** (xx, yy, zz, xy, xz, yz) */
export type Six = readonly [number, number, number, number, number, number];

export interface Part {
  readonly mass: number;
  readonly centre: Three;
  readonly six: Six;
  /** Where the next part is joined. */
  readonly next: Three;
  /** Size of the box that it is. */
  readonly size: Three;
}

export interface Look {
  /** Whether the file says how large the parts are. */
  readonly shapes?: boolean;
  readonly limit?: string;
  readonly joints?: (i: number) => string;
}

/** A box of even density, turned a little so that it has products of inertia. */
export function boxPart([x, y, z]: Three, density: number, turn: number): Part {
  const mass = density * x * y * z;
  const moments: Three = [
    (mass * (y * y + z * z)) / 12,
    (mass * (x * x + z * z)) / 12,
    (mass * (x * x + y * y)) / 12,
  ];
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  // About z, then about x, by the same angle.
  const xx = c * c * moments[0] + s * s * moments[1];
  const yy = s * s * moments[0] + c * c * moments[1];
  const xy = c * s * (moments[0] - moments[1]);
  const zz = moments[2];
  const six: Six = [xx, c * c * yy + s * s * zz, s * s * yy + c * c * zz, c * xy, s * xy, c * s * (yy - zz)];
  return { mass, centre: [0.1 * x, -0.05 * y, z / 2], six, next: [0, 0, z], size: [x, y, z] };
}

export const parts: fc.Arbitrary<Part> = fc
  .tuple(
    fc.double({ min: 0.04, max: 0.15, noNaN: true }),
    fc.double({ min: 0.04, max: 0.15, noNaN: true }),
    fc.double({ min: 0.12, max: 0.5, noNaN: true }),
    fc.double({ min: 400, max: 2700, noNaN: true }),
    fc.double({ min: 0.1, max: 0.7, noNaN: true }),
  )
  .map(([x, y, z, density, turn]) => boxPart([x, y, z], density, turn));

export const chains: fc.Arbitrary<readonly Part[]> = fc.array(parts, { minLength: 4, maxLength: 7 });

export function inertialOf(part: Part): string {
  const [xx, yy, zz, xy, xz, yz] = part.six;
  return `<inertial><origin xyz="${part.centre.join(' ')}"/><mass value="${part.mass}"/>
    <inertia ixx="${xx}" ixy="${xy}" ixz="${xz}" iyy="${yy}" iyz="${yz}" izz="${zz}"/></inertial>`;
}

/** A chain of the parts, joined end to end. */
export function chainText(chain: readonly Part[], { shapes, limit, joints }: Look = {}): string {
  const range = limit ?? '<limit lower="-2" upper="2.5" effort="40" velocity="2"/>';
  const links = chain.map((part, i) => {
    const visual = shapes
      ? `<visual><origin xyz="0 0 ${part.size[2] / 2}"/><geometry><box size="${part.size.map((x) => 1.4 * x).join(' ')}"/></geometry></visual>`
      : '<visual><geometry><mesh filename="a.stl"/></geometry></visual>';
    return `  <link name="l${i}">${inertialOf(part)}${visual}</link>`;
  });
  const joined = chain.slice(1).map(
    (_, i) =>
      `  <joint name="j${i}" type="revolute"><origin xyz="${chain[i].next.join(' ')}"/><parent link="l${i}"/><child link="l${i + 1}"/>
    <axis xyz="0 1 0"/>${joints?.(i) ?? range}</joint>`,
  );
  return `<?xml version="1.0"?>\n<!-- kept -->\n<robot name="r">\n${[...links, ...joined].join('\n')}\n</robot>\n`;
}

export function readText(text: string): Outcome<Robot> {
  return readUrdf(text, { file: 'r.urdf' });
}

/** Problems of the kinds that advice has, by code. */
export function adviceOf(text: string): readonly Problem[] {
  return readText(text).problems.filter(({ evidence }) => evidence !== undefined);
}

/** Largest difference of two tensors, as a part of the largest entry. */
export function apart(a: readonly number[], b: readonly number[]): number {
  const scale = Math.max(...b.map(Math.abs));
  return Math.max(...a.map((x, i) => Math.abs(x - b[i]))) / scale;
}
