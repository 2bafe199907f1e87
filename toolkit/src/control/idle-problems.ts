/** Elements that could not do anything: nothing that they could move is joined, or the law has nothing to go by. */
import { numbers } from '../math/index.js';
import { declarationName, LoadSums } from '../mechanism/index.js';
import { coordinateOn } from './coordinates.js';
import type { CoordinateDesign, Design } from './design.js';
import type { Findings } from './findings.js';
import { evaluateLaw } from './numeric.js';

/** Of a design in which nothing else is wrong. */
export function checkIdle(design: Design, found: Findings): void {
  const { model } = design;
  const rest = new Array<number>(model.nv).fill(0);
  for (const { element, coordinate, declaration } of evaluateLaw(design, model.neutral, rest).acting) {
    // An inerter on the wrong thing is told as such.
    if (element.family === 'inerter') continue;
    const path = `control.elements.${element.name}`;
    const loads = new LoadSums<number>(numbers);
    coordinate.transpose(
      coordinate.reading.rate.map(() => 1),
      false,
      loads,
    );
    const joined = [...loads.sites.values()].map(({ site }) => site);
    if (loads.joints.size === 0 && joined.every(({ body }) => body < 0)) {
      found.error('acts-on-nothing', path, `neither the robot nor a virtual body feels ${element.name}`, {
        got: joined.map(({ name }) => name).join(' and ') || (element.of ?? 'no point'),
        hint: 'let one end be a point on the robot or on a virtual body, `tool` for instance',
      });
    } else if (element.family === 'spring' && onlyRates(design, coordinateOn(design, element))) {
      found.error(
        'coordinate-without-value',
        path,
        `${declarationName(declaration)} acts on what has a rate and no value, so it would never pull`,
        {
          got: element.of ?? coordinateOn(design, element).kind,
          hint: 'a damper brakes it; to hold an attitude take `coordinate: attitude` or `spring: attitude`',
        },
      );
    }
  }
}

/** Whether all that a coordinate is made of has a rate alone. */
function onlyRates(design: Design, { kind, of = [] }: CoordinateDesign): boolean {
  if (of.length === 0) return kind === 'spin';
  return of.every((name) => {
    const child = design.coordinates?.find((coordinate) => coordinate.name === name);
    return child !== undefined && onlyRates(design, child);
  });
}
