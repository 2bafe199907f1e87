import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctUrdf } from './correct.js';
import {
  adviceOf,
  apart,
  boxPart,
  chains,
  chainText,
  type Part,
  readText,
  type Six,
} from './solids.test.helper.js';

const runs = { seed: 5, numRuns: 25 };

const scaled = (part: Part, mass: number, inertia: number): Part => ({
  ...part,
  mass: part.mass * mass,
  six: part.six.map((x) => x * inertia) as unknown as Six,
});

function aboutOrigin(part: Part): Part {
  const [x, y, z] = part.centre;
  const more = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
  return { ...part, six: part.six.map((value, i) => value + part.mass * more[i]) as unknown as Six };
}

/** What stands in xx, yy, zz, xy, xz, yz, by the places of what was meant. */
const slots =
  (order: readonly number[]) =>
  (part: Part): Part => ({
    ...part,
    six: order.map((i) => part.six[i]) as unknown as Six,
  });

/** Corrects a text, and holds every link to the right ones. */
function mended(text: string, right: readonly Part[], code: string): void {
  const { value, problems } = correctUrdf(text, { file: 'r.urdf' }, new Set([code]));
  expect(problems).toEqual([]);
  expect(value?.made.map((made) => made.code)).toEqual([code]);
  expect(value?.text).toContain('<!-- kept -->');
  const links = value?.outcome.value?.links ?? [];
  expect(links).toHaveLength(right.length);
  links.forEach(({ inertial }, i) => {
    expect(apart([inertial?.mass ?? 0], [right[i].mass])).toBeLessThan(1e-12);
    expect(apart(inertial?.inertia ?? [], right[i].six)).toBeLessThan(1e-9);
  });
}

describe('solid parts', () => {
  it('call for no advice', () => {
    fc.assert(
      fc.property(chains, fc.boolean(), (chain, shapes) => {
        expect(adviceOf(chainText(chain, { shapes }))).toEqual([]);
      }),
      { seed: 5, numRuns: 80 },
    );
  });
});

describe('units', () => {
  it.each([
    [1, 1e3, '1000 times too large'],
    [1, 1e6, 'kg mm²'],
    [1, 1e9, 'g mm², not kg m²'],
    [1, 1e-3, '1000 times too small'],
    [1, 1e-6, 'a million times too small'],
    [1e3, 1, 'the mass is in grams'],
    [1e3, 1e9, 'in g and g mm²'],
  ])('mass × %d, inertia × %d of one link are named and undone', (mass, inertia, words) => {
    fc.assert(
      fc.property(chains, fc.nat(), fc.boolean(), (chain, which, shapes) => {
        const wrong = chain.map((part, i) =>
          i === which % chain.length ? scaled(part, mass, inertia) : part,
        );
        const text = chainText(wrong, { shapes });
        const advice = adviceOf(text);
        expect(advice.map(({ code }) => code)).toEqual(['inertia-units']);
        expect(advice[0].where.name).toBe(`link "l${which % chain.length}"`);
        expect(advice[0].message).toContain(words);
        expect(advice[0].fix?.guess).toBe(true);
        mended(text, chain, 'inertia-units');
      }),
      runs,
    );
  });

  it.each([
    [1, 1e6],
    [1, 1e-3],
    [1e3, 1],
    [1e3, 1e9],
  ])('mass × %d, inertia × %d of all links are named together', (mass, inertia) => {
    fc.assert(
      fc.property(chains, (chain) => {
        const text = chainText(chain.map((part) => scaled(part, mass, inertia)));
        expect(adviceOf(text).map(({ code }) => code)).toEqual(['inertia-units']);
        mended(text, chain, 'inertia-units');
      }),
      runs,
    );
  });

  it('says only that it cannot be where nothing explains it', () => {
    const chain = [1, 2, 3, 4].map((i) => boxPart([0.05, 0.06, 0.1 * i], 1000, 0.3));
    const odd = chain.map((part, i) => (i === 1 ? scaled(part, 1, 1 / 31623) : part));
    const [advice, ...others] = adviceOf(chainText(odd));
    expect(others).toEqual([]);
    expect(advice).toMatchObject({ code: 'inertia-too-small', where: { name: 'link "l1"' } });
    expect(advice.fix).toBeUndefined();
    expect(advice.evidence?.join()).toContain('22590');
  });

  it('names none of two that explain it alike', () => {
    // Grams and an inertia 1000 times too small: each undone is as far from the other links as the other.
    const chain = [1, 2, 3, 4, 5].map(() => boxPart([0.05, 0.06, 0.2], 1000, 0.3));
    const odd = chain.map((part, i) => (i === 2 ? scaled(part, Math.sqrt(1000), Math.sqrt(1e-3)) : part));
    expect(adviceOf(chainText(odd)).map(({ code }) => code)).toEqual(['inertia-too-small']);
  });

  it('leaves a frame alone that weighs next to nothing', () => {
    const chain = [1, 2, 3, 4].map((i) => boxPart([0.05, 0.06, 0.1 * i], 1000, 0.3));
    expect(adviceOf(chainText([...chain, { ...chain[0], mass: 1e-7 }]))).toEqual([]);
  });
});

describe('moments about the wrong point', () => {
  it('are named where all links have them, and taken to the centre', () => {
    fc.assert(
      fc.property(chains, (chain) => {
        const text = chainText(chain.map(aboutOrigin));
        expect(adviceOf(text).map(({ code }) => code)).toEqual(['inertia-point']);
        mended(text, chain, 'inertia-point');
      }),
      runs,
    );
  });

  it('are not named of one link among others, where they may be right', () => {
    const chain = [1, 2, 3, 4].map((i) => boxPart([0.05, 0.06, 0.1 * i], 1000, 0.3));
    expect(adviceOf(chainText(chain.map((part, i) => (i === 1 ? aboutOrigin(part) : part))))).toEqual([]);
  });
});

describe('the six numbers', () => {
  it.each([
    ['moments first', [0, 3, 5, 1, 2, 4], 'moments first'],
    ['lower triangle', [0, 4, 2, 3, 1, 5], 'lower triangle'],
  ])('in another order (%s) are named and put right', (_name, order, words) => {
    fc.assert(
      fc.property(chains, fc.boolean(), (chain, shapes) => {
        // The slots ixx, ixy, ixz, iyy, iyz, izz are filled from the list in turn.
        const text = chainText(chain.map(slots(order)), { shapes });
        const advice = adviceOf(text);
        expect(advice.map(({ code }) => code)).toEqual(['inertia-order']);
        expect(advice[0].message).toContain(words);
        mended(text, chain, 'inertia-order');
      }),
      runs,
    );
  });

  it('are refused and named where they are the first six of nine', () => {
    fc.assert(
      fc.property(chains, (chain) => {
        fc.pre(chain.every(({ six }) => Math.abs(six[3]) > 1e-3 * six[0]));
        const wrong = chain.map((part): Part => {
          const [xx, yy, , xy, xz, yz] = part.six;
          return { ...part, six: [xx, xy, yz, xy, xz, yy] };
        });
        const advice = adviceOf(chainText(wrong));
        expect(advice).toHaveLength(chain.length);
        for (const { code, fix } of advice) expect([code, fix]).toEqual(['inertia-order', undefined]);
      }),
      runs,
    );
  });
});

describe('placeholders', () => {
  const chain = [1, 2, 3, 4, 5].map((i) => boxPart([0.05, 0.06, 0.05 + 0.05 * i], 1000, 0.3));

  it.each([1, 0.1, 10])('of %d on the diagonal of all links are named once', (moment) => {
    const text = chainText(chain.map((part) => ({ ...part, six: [moment, moment, moment, 0, 0, 0] })));
    const [advice, ...others] = adviceOf(text);
    expect(others).toEqual([]);
    expect(advice.code).toBe('inertia-placeholder');
    // The last one carries nothing that says how large it is.
    expect(advice.message).toMatch(/^of [45] links /);
    if (advice.message.startsWith('of 4'))
      expect(advice.evidence).toContain('5 links of 5 have the same six numbers');
    expect(advice.fix).toBeUndefined();
  });

  it('of one number six times are named', () => {
    const text = chainText(
      chain.map((part, i) => (i === 2 ? { ...part, six: [1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6] } : part)),
    );
    expect(adviceOf(text).map(({ code, where }) => [code, where.name])).toEqual([
      ['inertia-placeholder', 'link "l2"'],
    ]);
  });

  it('of 1 kg for all are named where the links differ, and not where they are alike', () => {
    const all = chainText(chain.map((part) => ({ ...part, mass: 1 })));
    expect(adviceOf(all).map(({ code }) => code)).toContain('mass-placeholder');
    const alike = chainText(chain.map(() => ({ ...chain[0], mass: 1 })));
    expect(readText(alike).problems.map(({ code }) => code)).not.toContain('mass-placeholder');
  });
});
