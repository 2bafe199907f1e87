/** How near the origins of links come to places during a run. */
import { numbers } from 'pliant/math';
import { forwardKinematics, frameOf, framePlacement } from 'pliant/model';
import { length, type Samples } from './samples.js';

/** For each place, the least distance of any of the frames from it, m, and when that was. */
export function nearest(
  { assembly: { model }, series }: Samples,
  frames: readonly string[],
  places: readonly (readonly number[])[],
): { distance: number; time: number }[] {
  const found = places.map(() => ({ distance: Number.POSITIVE_INFINITY, time: 0 }));
  const wanted = frames.map((name) => frameOf(model, name));
  const { time, columns } = series('joints.position');
  for (let k = 0; k < time.length; k++) {
    const q = columns.map((column) => column[k]);
    const kinematics = forwardKinematics(numbers, model, q);
    const origins = wanted.map((frame) => framePlacement(numbers, kinematics, frame).position);
    places.forEach((place, i) => {
      const distance = Math.min(...origins.map((at) => length(at.map((x, axis) => x - place[axis]))));
      if (distance < found[i].distance) found[i] = { distance, time: time[k] };
    });
  }
  return found;
}
