import { describe, expect, it } from 'vitest';
import {
  codes,
  jointText,
  limitText,
  linkText,
  onlyProblem,
  read,
  robotOf,
  robotText,
} from '../../../checks/urdf-text.js';

const links = (...names: string[]): string[] => names.map((name) => linkText(name));
const fixed = (name: string, parent: string, child: string): string =>
  jointText(name, parent, child, '', 'fixed');

describe('links and joints that make a tree', () => {
  it('may be one link', () => {
    expect(robotOf(robotText(linkText('a'))).roots).toMatchObject([{ link: 'a', base: 'fixed' }]);
  });

  it('are kept in the order of the file', () => {
    const robot = robotOf(robotText(fixed('z', 'b', 'c'), ...links('c', 'a', 'b'), fixed('y', 'a', 'b')));
    expect(robot.links.map((link) => link.name)).toEqual(['c', 'a', 'b']);
    expect(robot.joints.map((joint) => joint.name)).toEqual(['z', 'y']);
    expect(robot.roots.map((root) => root.link)).toEqual(['a']);
  });

  it('keep two fixed joints in a row apart', () => {
    const robot = robotOf(
      robotText(
        ...links('base', 'l1', 'l2'),
        jointText('f1', 'base', 'l1', '<origin xyz="1 0 0"/>', 'fixed'),
        jointText('f2', 'l1', 'l2', '<origin xyz="0 1 0"/>', 'fixed'),
      ),
    );
    expect(robot.joints.map((j) => [j.parent, j.child, j.origin.position])).toEqual([
      ['base', 'l1', [1, 0, 0]],
      ['l1', 'l2', [0, 1, 0]],
    ]);
  });

  it('have a free base where it is asked for', () => {
    expect(robotOf(robotText(linkText('a')), { freeBase: true }).roots[0].base).toBe('free');
  });
});

describe('links and joints that make none', () => {
  it('lists several roots', () => {
    const problem = onlyProblem(read(robotText(...links('a', 'b', 'c'), fixed('j', 'a', 'b'))));
    expect(problem).toMatchObject({ code: 'several-roots', severity: 'error' });
    expect(problem.message).toContain('"a", "c"');
  });

  it('names a link with two parents and both joints', () => {
    const problem = onlyProblem(
      read(
        robotText(
          ...links('a', 'b', 'c'),
          fixed('j1', 'a', 'c'),
          fixed('j2', 'b', 'c'),
          fixed('j3', 'a', 'b'),
        ),
      ),
    );
    expect(problem).toMatchObject({
      code: 'link-two-parents',
      severity: 'error',
      where: { name: 'link "c"', line: 7 },
    });
    expect(problem.message).toContain('"j1", "j2"');
  });

  it('names the links of a ring', () => {
    const all = onlyProblem(
      read(
        robotText(
          ...links('a', 'b', 'c'),
          fixed('j1', 'a', 'b'),
          fixed('j2', 'b', 'c'),
          fixed('j3', 'c', 'a'),
        ),
      ),
    );
    expect(all).toMatchObject({ code: 'no-root', severity: 'error' });
    expect(all.message).toContain('"a", "b", "c"');
    const some = onlyProblem(
      read(robotText(...links('r', 'x', 'y'), fixed('j1', 'x', 'y'), fixed('j2', 'y', 'x'))),
    );
    expect(some).toMatchObject({ code: 'link-ring', severity: 'error' });
    expect(some.message).toContain('"x", "y"');
  });

  it('names a link that is its own parent', () => {
    const problem = onlyProblem(read(robotText(linkText('a'), fixed('j', 'a', 'a'))));
    expect(problem).toMatchObject({ code: 'joint-own-parent', where: { name: 'joint "j"' } });
    expect(problem.message).toContain('"a"');
  });

  it('names unknown links, with the nearest name, and not their consequences', () => {
    const outcome = read(
      robotText(
        ...links('base', 'upper_arm', 'lower_arm'),
        fixed('j1', 'bose', 'upper_arm'),
        fixed('j2', 'upper_arm', 'lower-arm'),
      ),
    );
    expect(codes(outcome)).toEqual(['error joint-parent-unknown', 'error joint-child-unknown']);
    expect(outcome.problems.map((p) => p.hint)).toEqual([
      'did you mean "base"?',
      'did you mean "lower_arm"?',
    ]);
    const world = onlyProblem(read(robotText(...links('base'), fixed('j', 'world', 'base'))));
    expect(world.hint).toContain('<link name="world"/>');
  });

  it.each(['link', 'joint'])('names a %s that is there twice', (kind) => {
    const twice =
      kind === 'link'
        ? robotText(...links('a', 'b', 'b'), fixed('j', 'a', 'b'))
        : robotText(...links('a', 'b', 'c'), fixed('j', 'a', 'b'), fixed('j', 'b', 'c'));
    const problem = onlyProblem(read(twice));
    expect(problem).toMatchObject({ code: 'name-twice', severity: 'error' });
    expect(problem.hint).toMatch(/line \d/);
  });

  it('lets a link and a joint have one name', () => {
    expect(codes(read(robotText(...links('a', 'b'), fixed('a', 'a', 'b'))))).toEqual([]);
  });

  it('needs a link', () => {
    expect(onlyProblem(read('<robot name="r"/>')).code).toBe('no-links');
  });
});

describe('mass', () => {
  const moving = (name: string, parent: string, child: string): string =>
    jointText(name, parent, child, limitText);

  it('is 0 for a moving link without inertial, with a warning that names it', () => {
    const ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>';
    const outcome = read(robotText(linkText('base'), linkText('tip', 0, ball), moving('j', 'base', 'tip')));
    expect(onlyProblem(outcome)).toMatchObject({
      code: 'link-without-mass',
      severity: 'warning',
      where: { name: 'link "tip"', line: 4 },
    });
    expect(outcome.value?.links[1].inertial).toBeUndefined();
  });

  it('may be missing on the root, on frames, and on what is welded to mass', () => {
    const root = robotText(
      linkText('world', 0),
      linkText('base'),
      linkText('arm'),
      linkText('tool', 0),
      fixed('w', 'world', 'base'),
      moving('j', 'base', 'arm'),
      fixed('t', 'arm', 'tool'),
    );
    expect(codes(read(root))).toEqual([]);
    const hull = robotText(
      linkText('base'),
      linkText('frame', 0),
      linkText('hull'),
      moving('j', 'base', 'frame'),
      fixed('t', 'frame', 'hull'),
    );
    expect(codes(read(hull))).toEqual([]);
  });

  it('is missed in the middle of a chain, and worse at its end', () => {
    const middle = read(
      robotText(
        linkText('a'),
        linkText('b', 0),
        linkText('c'),
        moving('j1', 'a', 'b'),
        moving('j2', 'b', 'c'),
      ),
    );
    expect(onlyProblem(middle).message).not.toContain('nor has anything behind it');
    const end = read(
      robotText(
        linkText('a'),
        linkText('b', 0),
        linkText('c', 0),
        moving('j1', 'a', 'b'),
        moving('j2', 'b', 'c'),
      ),
    );
    expect(end.problems.map((p) => p.where.name)).toEqual(['link "b"', 'link "c"']);
    for (const problem of end.problems) expect(problem.message).toContain('nor has anything behind it');
  });

  it('is said to be nowhere once', () => {
    const none = robotText(
      linkText('a', 0),
      linkText('b', 0),
      linkText('c', 0),
      moving('j1', 'a', 'b'),
      moving('j2', 'b', 'c'),
    );
    expect(codes(read(none))).toEqual(['warning robot-without-mass']);
  });
});
