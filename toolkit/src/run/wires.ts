/**
 * What runs between kernel and plant besides the plant's own positions and velocities and the torques: encoders and sensors
 * one way, commanded positions the other.
 */
import { type Field, view } from '../graph/index.js';
import { type Kernel, type Plant, sensorFields } from '../port/index.js';

/** Numbers that are copied from one array into another of the same length. */
interface Wire {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export class Wires {
  /** What the kernel is told of positions and velocities. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly #inputs: readonly Wire[];
  readonly #outputs: readonly Wire[];

  /**
   * A kernel takes of the plant's sensors those that it has inputs for. Throws where it wants one that the plant does not
   * have, where drives that follow positions are told none, and where sizes differ.
   */
  constructor(kernel: Kernel, plant: Plant) {
    this.q = plant.encoders?.q ?? plant.q;
    this.v = plant.encoders?.v ?? plant.v;
    this.#inputs = sensorWires(kernel, plant);
    this.#outputs = commandWires(kernel, plant);
  }

  /** Sensors → the kernel's inputs. */
  sense(): void {
    copy(this.#inputs);
  }

  /** The kernel's outputs → the plant's drives. */
  command(): void {
    copy(this.#outputs);
  }
}

function copy(wires: readonly Wire[]): void {
  for (let i = 0; i < wires.length; i++) {
    const { from, to } = wires[i];
    for (let k = 0; k < from.length; k++) to[k] = from[k];
  }
}

function sensorWires(kernel: Kernel, plant: Plant): readonly Wire[] {
  const sensors = plant.sensors ?? [];
  const names = sensors.map(({ name }) => name);
  const wires = sensors.flatMap((sensor) => {
    const own = sensorFields(sensor.name);
    return (['values', 'age', 'valid'] as const).flatMap((part): Wire[] => {
      const to = fieldOf(kernel, 'inputs', own[part]);
      return to === undefined ? [] : [wire(kernel, to, sensor[part], 'in')];
    });
  });
  for (const { name, region } of kernel.layout.fields) {
    if (region !== 'inputs' || !name.startsWith(SENSOR)) continue;
    const sensor = name.slice(SENSOR.length).replace(/\.(age|valid)$/, '');
    if (names.includes(sensor)) continue;
    throw new Error(
      `run: the kernel reads a sensor ${JSON.stringify(sensor)} that the plant does not have; known: ${names.join(', ') || 'none'}`,
    );
  }
  return wires;
}

const SENSOR = 'sensor.';

function commandWires(kernel: Kernel, plant: Plant): readonly Wire[] {
  const position = fieldOf(kernel, 'outputs', 'position');
  const speed = fieldOf(kernel, 'outputs', 'speed');
  if (plant.command === undefined) {
    if (position === undefined) return [];
    throw new Error('run: the kernel commands positions, and the plant’s drives take torques');
  }
  if (position === undefined) {
    throw new Error('run: the plant’s drives follow positions, and the kernel commands none');
  }
  return [
    wire(kernel, position, plant.command.position, 'out'),
    ...(speed === undefined || plant.command.speed === undefined
      ? []
      : [wire(kernel, speed, plant.command.speed, 'out')]),
  ];
}

function fieldOf(kernel: Kernel, region: Field['region'], name: string): Field | undefined {
  return kernel.layout.fields.find((field) => field.name === name && field.region === region);
}

function wire(kernel: Kernel, { name, size }: Field, other: Float64Array, way: 'in' | 'out'): Wire {
  if (size !== other.length) {
    throw new Error(`run: the kernel has ${size} entries of ${name}, the plant ${other.length}`);
  }
  const own = view(kernel.layout, kernel.memory, name);
  return way === 'in' ? { from: other, to: own } : { from: own, to: other };
}
