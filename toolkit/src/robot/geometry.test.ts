import { describe, expect, it } from 'vitest';
import { codes, linkText, onlyProblem, read, robotOf, robotText } from '../../../checks/urdf-text.js';

function visual(inside: string, kind = 'visual'): string {
  return robotText(linkText('a', 1, `<${kind}>${inside}</${kind}>`));
}

function shape(text: string): string {
  return visual(`<geometry>${text}</geometry>`);
}

describe('shapes', () => {
  it.each([
    ['<box size="1 2 3"/>', { kind: 'box', size: [1, 2, 3] }],
    ['<sphere radius="0.5"/>', { kind: 'sphere', radius: 0.5 }],
    ['<cylinder radius="0.5" length="2"/>', { kind: 'cylinder', radius: 0.5, length: 2 }],
    ['<capsule radius="0.5" length="2"/>', { kind: 'capsule', radius: 0.5, length: 2 }],
    ['<mesh filename="package://p/A.STL"/>', { kind: 'mesh', file: 'package://p/A.STL', scale: [1, 1, 1] }],
    ['<mesh filename="a" scale="1 -1 1"/>', { kind: 'mesh', file: 'a', scale: [1, -1, 1] }],
  ])('%s is kept', (text, expected) => {
    for (const kind of ['visual', 'collision']) {
      const outcome = read(visual(`<origin xyz="1 2 3"/><geometry>${text}</geometry>`, kind));
      expect(codes(outcome)).toEqual([]);
      const link = outcome.value?.links[0];
      expect((kind === 'visual' ? link?.visuals : link?.collisions)?.[0]).toMatchObject({
        shape: expected,
        pose: { position: [1, 2, 3] },
      });
    }
  });

  it.each([
    ['', 'geometry-unknown'],
    ['<torus/>', 'geometry-unknown'],
    ['<box size="1 1 1"/><sphere radius="1"/>', 'geometry-unknown'],
    ['<box/>', 'attribute-missing'],
    ['<box size=""/>', 'attribute-empty'],
    ['<box size="1 2"/>', 'number-malformed'],
    ['<box size="1 -2 3"/>', 'geometry-size'],
    ['<sphere/>', 'attribute-missing'],
    ['<sphere radius="0"/>', 'geometry-size'],
    ['<sphere radius="nan"/>', 'number-malformed'],
    ['<cylinder radius="1"/>', 'attribute-missing'],
    ['<cylinder length="1"/>', 'attribute-missing'],
    ['<mesh/>', 'attribute-missing'],
    ['<mesh filename="a" scale="1 0 1"/>', 'geometry-size'],
    ['<mesh filename="a" scale="1 2"/>', 'number-malformed'],
  ])('%s is left out with a warning, and the robot taken', (text, code) => {
    for (const kind of ['visual', 'collision']) {
      const outcome = read(visual(`<geometry>${text}</geometry>`, kind));
      expect(onlyProblem(outcome)).toMatchObject({ code, severity: 'warning', where: { name: 'link "a"' } });
      expect(outcome.value?.links[0]).toMatchObject({ visuals: [], collisions: [] });
    }
  });

  it('without geometry or with a broken origin is left out', () => {
    expect(onlyProblem(read(visual(''))).code).toBe('geometry-missing');
    const broken = read(visual('<origin xyz="1 2"/><geometry><sphere radius="1"/></geometry>'));
    expect(onlyProblem(broken)).toMatchObject({
      code: 'number-malformed',
      severity: 'warning',
      where: { path: 'visual.origin.xyz' },
    });
    expect(broken.value?.links[0].visuals).toEqual([]);
  });

  it('takes a single scale for all axes, with a warning', () => {
    const outcome = read(shape('<mesh filename="a" scale="0.001"/>'));
    expect(codes(outcome)).toEqual(['warning mesh-scale-single']);
    expect(outcome.value?.links[0].visuals[0].shape).toMatchObject({ scale: [0.001, 0.001, 0.001] });
  });

  it('keeps names and all of several', () => {
    const two =
      '<visual name="v"><geometry><sphere radius="1"/></geometry></visual><visual><geometry><sphere radius="2"/></geometry></visual>';
    expect(robotOf(robotText(linkText('a', 0, two))).links[0].visuals.map((v) => v.name)).toEqual([
      'v',
      undefined,
    ]);
  });
});

describe('materials', () => {
  const ball = '<geometry><sphere radius="1"/></geometry>';
  const red = '<color rgba="1 0 0 1"/>';

  it('are found by name, wherever they are defined', () => {
    const text = robotText(
      linkText(
        'a',
        1,
        `<visual>${ball}<material name="late"/></visual><visual>${ball}<material name="inline"/></visual>`,
      ),
      linkText('b', 1, `<visual>${ball}<material name="inline">${red}</material></visual>`),
      `<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>`,
      '<material name="late"><color rgba="0 0.5 1 0.25"/></material>',
    );
    expect(codes(read(text))).toEqual([]);
    const [a, b] = robotOf(text).links;
    expect(a.visuals.map((v) => v.colour)).toEqual([
      [0, 0.5, 1, 0.25],
      [1, 0, 0, 1],
    ]);
    expect(b.visuals[0].colour).toEqual([1, 0, 0, 1]);
  });

  it('twice by one name are refused', () => {
    const outcome = read(
      robotText(
        `<material name="m">${red}</material>`,
        `<material name="m">${red}</material>`,
        linkText('a'),
      ),
    );
    expect(onlyProblem(outcome)).toMatchObject({
      code: 'name-twice',
      severity: 'error',
      where: { name: 'material "m"' },
    });
  });

  it('that nobody defines cost the colour only', () => {
    const outcome = read(visual(`${ball}<material name="blu"/>`));
    expect(onlyProblem(outcome)).toMatchObject({ code: 'material-unknown', severity: 'warning' });
    expect(outcome.value?.links[0].visuals.length).toBe(1);
  });

  it.each([
    ['255 0 0 255', 'colour-range', [1, 0, 0, 1]],
    ['1 0 0', 'number-malformed', undefined],
    ['a b c d', 'number-malformed', undefined],
  ])('with colour %s are named', (rgba, code, colour) => {
    const outcome = read(visual(`${ball}<material name="m"><color rgba="${rgba}"/></material>`));
    expect(onlyProblem(outcome)).toMatchObject({ code, severity: 'warning' });
    expect(outcome.value?.links[0].visuals[0].colour).toEqual(colour);
  });

  it('with a texture only have no colour', () => {
    const outcome = read(visual(`${ball}<material name="m"><texture filename="t.png"/></material>`));
    expect(codes(outcome)).toEqual([]);
  });
});
