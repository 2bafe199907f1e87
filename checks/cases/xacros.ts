/** What xacro makes of properties, conditions, parameters and YAML. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Outcome, Problem } from 'pliant/problem';
import { memoryFiles, type Robot, readRobot } from 'pliant/robot';
import { between, type Case, kind, near, within } from './case.js';

const head = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">';

function expanded(body: string, files: Readonly<Record<string, string>> = {}): Outcome<Robot> {
  return readRobot('r.xacro', memoryFiles({ ...files, 'r.xacro': `${head}\n${body}\n</robot>` }));
}

const errors = ({ problems }: Outcome<Robot>): Problem[] =>
  problems.filter(({ severity }) => severity === 'error');

/** Names of the links, in the order of the file; there must be no error. */
function linksOf(body: string, files?: Readonly<Record<string, string>>): string[] {
  const outcome = expanded(body, files);
  deepEqual(
    errors(outcome).map(({ code, message }) => `${code}: ${message}`),
    [],
  );
  return outcome.value?.links.map(({ name }) => name) ?? [];
}

/** Links in a chain, so that they are a robot; each name is what an expression gives. */
function chained(names: readonly string[]): string {
  return names
    .map((name, i) =>
      i === 0
        ? `<link name="${name}"/>`
        : `<link name="${name}"/><joint name="j${i}" type="fixed"><parent link="${names[i - 1]}"/><child link="${name}"/></joint>`,
    )
    .join('');
}

/** What expressions give, as text. */
function given(
  before: string,
  expressions: readonly string[],
  files?: Readonly<Record<string, string>>,
): string[] {
  const names = expressions.map((expression, i) => `v${i}:${expression}`);
  return linksOf(`${before}${chained(names)}`, files).map((name) => name.slice(name.indexOf(':') + 1));
}

/** Numbers that expressions give. */
const numbersOf = (...args: Parameters<typeof given>): number[] => given(...args).map(Number);

const property = (name: string, value: string | number): string =>
  `<xacro:property name="${name}" value="${value}"/>`;

/** Which of the conditions keep what they hold, and the errors. */
function conditions(element: 'if' | 'unless', values: readonly string[], before = '') {
  return values.map((value) => {
    const outcome = expanded(
      `${before}<link name="base"/><xacro:${element} value="${value}"><link name="kept"/><joint name="j" type="fixed"><parent link="base"/><child link="kept"/></joint></xacro:${element}>`,
    );
    const wrong = errors(outcome);
    if (wrong.length > 0) {
      equal(outcome.value, undefined);
      equal(wrong.length, 1);
      return `${wrong[0].message} ${wrong[0].got ?? ''} ${wrong[0].expected ?? ''}`;
    }
    return outcome.value?.links.some(({ name }) => name === 'kept') === true ? 'kept' : 'dropped';
  });
}

function spacedNumber(value: number, before: string, after: string, factor: number): void {
  const [got] = numbersOf(property('a', `${before}${value}${after}`), [`\${${factor}*a}`]);
  near([got], [factor * value], 1e-12 * Math.abs(factor * value));
}

function escapes(name: string, value: number): void {
  deepEqual(given(property(name, value), [`$\${${name}}`, `\${${name}}$\${${name}}`, `$$\${${name}}`]), [
    `\${${name}}`,
    `${value}\${${name}}`,
    `$\${${name}}`,
  ]);
}

const expression = (text: string): string => `\${${text}}`;

function strayMacro(name: string, link: string): void {
  const outcome = expanded(
    `<link name="base"/><macro name="${name}"><link name="${link}"/></macro><${name}/>`,
  );
  const named = outcome.problems.find(({ message }) => /\bmacro\b/.test(message));
  ok(named !== undefined, JSON.stringify(outcome.problems));
  ok(/xacro:/.test(`${named.message} ${named.hint ?? ''} ${named.expected ?? ''}`), JSON.stringify(named));
  if (outcome.value !== undefined)
    deepEqual(
      outcome.value.links.map((l) => l.name),
      ['base'],
    );
}

/** Three calls of a macro whose parameters come from outside. */
function carets(n: number, k: number, fallback: number, own: number): void {
  const name = ['i', 'n', 'k'].map(expression).join('_');
  const call = (i: number, attributes = '') => `<xacro:m i="${i}"${attributes}/>`;
  const joint = `<joint name="j${expression('i')}" type="fixed"><parent link="base"/><child link="c${name}"/></joint>`;
  const macro = `<xacro:macro name="m" params="i n:=^ k:=^|${fallback}"><link name="c${name}"/>${joint}</xacro:macro>`;
  const body = `<link name="base"/>${macro}${property('n', n)}${call(1)}${property('k', k)}${call(2)}${call(3, ` n="${own}"`)}`;
  deepEqual(linksOf(body), ['base', `c1_${n}_${fallback}`, `c2_${n}_${k}`, `c3_${own}_${k}`]);
}
function fromYaml(a: number, b: number, m: number): void {
  const yaml = `a: !degrees ${a}\nb: !degrees ${b}\nc: {d: {m: !radians ${m}}}\nlist: [1, {x: ${m}}]\n`;
  const before = property('y', expression("xacro.load_yaml('p.yaml')"));
  const got = numbersOf(
    before,
    ["y['a']", 'y.b', "y['c']['d']['m']", 'y.c.d.m', "y['list'][1]['x']", 'y.a + y.b'].map(expression),
    { 'p.yaml': yaml },
  );
  const degree = Math.PI / 180;
  near(got, [a * degree, b * degree, m, m, m, (a + b) * degree], 1e-12 * (1 + Math.abs(a) + Math.abs(b)));
}

function parentScope(name: string, value: number, scope: 'parent' | 'global'): void {
  const inner = `<xacro:macro name="inner" params=""><xacro:property name="${name}" value="${value}" scope="${scope}"/></xacro:macro>`;
  const outer = `<xacro:macro name="outer" params=""><xacro:inner/><link name="seen_${expression(name)}"/><joint name="j" type="fixed"><parent link="base"/><child link="seen_${expression(name)}"/></joint></xacro:macro>`;
  deepEqual(linksOf(`<link name="base"/>${inner}${outer}<xacro:outer/>`), ['base', `seen_${value}`]);
  // Without a scope it ends with the macro.
  const local = expanded(`<link name="base"/>${inner.replace(/ scope="\w+"/, '')}${outer}<xacro:outer/>`);
  equal(local.value, undefined);
  ok(errors(local)[0].message.includes(name));
}

const word = fc.stringMatching(/^q_[a-z0-9_]{1,8}$/);
const spaces = fc.stringMatching(/^ {0,3}$/);
const whole = fc.integer({ min: -1000, max: 1000 });

const truths: fc.Arbitrary<readonly [string, 'kept' | 'dropped']> = fc.oneof(
  fc.constantFrom('true', 'True').map((x) => [x, 'kept'] as const),
  fc.constantFrom('false', 'False').map((x) => [x, 'dropped'] as const),
  fc.integer({ min: -50, max: 50 }).map((n) => [String(n), n === 0 ? 'dropped' : 'kept'] as const),
  fc.tuple(whole, whole).map(([a, b]) => [expression(`${a} &lt; ${b}`), a < b ? 'kept' : 'dropped'] as const),
  fc
    .tuple(whole, within(2))
    .map(([a, b]) => [expression(`${a}*${b}`), a * b === 0 ? 'dropped' : 'kept'] as const),
  fc.boolean().map((x) => [expression(`not ${x ? 'True' : 'False'}`), x ? 'dropped' : 'kept'] as const),
);

export const xacroCases: readonly Case[] = [
  kind(
    'a property that is a number with spaces around it is a number',
    () => {
      deepEqual(numbersOf(property('a', ' 42 '), [expression('2*a')]), [84]);
    },
    fc.tuple(fc.oneof(whole, within(100)), spaces, spaces, fc.integer({ min: 2, max: 9 })),
    ([value, before, after, factor]) => spacedNumber(value, before, after, factor),
  ),
  kind(
    'a doubled dollar is a dollar, and what follows is text',
    () => {
      deepEqual(given(property('x', 1), [`$${expression('x')}`, `${expression('x')}$${expression('x')}`]), [
        expression('x'),
        `1${expression('x')}`,
      ]);
    },
    fc.tuple(word, fc.integer({ min: 0, max: 999 })),
    ([name, value]) => escapes(name, value),
  ),
  kind(
    'conditions are true, false, a number or an expression; anything else is an error that names it',
    () => {
      const kept = ['true', 'True', '1', '2', expression('3*0.1'), expression('not False')];
      deepEqual(conditions('if', kept), new Array(6).fill('kept'));
      deepEqual(conditions('if', ['false', '0', expression('0*42')]), new Array(3).fill('dropped'));
      for (const value of ['nonsense', 'yes']) ok(conditions('if', [value])[0].includes(value));
      deepEqual(conditions('unless', [expression('not on')], property('on', 'true')), ['kept']);
    },
    fc.oneof(
      truths,
      fc
        .stringMatching(/^[a-z]{2,9}$/)
        .filter((x) => x !== 'true' && x !== 'false')
        .map((x) => [x, 'error'] as const),
    ),
    ([value, wanted]) => {
      const [held] = conditions('if', [value]);
      const [turned] = conditions('unless', [value]);
      if (wanted === 'error') for (const message of [held, turned]) ok(message.includes(value), message);
      else deepEqual([held, turned], [wanted, wanted === 'kept' ? 'dropped' : 'kept']);
    },
  ),
  kind(
    'a macro without its prefix is named, and nothing in it is taken for the robot',
    () => strayMacro('m', 'k'),
    fc.tuple(word, word),
    ([name, link]) => strayMacro(name, link),
  ),
  kind(
    'angles of a YAML file are radians, whatever they are written in',
    () => fromYaml(360, -150, 0.5),
    fc.tuple(within(720), within(720), between(0.001, 10)),
    ([a, b, m]) => fromYaml(a, b, m),
  ),
  kind(
    'a parameter with a caret comes from outside, else from its default',
    () => carets(7, 9, 3, 1),
    fc.tuple(whole, whole, whole, whole),
    ([n, k, fallback, own]) => carets(n, k, fallback, own),
  ),
  kind(
    'a property set in the scope of the parent is seen by the caller',
    () => parentScope('p', 5, 'parent'),
    fc.tuple(word, whole, fc.constantFrom('parent' as const, 'global' as const)),
    ([name, value, scope]) => parentScope(name, value, scope),
  ),
];
