import { describe, expect, it } from 'vitest';
import { hull } from './outline.js';
import { solidOutline } from './scene.js';

const at = (x: number, y: number) => ({ x, y });

describe('an outline', () => {
  it('is the corners of what it holds, once around', () => {
    const square = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
    expect(hull([at(0.5, 0.5), ...square, at(0.5, 0), at(0.2, 0.9)])).toEqual(square);
  });

  it('is a line of points in one line, and nothing of nothing', () => {
    expect(hull([at(0, 0), at(2, 2), at(1, 1)])).toEqual([at(0, 0), at(2, 2)]);
    expect(hull([at(1, 2)])).toEqual([at(1, 2)]);
    expect(hull([])).toEqual([]);
    expect(hull([at(Number.NaN, 0)])).toEqual([]);
  });
});

it('draws a solid as a polygon with its name', () => {
  const points = [at(0, 0), at(10, 0), at(5, 2), at(10, 10), at(0, 10)].map(({ x, y }) => [x, y, 7] as const);
  const seen = ([x, y]: readonly [number, number, number]) => at(x, y);
  expect(solidOutline({ label: 'a <post>', points }, seen)).toBe(
    '<polygon class="solid" points="0,0 10,0 10,10 0,10"><title>a &lt;post&gt;</title></polygon>',
  );
  expect(solidOutline({ label: 'floor', points, flat: true }, seen)).toContain('class="solid flat"');
});
