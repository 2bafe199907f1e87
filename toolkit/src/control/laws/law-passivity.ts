/** What laws and the servo put in, as reasons of the judgement of passivity. */
import type { Design } from '../design.js';
import type { LawDesign } from './law-design.js';
import { givenNumbers } from './law-parameters.js';
import { lawOf } from './laws.js';

export interface LawReason {
  readonly name: string;
  readonly text: string;
}

/** Laws that are not made of energies and dampers alone, and the servo, which follows whatever that takes. */
export function lawReasons(design: Design): LawReason[] {
  const { laws = [], servo } = design;
  const active = laws
    .filter((law) => {
      const declaration = lawOf(law.kind);
      if (declaration?.acts !== 'wrench') return false;
      const { passive } = declaration;
      return typeof passive === 'function' ? !passive(givenNumbers(law, declaration)) : passive !== true;
    })
    .map(({ name, kind }) => ({ name, text: `the law ${name} (${kind}) puts energy in` }));
  const carried = laws
    .filter(({ kind }) => kind === 'impedance')
    .flatMap((law) => carriedReasons(design, law));
  return servo === undefined
    ? [...active, ...carried]
    : [...active, ...carried, { name: 'servo', text: 'the servo follows its command, whatever that takes' }];
}

/**
 * An impedance acts on the body of its centre alone. A target on another body of the robot is carried about by it without
 * a reaction, and so are axes on another one, but where the stiffness is alike along all of them.
 */
function carriedReasons(
  { points, model }: Design,
  { name, at, axes, target, parameters }: LawDesign,
): LawReason[] {
  const bodyOf = (point: string | undefined): number => {
    const { frame } = points.find((one) => one.name === point) ?? {};
    return model.frames.find((one) => one.name === frame)?.body ?? -1;
  };
  const own = bodyOf(at);
  const elsewhere = (point: string | undefined): boolean => bodyOf(point) >= 0 && bodyOf(point) !== own;
  const uneven = [parameters.stiffness, parameters.turnStiffness].some((gain) =>
    gain?.some((x) => x !== gain[0]),
  );
  const reasons: LawReason[] = [];
  if (elsewhere(target))
    reasons.push({
      name,
      text: `the target of ${name}, ${target}, is carried by the robot without a reaction`,
    });
  if (elsewhere(axes) && uneven)
    reasons.push({ name, text: `the axes of ${name}, ${axes}, turn with another body of the robot` });
  return reasons;
}
