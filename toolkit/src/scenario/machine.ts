/** The plant of a scenario at work: a bench, or an arm of rigid links. */
import { compileWasm, type Executable, type Program } from '../graph/index.js';
import type { Model } from '../model/index.js';
import {
  type BenchOptions,
  BenchPlant,
  type RigidOptions,
  rigidPlant,
  rigidProgram,
  type SensedOptions,
  SensedPlant,
  surfaceProgram,
} from '../plant/index.js';
import { type Kernel, type Plant, sensorFields } from '../port/index.js';
import type { FinerPlant } from '../run/index.js';
import type { DriveSection } from './bench-schema.js';
import type { Complaints } from './complaints.js';

/** The program of the plant; of a bench the part that is one: where its surfaces are. */
export function plantProgram(model: Model, rigid: RigidOptions, bench: BenchOptions | undefined): Program {
  return bench === undefined ? rigidProgram(model, rigid) : surfaceProgram(bench.surfaces ?? []);
}

/** The plant over its compiled program. */
export function plantOver(
  code: Executable,
  model: Model,
  bench: BenchOptions | undefined,
  sensed: SensedOptions | undefined,
): Plant {
  if (bench !== undefined) return new BenchPlant(bench, code);
  const arm = rigidPlant(code);
  return sensed === undefined ? arm : new SensedPlant(arm, code, model, sensed);
}

/** A plant of half the step, for step doubling. */
export function finerPlant(model: Model, rigid: RigidOptions): FinerPlant {
  return rigidPlant(compileWasm(rigidProgram(model, { ...rigid, step: rigid.step / 2 })));
}

/** Complains where kernel and plant do not fit together: commands that no drive takes, sensors that are not there. */
export function fitting(
  kernel: Kernel,
  plant: Plant,
  drive: DriveSection | undefined,
  complaints: Complaints,
): void {
  const { fields } = kernel.layout;
  const commands = fields.some(({ name, region }) => name === 'position' && region === 'outputs');
  if (commands && plant.command === undefined) {
    complaints.error(
      'drive-command',
      drive === undefined ? 'plant' : 'plant.bench.drive',
      'the controller commands positions, and the drives take forces',
      {
        hint:
          drive === undefined
            ? 'let the servo follow by torques: control.servo.follow: { computed torque: { bandwidth: 20 rad/s } }'
            : 'take a drive that follows: plant.bench.drive: { position: { bandwidth: 15 Hz } } or exact',
      },
    );
  }
  if (!commands && plant.command !== undefined) {
    complaints.error(
      'drive-command',
      'plant.bench.drive',
      'the drive follows positions, and the controller commands forces',
      { hint: 'take plant.bench.drive: force, or a control law whose servo follows with the drive' },
    );
  }
  const there = (plant.sensors ?? []).map(({ name }) => name);
  const prefix = sensorFields('').values;
  const read = fields.filter(({ name, region }) => region === 'inputs' && name.startsWith(prefix));
  for (const sensor of new Set(
    read.map(({ name }) => name.slice(prefix.length).replace(/\.(age|valid)$/, '')),
  )) {
    if (!there.includes(sensor))
      complaints.unknown(`control.sensors.${sensor}`, 'sensor of the plant', sensor, there);
  }
}
