import { describe, expect, it } from 'vitest';
import { Findings } from './findings.js';

describe('findings', () => {
  it('stand file by file, the own one first, with how they came about', () => {
    const findings = new Findings('a.xacro');
    const trail = ['in macro `arm` called at a.xacro:3'];
    findings.warn('p', { file: 'b.xacro', line: 9 }, 'in the second', {});
    findings.error('q', { file: 'b.xacro', line: 2, column: 4, trail }, 'in the second, before', {});
    findings.warn('r', { line: 5, trail: [] }, 'in the first', {});
    expect(findings.problems().map(({ code, where }) => [code, where])).toEqual([
      ['r', { file: 'a.xacro', line: 5 }],
      ['q', { file: 'b.xacro', line: 2, column: 4, trail }],
      ['p', { file: 'b.xacro', line: 9 }],
    ]);
  });

  it('are shared with those of a file that is included', () => {
    const findings = new Findings('a');
    const inner = findings.within('b', ['included at a:7']);
    findings.warnOnce('x', 'k', { line: 1 }, 'once');
    inner.warnOnce('x', 'k', { line: 2 }, 'once');
    inner.error('y', { line: 3 }, 'wrong');
    expect(findings.failed).toBe(true);
    expect(findings.problems()).toEqual([
      {
        code: 'x',
        severity: 'warning',
        where: { file: 'a', line: 1 },
        message: 'once (2 times, first here)',
      },
      {
        code: 'y',
        severity: 'error',
        where: { file: 'b', line: 3, trail: ['included at a:7'] },
        message: 'wrong',
      },
    ]);
    expect(inner.within('c').problems().length).toBe(2);
  });
});
