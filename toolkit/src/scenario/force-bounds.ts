/** The greatest forces of springs whose error is cut: the cut is a bound on the force as well, which is told beside the setting. */
import { type Design, lawNamed, shapeOn } from '../control/index.js';
import { formatQuantity } from '../math/index.js';
import type { Origin } from './origin.js';

export interface ForceBound {
  /** The setting that cuts: `control.laws.hold.most`. */
  readonly path: string;
  /** N or N m: along each axis, or of the whole where there is one number. */
  readonly most: readonly number[];
  readonly unit: 'N' | 'N m';
  /** All of it in a line. */
  readonly text: string;
}

export function forceBounds(design: Design, origin: Origin): ForceBound[] {
  const laws = (design.laws ?? []).flatMap(({ name, kind, parameters }): ForceBound[] => {
    if (!lawNamed(kind).parameters.some((parameter) => parameter.name === 'most' && parameter.unit === 'm'))
      return [];
    const path = `control.laws.${name}`;
    return [
      ...bound(`${path}.most`, parameters.stiffness, parameters.most, 'N', 3),
      ...bound(`${path}.mostTurn`, parameters.turnStiffness, parameters.mostTurn, 'N m', 3),
    ];
  });
  const told = new Set<string>();
  const elements = design.elements.flatMap((element): ForceBound[] => {
    const { name, family, parameters } = element;
    const own = origin.get(name) ?? name;
    if (family !== 'spring' || parameters.saturation === undefined || told.has(own)) return [];
    told.add(own);
    const unit = shapeOn(design, element).unit === 'm' ? 'N' : 'N m';
    return bound(`control.elements.${own}.saturation`, parameters.stiffness, parameters.saturation, unit, 1);
  });
  return [...laws, ...elements];
}

/** |K| c along each axis; one number where K and c are. */
function bound(
  path: string,
  stiffness: readonly number[] | undefined,
  clip: readonly number[] | undefined,
  unit: 'N' | 'N m',
  axes: number,
): ForceBound[] {
  if (stiffness === undefined || clip === undefined) return [];
  const [gain, length] = unit === 'N' ? (['N/m', 'm'] as const) : (['N m/rad', 'rad'] as const);
  const alike = stiffness.length === 1 && clip.length === 1;
  const cut = (k: number): number => clip[clip.length === 1 ? 0 : k];
  const most = alike
    ? [stiffness[0] * clip[0]]
    : Array.from({ length: axes }, (_, i) => {
        if (stiffness.length === 1) return stiffness[0] * cut(i);
        if (stiffness.length === axes) return stiffness[i] * cut(i);
        return Array.from({ length: axes }, (_, k) => Math.abs(stiffness[i * axes + k]) * cut(k)).reduce(
          (sum, x) => sum + x,
          0,
        );
      });
  const size = most.map((x) => formatQuantity(x, unit, 4)).join(', ');
  const numbers = (values: readonly number[], of: string) =>
    values.length === 1
      ? formatQuantity(values[0], of, 4)
      : `[${values.map((x) => formatQuantity(x, of, 4)).join(', ')}]`;
  const each = axes === 1 || !alike ? '' : ' along each axis';
  const text = `${path} of ${numbers(clip, length)} on ${numbers(stiffness, gain)}: at most ${size}${each}`;
  return [{ path, most, unit, text }];
}
