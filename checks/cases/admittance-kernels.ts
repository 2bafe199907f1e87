/** Kernels of one admittance along x, as its cases share them. */
import type { Design, LawDesign, SensorDesign } from 'pliant/control';
import { CaseKernel, onRails } from './law-kernel.js';

export const alongX = [1, 0, 0, 0, 0, 0];

/** An admittance along x that hears a sensor. */
export const yielding = (parameters: LawDesign['parameters']): LawDesign => ({
  name: 'yield',
  kind: 'admittance',
  at: 'tool',
  sensor: 'wrist',
  parameters: { selection: alongX, ...parameters },
});

/** A kernel of one, on rails. */
export function listening(
  sensor: Partial<SensorDesign>,
  parameters: LawDesign['parameters'] = { mass: [2], damping: [40] },
  more: Partial<Design> = {},
): CaseKernel {
  const sensors = [{ name: 'wrist', at: 'tool', ...sensor }];
  return new CaseKernel(onRails({ sensors, laws: [yielding(parameters)], ...more }));
}
