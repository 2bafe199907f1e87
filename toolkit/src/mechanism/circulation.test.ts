import { describe, expect, it } from 'vitest';
import type { Solid } from '../geometry/index.js';
import { identity3, numbers, rotationAbout, type Vec3 } from '../math/index.js';
import { noise } from './arms.test.helper.js';
import { type Circling, circulatingForce, type Followed, followOn, withinPower } from './circulation.js';
import type { Surroundings } from './declaration.js';
import { sourceCirculate } from './source-circulate.js';

const upright = identity3(numbers);
const post = (x: number, y: number, radius = 0.05): Solid<number> => ({
  kind: 'cylinder',
  position: [x, y, 0],
  rotation: upright,
  size: [radius, 2],
});
/** A wall across x at x = 0, 2 cm thick, from y = −0.1 to 0.1. */
const wall: Solid<number> = { kind: 'box', position: [0.01, 0, 0], rotation: upright, size: [0.02, 0.2, 2] };
const table: Solid<number> = { kind: 'plane', position: [0, 0, -0.02], rotation: upright, size: [] };

const circling: Circling<number> = {
  axis: [0, 0, 3],
  greatest: 20,
  speed: 0.15,
  clearance: 0.03,
  range: 0.1,
  still: 0.01,
  wait: 0.1,
  tolerance: 0.01,
};

function seen(
  more: Partial<Surroundings<number>> & { at?: Vec3<number>; v?: Vec3<number> } = {},
): Surroundings<number> {
  const { at = [-0.03, 0.02, 0], v = [0, 0, 0], ...rest } = more;
  return {
    hand: { position: at, velocity: v, radius: 0 },
    goal: [0.3, 0.01, 0],
    axes: undefined,
    solids: [wall],
    ...rest,
  };
}

const waiting: Followed<number> = { following: 0, side: 1, hit: 0, gap: 0, stalled: 0 };
const following: Followed<number> = { following: 1, side: 1, hit: 0.33, gap: -0.01, stalled: 0 };
const half = 20 / Math.sqrt(2);

const force = (s: Surroundings<number>, state = following, how = circling) =>
  circulatingForce(numbers, how, s, state);
const next = (s: Surroundings<number>, state: Followed<number>, elapsed = 1e-3, how = circling) =>
  followOn(numbers, how, s, state, elapsed);
const close = (x: readonly number[]) => x.map((entry) => expect.closeTo(entry, 9));

describe('the force', () => {
  it('is none before it follows, and then along the surface on its side', () => {
    expect(force(seen(), waiting)).toEqual([0, 0, 0]);
    // n = −x: z × n = −y.
    expect(force(seen())).toEqual(close([0, -half, 0]));
    expect(force(seen(), { ...following, side: -1 })).toEqual(close([0, half, 0]));
    const below = { ...circling, axis: [0, 0, -1] as const };
    expect(force(seen(), following, below)).toEqual(close([0, half, 0]));
  });

  it('keeps to its speed: half as much at 3/4 of it, none at it, as much against at 3/2', () => {
    const at = (speed: number) => force(seen({ v: [0, -speed, 0] }))[1];
    expect([0.05, 0.1125, 0.15, 0.225, 1].map(at)).toEqual(close([-half, -half / 2, 0, half, half]));
  });

  it('holds the hand at the clearance: away from the wall nearer, towards it farther off', () => {
    const at = (distance: number) => force(seen({ at: [-distance, 0.02, 0] }))[0];
    expect([0.01, 0.0225, 0.03, 0.0375, 0.06].map(at)).toEqual(close([-half, -half / 2, 0, half / 2, half]));
  });

  it('counts the radius of the hand', () => {
    const sphere = { position: [-0.05, 0.02, 0] as const, velocity: [0, 0, 0] as const, radius: 0.02 };
    expect(force(seen({ hand: sphere }))).toEqual(close([0, -half, 0]));
  });

  it('is never greater than its bound, in the plane, and finite wherever the hand is', () => {
    const random = noise(11);
    const solids = [
      wall,
      post(-0.1, 0.05),
      { ...post(0.1, -0.1), kind: 'sphere' as const, size: [0.04] },
      table,
    ];
    const places: Vec3<number>[] = [
      [0.01, 0, 0],
      [-0.1, 0.05, 0],
      [0.3, 0.01, 0],
    ];
    for (let k = 0; k < 300; k++) {
      const at: Vec3<number> = places[k] ?? [0.2 * random(), 0.2 * random(), 0.1 * random()];
      const s = seen({ at, v: [random(), random(), random()], solids });
      const f = force(s, { ...following, side: k % 2 === 0 ? 1 : -1 });
      expect(Math.hypot(...f)).toBeLessThanOrEqual(20 + 1e-12);
      expect(f[2]).toBeCloseTo(0, 12);
      for (const value of Object.values(next(s, following))) expect(Number.isFinite(value)).toBe(true);
    }
  });

  it('looks out of a corner, and from the nearer of two walls that face each other', () => {
    const corner = [post(-0.05, 0.05), post(-0.05, -0.05)];
    // Between both, and as far from each: n = x.
    const f = force(seen({ at: [0.02, 0, 0], solids: corner }));
    expect(f[1]).toBeGreaterThan(0.99 * half);
    const facing = [post(0, 0.09), post(0, -0.09)];
    const [x] = force(seen({ at: [0, 0, 0], solids: facing }));
    // n = −y of the first: z × n = x.
    expect(x).toBeCloseTo(half, 9);
  });

  it('does not see what lies across the axis, and does nothing where nothing else is there', () => {
    expect(force(seen({ solids: [wall, table] }))).toEqual(close([0, -half, 0]));
    expect(force(seen({ solids: [table] }))).toEqual([0, 0, 0]);
  });

  it('turns with the axes that it names, and with the world', () => {
    const turn = rotationAbout(numbers, [1, 0, 0], Math.PI / 2);
    // y as an axis, written as z of axes that are turned about x.
    const flat: Solid<number> = { ...wall, size: [0.02, 2, 0.2] };
    const about = (axes: Surroundings<number>['axes'], axis: Vec3<number>) =>
      force(seen({ at: [-0.03, 0, 0.02], axes, solids: [flat] }), following, { ...circling, axis });
    expect(about(turn, [0, 0, 1])).toEqual(close(about(undefined, [0, -1, 0])));
    expect(Math.abs(about(turn, [0, 0, 1])[2])).toBeCloseTo(half, 9);
  });

  it('is cut where it gives more than its power, not where it brakes', () => {
    expect(withinPower(numbers, [10, 0, 0], [0.5, 0, 0], 4)).toEqual(close([8, 0, 0]));
    expect(withinPower(numbers, [10, 0, 0], [0.3, 0, 0], 4)).toEqual([10, 0, 0]);
    expect(withinPower(numbers, [10, 0, 0], [-5, 0, 0], 4)).toEqual([10, 0, 0]);
  });
});

describe('what is remembered', () => {
  const almost = { ...waiting, stalled: 0.0995 };

  it('begins after a rest in front of what is in the way, with distance, gap and the side of the goal', () => {
    expect(next(seen(), { ...waiting, stalled: 0.05 })).toMatchObject({
      following: 0,
      stalled: expect.closeTo(0.051, 12),
    });
    // From (−0.03, 0.02) to the goal: e = (0.33, −0.01), on the side of −y = t.
    expect(next(seen(), almost)).toEqual({
      following: 1,
      side: 1,
      hit: expect.closeTo(Math.hypot(0.33, 0.01), 12),
      gap: expect.closeTo(-0.01, 5),
      stalled: 0,
    });
    expect(next(seen({ goal: [0.3, 0.05, 0] }), almost)).toMatchObject({ following: 1, side: -1 });
  });

  it.each([
    ['while it moves', seen({ v: [0, 0.011, 0] })],
    ['far from all solids', seen({ at: [-0.11, 0.02, 0] })],
    ['at the goal', seen({ goal: [-0.025, 0.02, 0] })],
    ['where the straight way leads off', seen({ goal: [-0.3, 0, 0] })],
  ])('does not begin %s, and forgets its rest', (_, s) => {
    expect(next(s, almost)).toMatchObject({ following: 0, stalled: expect.closeTo(0.0985, 12) });
  });

  it('begins between posts that leave the straight way free but not wide', () => {
    const gate = [post(0, 0.08), post(0, -0.08)];
    const s = seen({ at: [-0.04, 0, 0], goal: [0.3, 0, 0], solids: gate });
    const begun = next(s, almost);
    expect(begun).toMatchObject({ following: 1, gap: expect.closeTo(0.03, 9) });
    // What held it up is not taken for a free way.
    expect(next(s, { ...begun })).toMatchObject({ following: 1 });
  });

  it('stops where the straight way is free', () => {
    const beside = (y: number) => seen({ at: [0.005, y, 0], goal: [0.3, 0.2, 0] });
    expect(next(beside(0.124), { ...following, hit: 0.1 })).toMatchObject({ following: 1 });
    expect(next(beside(0.126), { ...following, hit: 0.1 })).toMatchObject({ following: 0 });
  });

  it('stops nearer to the goal than it began, with the goal in front and not behind the wall', () => {
    const behind = seen({ at: [0.04, 0.02, 0], solids: [wall, post(0.15, 0)] });
    const far = Math.hypot(0.26, 0.01);
    expect(next(behind, { ...following, hit: far + 0.021 })).toMatchObject({ following: 0 });
    expect(next(behind, { ...following, hit: far + 0.019 })).toMatchObject({ following: 1 });
    expect(next(seen(), { ...following, hit: 1 })).toMatchObject({ following: 1 });
  });

  it('takes the other side after a long rest on the way', () => {
    expect(next(seen(), { ...following, stalled: 0.4985 })).toMatchObject({ side: 1, stalled: 0.4995 });
    expect(next(seen(), { ...following, stalled: 0.4995 })).toMatchObject({
      side: -1,
      stalled: 0,
      following: 1,
    });
    expect(next(seen({ v: [0, 0.02, 0] }), { ...following, stalled: 0.4 })).toMatchObject({ stalled: 0 });
  });
});

describe('the element', () => {
  const { law, watches, check } = sourceCirculate;
  const parameters = {
    axis: [0, 0, 1],
    greatest: [20],
    power: [1],
    speed: [0.15],
    clearance: [0.03],
    range: [0.1],
    still: [0.01],
    wait: [0.1],
    tolerance: [0.01],
  };

  it('puts in what its force does, at most its power', () => {
    const random = noise(12);
    for (let k = 0; k < 50; k++) {
      const v: Vec3<number> = [0.3 * random(), 0.3 * random(), 0];
      const s = seen({ v, at: [-0.03 + 0.02 * random(), 0.02, 0] });
      const reading = { value: [0.33, 0, 0], rate: v.map((x) => -x) };
      const effect = watches?.law(numbers, reading, parameters, s, { ...following });
      const power = (effect?.force ?? []).reduce((sum, f, i) => sum + f * v[i], 0);
      expect(effect?.supplied).toBeCloseTo(power, 12);
      expect(power).toBeLessThanOrEqual(1 + 1e-12);
    }
  });

  it('does nothing by itself, and refuses what it cannot be', () => {
    const nothing = law(numbers, { value: [1, 2, 3], rate: [1, 1, 1] }, parameters);
    expect(nothing).toEqual({ force: [0, 0, 0], supplied: 0 });
    expect(check?.({ axis: [0, 0, 0] })).toMatch(/axis must have a direction/);
    expect(check?.({ power: [0] })).toMatch(/power must be above 0/);
    expect(check?.({ axis: [0, 1, 0], greatest: [5], power: [1] })).toBeUndefined();
  });
});
