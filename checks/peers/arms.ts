/**
 * The seven-joint research arm that the published scenarios use, with two tables of masses: the maker's own and that
 * of a surgical set-up. Published numbers; the robots of this project with the same numbers are other files, and this one
 * is not made from them.
 */
import type { Body } from './tree.js';
import { type Matrix, turn, type Vector } from './vectors.js';

type Mass = readonly [mass: number, centre: Vector, inertia: readonly number[]];

/** Origin and roll of each joint; each turns about its own z. */
const joints: readonly (readonly [Vector, number])[] = [
  [[0, 0, 0.333], 0],
  [[0, 0, 0], -Math.PI / 2],
  [[0, -0.316, 0], Math.PI / 2],
  [[0.0825, 0, 0], Math.PI / 2],
  [[-0.0825, 0.384, 0], -Math.PI / 2],
  [[0, 0, 0], Math.PI / 2],
  [[0.088, 0, 0], Math.PI / 2],
];

/** Origin of the flange in the last link. */
export const flange: Vector = [0, 0, 0.107];

/** xx, xy, xz, yy, yz, zz. */
function symmetric([xx, xy, xz, yy, yz, zz]: readonly number[]): Matrix {
  return [xx, xy, xz, xy, yy, yz, xz, yz, zz];
}

function arm(table: readonly Mass[]): Body[] {
  return joints.map(([at, roll], i) => {
    const [mass, centre, inertia] = table[i];
    const turned = turn([1, 0, 0], roll);
    return { parent: i - 1, joint: 'revolute', at, turned, mass, centre, inertia: symmetric(inertia) };
  });
}

export const researchArm: readonly Body[] = arm([
  [
    2.9274653454,
    [4.128e-7, -0.0181251324, -0.038603597],
    [0.0239273165, 1.33179e-5, -1.140477e-4, 0.0224821613, -0.0019950321, 0.0063500983],
  ],
  [
    2.9355370338,
    [0.0031828864, -0.0743221644, 0.0088146084],
    [0.0419389463, 2.025733e-4, 0.0040777842, 0.0251451489, -0.0042252158, 0.0617021447],
  ],
  [
    2.2449013699,
    [0.0407015686, -0.0048200565, -0.0289730823],
    [0.0241014255, 0.0024046946, -0.0028562693, 0.0197405327, -0.0021042127, 0.0190444945],
  ],
  [
    2.6155955791,
    [-0.0459100965, 0.063049296, -0.0085187868],
    [0.0345299832, 0.0132255227, 0.01015143, 0.0288816219, -9.762834e-4, 0.0412547117],
  ],
  [
    2.3271207594,
    [-0.0016039605, 0.0292536262, -0.097296599],
    [0.0516102785, -0.0057151734, -0.0035673168, 0.0478772971, 0.0106739851, 0.0164236256],
  ],
  [
    1.8170376524,
    [0.0597131221, -0.0410294666, -0.0101692726],
    [0.0054123336, 0.0061934564, 0.0014219289, 0.0140583295, -0.0013140754, 0.0160808179],
  ],
  [
    0.6271432862,
    [0.0045225817, 0.0086261921, -0.0161633251],
    [2.109239e-4, -2.433299e-5, 4.56448e-5, 1.771857e-4, 8.74407e-5, 5.993191e-5],
  ],
]);

const bare: readonly Mass[] = [
  [4.970684, [0.003875, 0.002081, -0.04762], [0.70337, -0.000139, 0.006772, 0.70661, 0.019169, 0.009117]],
  [0.646926, [-0.003141, -0.02872, 0.003495], [0.007962, -0.003925, 0.010254, 0.02811, 0.000704, 0.025995]],
  [3.228604, [0.027518, 0.039252, -0.066502], [0.037242, -0.004761, -0.011396, 0.036155, -0.012805, 0.01083]],
  [3.587895, [-0.05317, 0.104419, 0.027454], [0.025853, 0.007796, -0.001332, 0.019552, 0.008641, 0.028323]],
  [
    1.225946,
    [-0.011953, 0.041065, -0.038437],
    [0.035549, -0.002117, -0.004037, 0.029474, 0.000229, 0.008627],
  ],
  [1.666555, [0.060149, -0.014117, -0.010517], [0.001964, 0.000109, -0.001158, 0.004354, 0.000341, 0.005433]],
  [
    0.735522,
    [0.010517, -0.004252, 0.061597],
    [0.012516, -0.000428, -0.001196, 0.010027, -0.000741, 0.004815],
  ],
];

/**
 * With the instrument on the flange: a tool of 0.3 kg whose centre is given in the flange. It is a body of its own that
 * does not move: a slide of no travel would do, so its mass is added to the last link by the theorem of the parallel axes.
 */
export const instrumentArm: readonly Body[] = arm(bare).map((body, i) => {
  if (i !== 6) return body;
  const [m1, c1, I1] = bare[6];
  const [m2, c2]: [number, Vector] = [0.3, [0.1095, 0, 0.042 + flange[2]]];
  const I2 = [0.01, 0, 0, 0.01, 0, 0.01];
  const mass = m1 + m2;
  const centre = c1.map((c, k) => (m1 * c + m2 * c2[k]) / mass) as unknown as Vector;
  const about = (m: number, I: readonly number[], c: Vector): number[] => {
    const [x, y, z] = [c[0] - centre[0], c[1] - centre[1], c[2] - centre[2]];
    const parallel = [y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y];
    return I.map((own, k) => own + m * parallel[k]);
  };
  const second = about(m2, I2, c2);
  const inertia = about(m1, I1, c1).map((own, k) => own + second[k]);
  return { ...body, mass, centre, inertia: symmetric(inertia) };
});

/** The tip of the instrument, given in the last link: its origin and its axes. */
export const instrumentTip = {
  at: [0.377, 0, 0.042 + flange[2]] as Vector,
  turned: turn([0, 1, 0], 1.570796),
};
