/** The law by which the links of published scenarios avoid obstacles. */
import { numbers } from 'pliant/math';
import { elementOf } from 'pliant/mechanism';

/** A Gaussian of 10 N and 5 cm at a distance: force that drives it away, and energy. */
export function repulsion(distance: number): { force: number; energy: number } {
  const { law } = elementOf('spring', 'gaussian') ?? {};
  if (law === undefined) throw new Error('there is no Gaussian spring');
  const given = { push: [10], width: [0.05] };
  const { force, energy } = law(numbers, { value: [distance], rate: [0] }, given);
  return { force: -force[0], energy: energy ?? Number.NaN };
}
