/** Channels of a bench: where tool and motor are, what is touched how hard. */
import type { PlantReading } from '../port/index.js';
import type { BenchOptions } from './bench-options.js';
import type { Surfaces } from './bench-surfaces.js';

export interface Recorded {
  readonly readings: readonly PlantReading[];
  /** Position, velocity of the tool and force of the drive, along the axes; contacts as they were pressed last. */
  write(position: Float64Array, velocity: Float64Array, force: Float64Array): void;
}

const xyz = ['x', 'y', 'z'];

export function benchReadings(
  { axes, places = [] }: BenchOptions,
  surfaces: Surfaces | undefined,
  flexible: boolean,
): Recorded {
  const labels = axes.map((axis, i) => {
    const along = axis.indexOf(1);
    return along < 0 ? String(i) : xyz[along];
  });
  const reading = (
    name: string,
    unit: string,
    own: readonly string[],
    meaning: string,
    group = 'bench',
  ): PlantReading => ({
    channel: { name, unit, labels: own, group, meaning },
    values: new Float64Array(own.length),
  });
  const drive = reading('bench.drive', 'N', labels, 'Force of the drive on the motor in the last step');
  const tool = flexible
    ? [
        reading('bench.position', 'm', labels, 'Position of the tool mass'),
        reading('bench.velocity', 'm/s', labels, 'Velocity of the tool mass'),
      ]
    : [];
  const stiff = surfaces?.series === Number.POSITIVE_INFINITY;
  const touched = (surfaces?.surfaces ?? []).map(({ name }) => ({
    force: reading(`contact.${name}.force`, 'N', xyz, 'Force of the robot on it, world axes', 'contact'),
    depth: reading(`contact.${name}.depth`, 'm', ['0'], 'How deep the surface is pressed in', 'contact'),
    felt: stiff
      ? undefined
      : reading(
          `contact.${name}.felt`,
          'm',
          ['0'],
          'How deep it feels: the way of the tool mass beyond the surface at rest, springs in line included',
          'contact',
        ),
  }));
  return {
    readings: [
      drive,
      ...tool,
      ...touched.flatMap(({ force, depth, felt }) => [force, depth, ...(felt === undefined ? [] : [felt])]),
    ],
    write(position, velocity, force) {
      drive.values.set(force);
      if (flexible) {
        tool[0].values.set(position);
        tool[1].values.set(velocity);
      }
      if (surfaces === undefined) return;
      const { load, normal, depth } = surfaces;
      for (let s = 0; s < touched.length; s++) {
        const own = touched[s];
        own.force.values.fill(0);
        own.depth.values[0] = 0;
        if (own.felt !== undefined) own.felt.values[0] = 0;
        for (let j = 0; j < places.length; j++) {
          const i = j * touched.length + s;
          for (let k = 0; k < 3; k++) own.force.values[k] -= load[i] * normal[3 * i + k];
          const given = surfaces.given(i);
          if (given > own.depth.values[0]) own.depth.values[0] = given;
          if (own.felt !== undefined && depth[i] > own.felt.values[0]) own.felt.values[0] = depth[i];
        }
      }
    },
  };
}
