// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of xacro
/** Macros and files that ask for themselves without end: the report says where, and which. */
import { expect, describe as group, it } from 'vitest';
import { describe } from '../../problem/index.js';
import { memoryFiles } from '../files.js';
import { expandedXacro } from './expand.js';

function errors(content: string, files: Readonly<Record<string, string>> = {}) {
  const text = `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n${content}\n</robot>`;
  const all = { ...files, 'ws/r.xacro': text };
  const { problems } = expandedXacro(text, { file: 'ws/r.xacro', files: memoryFiles(all) });
  return problems.filter(({ severity }) => severity === 'error');
}

group('what asks for itself without end', () => {
  it.each([
    ['once', '<xacro:macro name="m" params=""><xacro:m/></xacro:macro>\n<xacro:m/>', '(`m` → `m`)'],
    [
      'twice',
      '<xacro:macro name="m" params=""><xacro:m/><xacro:m/></xacro:macro>\n<xacro:m/>',
      '(`m` → `m`)',
    ],
    [
      'in a ring',
      '<xacro:macro name="a"><xacro:m/></xacro:macro><xacro:macro name="m"><xacro:a/></xacro:macro>\n<xacro:m/>',
      '`m`',
    ],
    [
      'twice to an end that is far',
      '<xacro:macro name="m" params="n"><xacro:if value="${n > 0}"><xacro:m n="${n - 1}"/><xacro:m n="${n - 1}"/>' +
        '</xacro:if></xacro:macro>\n<xacro:m n="60"/>',
      '(`m` → `m`)',
    ],
  ])('is a macro that calls itself %s', (_, content, ring) => {
    const found = errors(content);
    expect(found).toHaveLength(1);
    const [problem] = found;
    expect(problem).toMatchObject({ code: 'xacro-too-large', where: { file: 'ws/r.xacro', line: 2 } });
    expect(problem.where.column).toBeGreaterThan(20);
    expect(problem.message).toContain('calls itself');
    expect(problem.message).toContain(ring);
    // The outermost call stands last.
    expect(problem.where.trail?.at(-1)).toContain('`m` called at ws/r.xacro:3');
    const lines = describe(problem).split('\n');
    expect(lines.length).toBeLessThan(12);
    expect(lines.join('\n')).toMatch(/… \d+ more …/);
  });

  it.each([1, 2])('is a file that includes itself %d times', (count) => {
    const found = errors('<xacro:include filename="r.xacro"/>'.repeat(count));
    expect(found.length).toBe(count);
    expect(found[0]).toMatchObject({
      code: 'xacro-include-loop',
      where: { file: 'ws/r.xacro', line: 2, column: 1 },
    });
  });

  it('does not blame a macro that a bound ends but that calls nothing', () => {
    const [problem] = errors(
      '<xacro:macro name="m"><y v="${[1 for i in range(100001)]}"/></xacro:macro>\n<xacro:m/>',
    );
    expect(problem).toMatchObject({ code: 'xacro-too-large', where: { line: 2 } });
    expect(problem.message).not.toContain('calls itself');
  });
});
