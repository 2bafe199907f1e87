/** A machine of one joint that a law drives by hand, one force a period: laws that are no scenario's. */
import { compileWasm } from 'pliant/graph';
import { modelOf } from 'pliant/model';
import { rigidPlant, rigidProgram } from 'pliant/plant';
import { describe } from 'pliant/problem';
import { readUrdf } from 'pliant/robot';

export interface Machine {
  /** URDF of a robot of one joint. */
  readonly robot: string;
  readonly coulomb?: number;
  readonly viscous?: number;
  readonly start?: readonly [q: number, v: number];
}

/** Force of one period, from position and speed at its beginning. */
export type ForceLaw = (q: number, v: number) => number;

/**
 * Position and speed at the beginning of each of `count` periods. The machine is compiled once; each call of what is given back
 * is a run from the start.
 */
export function machineOf({ robot, coulomb = 0, viscous = 0, start = [0, 0] }: Machine, period: number) {
  const read = readUrdf(robot, { file: 'made.urdf' });
  const model = read.value && modelOf(read.value);
  if (model?.value === undefined)
    throw new Error([...read.problems, ...(model?.problems ?? [])].map(describe).join('\n'));
  const joints = { coulomb: [coulomb], damping: [viscous] };
  const plant = rigidPlant(compileWasm(rigidProgram(model.value, { step: period, stops: false, joints })));
  return (law: ForceLaw, count: number): { readonly q: Float64Array; readonly v: Float64Array } => {
    const [q, v] = [new Float64Array(count), new Float64Array(count)];
    plant.reset([start[0]], [start[1]]);
    for (let k = 0; k < count; k++) {
      [q[k], v[k]] = [plant.q[0], plant.v[0]];
      plant.torque[0] = law(q[k], v[k]);
      plant.advance((k + 1) * period);
    }
    return { q, v };
  };
}
