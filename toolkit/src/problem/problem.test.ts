import { describe, expect, it } from 'vitest';
import { hasErrors, nearest, type Problem, printable, describe as worded } from './problem.js';

const least: Problem = { code: 'c', severity: 'error', where: {}, message: 'it is wrong' };

describe('wording', () => {
  it('is one line of place, severity, message and code where there is nothing more', () => {
    expect(worded(least)).toBe('error: it is wrong [c]');
    expect(worded({ ...least, where: { file: 'a.yaml' } })).toBe('a.yaml: error: it is wrong [c]');
    expect(worded({ ...least, where: { file: 'a.yaml', line: 3 } })).toBe('a.yaml:3: error: it is wrong [c]');
  });

  it('says place, subject, what was expected and given, what is known and what can be done', () => {
    const problem: Problem = {
      code: 'unknown-key',
      severity: 'warning',
      where: { file: 'a.yaml', line: 3, column: 7, path: 'control.rate', name: 'joint "elbow"' },
      message: 'unknown key',
      expected: 'a number',
      got: 'fast',
      known: ['rate', 'points'],
      hint: 'did you mean rate?',
    };
    expect(worded(problem)).toBe(
      'a.yaml:3:7: warning: control.rate, joint "elbow": unknown key (expected a number, got fast) [unknown-key]\n' +
        '    known: rate, points\n' +
        '    did you mean rate?',
    );
  });

  it('says through which macros it came, a long way by its ends', () => {
    const trail = Array.from({ length: 20 }, (_, i) => `in macro \`m${i}\` called at a.xacro:${i}`);
    const said = (n: number) =>
      worded({ ...least, where: { trail: trail.slice(0, n) }, hint: 'h' }).split('\n');
    expect(said(2)).toEqual([
      'error: it is wrong [c]',
      '    in macro `m0` called at a.xacro:0',
      '    in macro `m1` called at a.xacro:1',
      '    h',
    ]);
    expect(
      said(8)
        .slice(1, -1)
        .map((line) => line.trim()),
    ).toEqual(trail.slice(0, 8));
    const long = said(20)
      .slice(1, -1)
      .map((line) => line.trim());
    expect(long).toEqual([...trail.slice(0, 6), '… 13 more …', trail[19]]);
    expect(said(0)).toEqual(['error: it is wrong [c]', '    h']);
  });

  it('says what speaks for it, and how the file would be mended', () => {
    const edit = { where: { line: 1, column: 2 }, what: 'link "a": mass', attribute: 'value' };
    const edits = [
      { ...edit, before: '1000', after: '1' },
      { ...edit, after: '2' },
      { ...edit, before: '3' },
      { ...edit, before: '4', after: '5' },
    ];
    const evidence = ['first', 'second'];
    const problem: Problem = { ...least, evidence, hint: 'h', fix: { why: 'grams', guess: true, edits } };
    expect(worded(problem).split('\n').slice(1)).toEqual([
      '    first',
      '    second',
      '    h',
      '    perhaps: grams',
      '      link "a": mass: 1000 → 1',
      '      link "a": mass: value="2" added',
      '      link "a": mass: value="3" taken out',
      '      and 1 more',
    ]);
    const sure = worded({ ...least, fix: { why: 'w', guess: false, edits: [edits[0]] } });
    expect(sure.split('\n').slice(1)).toEqual(['    fix: w', '      link "a": mass: 1000 → 1']);
    const many = worded({ ...least, evidence: Array.from({ length: 9 }, (_, i) => `e${i}`) }).split('\n');
    expect(many.slice(-2)).toEqual(['    e5', '    and 3 more']);
  });

  it('lists twelve known names and counts the others', () => {
    const known = Array.from({ length: 14 }, (_, i) => `n${i}`);
    expect(worded({ ...least, known })).toMatch(/known: n0, .*, n11, and 2 more$/);
    expect(worded({ ...least, known: known.slice(0, 12) })).toMatch(/, n11$/);
  });

  it('keeps to its line whatever a file holds', () => {
    const evil = 'a\n\u001b[31mb\u0085\u2028\u0000';
    const where = { file: evil, path: evil, name: evil };
    const all: Problem = {
      ...least,
      where,
      message: evil,
      expected: evil,
      got: evil,
      known: [evil],
      hint: evil,
    };
    for (const line of worded(all).split('\n'))
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]/);
    expect(worded(all).split('\n')).toHaveLength(3);
  });
});

describe('printable text', () => {
  it('has control characters as escapes', () => {
    expect(printable('a\u001b[2Kb\u009b\u007f\t')).toBe('a\\u001b[2Kb\\u009b\\u007f\\u0009');
    expect(printable('čaj 二 “x”')).toBe('čaj 二 “x”');
  });

  it('does not turn the direction in which the rest is written', () => {
    expect(printable('a\u202eb\u2066c')).toBe('a\\u202eb\\u2066c');
  });

  it('is cut in the middle, both ends kept', () => {
    const long = `start${'x'.repeat(200)}end`;
    const cut = printable(long);
    expect(cut.length).toBeLessThanOrEqual(80);
    expect(cut).toMatch(/^startx+…x+end$/);
    expect(printable('x'.repeat(80))).toBe('x'.repeat(80));
    expect(printable(long, 11)).toBe('start…xxend');
  });
});

describe('errors', () => {
  it('are told from warnings', () => {
    const warning: Problem = { ...least, severity: 'warning' };
    expect([hasErrors([]), hasErrors([warning]), hasErrors([warning, least])]).toEqual([false, false, true]);
  });
});

describe('the nearest known name', () => {
  const known = ['stiffness', 'damping', 'length', 'at', 'to'];

  it.each([
    ['stifness', 'stiffness'],
    ['stiffnes', 'stiffness'],
    ['stiffnness', 'stiffness'],
    ['Stiffness', 'stiffness'],
    ['stiffmess', 'stiffness'],
    ['dampin', 'damping'],
    ['damipng', 'damping'],
    ['lenght', 'length'],
    ['it', 'at'],
    ['xto', 'to'],
  ])('of %s is %s', (name, wanted) => {
    expect(nearest(name, known)).toBe(wanted);
  });

  it('is one edit away by a swap of two neighbours', () => {
    expect(nearest('gaol', ['tool', 'goal'])).toBe('goal');
    expect(nearest('gaol', ['gal', 'goals', 'goal', 'gxol'])).toBe('gal');
    expect(nearest('ba', ['bcd', 'ab'])).toBe('ab');
    // Two edits apart: of three letters one may be wrong.
    expect(nearest('cab', ['abc'])).toBeUndefined();
  });

  it('of one letter is no other letter', () => {
    expect(nearest('a', ['b', 'c'])).toBeUndefined();
    expect(nearest('', ['b'])).toBeUndefined();
    expect(nearest('A', ['b', 'a'])).toBe('a');
    expect(nearest('a', ['b', 'a1'])).toBe('a1');
  });

  it.each(['mass', 'stiff', 'xy', '', 'radius'])('of %s is none', (name) => {
    expect(nearest(name, known)).toBeUndefined();
  });

  it('is the nearest of several that are near, whatever their order', () => {
    expect(nearest('goal2', ['goals3', 'goal1', 'goal2s', 'goal2'])).toBe('goal2');
    expect(nearest('elbow_hige', ['elbow_hide_', 'elbow_hinge', 'elbow_hiked'])).toBe('elbow_hinge');
  });
});
