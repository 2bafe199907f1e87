/** `<material>`: colours by name, global or where they are first given. */
import { childrenOf, fault, inside, only, optionalNumbers, type Subject } from './attributes.js';
import type { Findings } from './findings.js';
import type { XmlElement } from './xml.js';

export type Colour = readonly [number, number, number, number];

export class Materials {
  /** By name; undefined for a material that has a texture only. */
  #named = new Map<string, Colour | undefined>();
  /** Names for a problem to offer. */
  readonly #names: readonly string[];
  /** Colours that stand in the visual itself. */
  #own = new Map<XmlElement, Colour | undefined>();

  /** Reads the materials of the robot, then those that a visual defines, which others may name. */
  constructor(robot: XmlElement, findings: Findings) {
    const lines = new Map<string, number>();
    for (const element of childrenOf(robot, 'material')) {
      const name = element.attributes.get('name')?.value ?? '';
      const subject: Subject = { findings, name: `material "${name}"`, path: '', severity: 'error' };
      const first = lines.get(name);
      if (name === '') fault(subject, element, 'name-missing', 'a material of the robot needs a name');
      else if (first !== undefined) {
        fault(subject, element, 'name-twice', `two materials are called "${name}"`, {
          hint: `the first is on line ${first}`,
        });
      } else {
        lines.set(name, element.line);
        this.#named.set(name, readColour({ ...subject, severity: 'warning' }, element));
      }
    }
    for (const link of childrenOf(robot, 'link')) {
      const name = `link "${link.attributes.get('name')?.value ?? ''}"`;
      for (const visual of childrenOf(link, 'visual')) {
        for (const material of childrenOf(visual, 'material')) {
          if (childrenOf(material, 'color').length === 0) continue;
          const colour = readColour(
            { findings, name, path: 'visual.material', severity: 'warning' },
            material,
          );
          this.#own.set(material, colour);
          const called = material.attributes.get('name')?.value ?? '';
          if (called !== '' && !this.#named.has(called)) this.#named.set(called, colour);
        }
      }
    }
    this.#names = [...this.#named.keys()].slice(0, 50);
  }

  /** The colour of a visual: its own, or that of the material it names. */
  colourOf(subject: Subject, visual: XmlElement): Colour | undefined {
    const element = only(subject, visual, 'material');
    if (element === undefined) return undefined;
    if (this.#own.has(element)) return this.#own.get(element);
    const name = element.attributes.get('name')?.value ?? '';
    if (!this.#named.has(name) && element.children.length === 0) {
      fault(
        inside(subject, 'material'),
        element,
        'material-unknown',
        `no material is called "${name}": no colour`,
        {
          known: this.#names,
        },
      );
    }
    return this.#named.get(name);
  }
}

function readColour(subject: Subject, material: XmlElement): Colour | undefined {
  const element = only(subject, material, 'color');
  if (element === undefined) return undefined;
  const at = inside(subject, 'color');
  const rgba = optionalNumbers(at, element, 'rgba', 4);
  if (rgba === undefined) {
    if (!element.attributes.has('rgba'))
      fault(at, element, 'attribute-missing', '`<color>` needs the attribute `rgba`');
    return undefined;
  }
  if (rgba.some((x) => x < 0 || x > 1)) {
    fault(at, element, 'colour-range', 'a colour lies outside 0 … 1 and is held inside', {
      attribute: 'rgba',
      got: rgba.join(' '),
      ...(rgba.some((x) => x > 1) ? { hint: 'the four numbers are 0 … 1, not 0 … 255' } : {}),
    });
  }
  return rgba.map((x) => Math.min(1, Math.max(0, x))) as unknown as Colour;
}
