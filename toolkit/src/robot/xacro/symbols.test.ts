/** Scopes: what a name means where, and how often its text is evaluated. */
import { describe, expect, it } from 'vitest';
import { Fault } from './fault.js';
import { Scope } from './symbols.js';
import type { Value } from './values.js';

const place = { line: 1, column: 1 };

/** A scope whose texts are evaluated by counting them; `$name` is another property, `$!` a fault. */
function counted(globals: Readonly<Record<string, Value>> = {}) {
  const evaluated: string[] = [];
  const top = Scope.top(new Map(Object.entries(globals)), (text, scope) => {
    evaluated.push(text);
    if (text === '$!') throw new Fault('x', 'no value');
    return text.startsWith('$') ? (scope.get(text.slice(1)) ?? '') : text;
  });
  return { top, evaluated };
}

describe('scopes', () => {
  it('evaluate a text once, in the scope that holds it', () => {
    const { top, evaluated } = counted();
    top.set('a', 'outer', place);
    top.setLazily('p', '$a', place);
    const inner = top.inner('macro', 'm');
    inner.set('a', 'inner', place);
    expect([inner.get('p'), inner.get('p'), top.get('p')]).toEqual(['outer', 'outer', 'outer']);
    expect(evaluated).toEqual(['$a']);
  });

  it('fail with the same fault every time', () => {
    const { top, evaluated } = counted();
    top.setLazily('p', '$!', place);
    const faults = [0, 1].map(() => {
      try {
        return top.get('p');
      } catch (error) {
        return error;
      }
    });
    expect(faults[0]).toBeInstanceOf(Fault);
    expect(faults[1]).toBe(faults[0]);
    expect(evaluated).toEqual(['$!']);
  });

  it('find the nearest name, functions last', () => {
    const { top } = counted({ pi: 3n });
    const inner = top.inner('namespace', 'n').inner('macro', 'm');
    expect(inner.get('pi')).toBe(3n);
    top.set('pi', 'mine', place);
    expect(inner.get('pi')).toBe('mine');
    inner.set('pi', null, place);
    expect(inner.get('pi')).toBeNull();
    expect(inner.has('nothing')).toBe(false);
    inner.remove('pi');
    expect(top.get('pi')).toBe(3n);
  });

  it('lead from a macro past namespaces to its caller, and from a namespace to what is around it', () => {
    const { top } = counted();
    const namespace = top.inner('namespace', 'n');
    expect(namespace.outer).toBe(top);
    expect(namespace.inner('macro', 'm').outer).toBe(top);
    expect(top.inner('macro', 'm').inner('macro', 'k').outer?.kind).toBe('macro');
    expect(top.outer).toBeUndefined();
  });
});
