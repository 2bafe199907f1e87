import { describe, expect, it } from 'vitest';
import { conformanceCases, differences } from './conformance/index.js';
import { randomCases } from './conformance/random.js';
import { compileJavaScript, emitJavaScript } from './javascript.js';
import { ProgramBuilder } from './program.js';

describe('the text', () => {
  it('holds no name that came from outside', () => {
    const evil = '"];process.exit()//*/evil`';
    const p = new ProgramBuilder(evil);
    const x = p.field({ name: evil, region: 'inputs', size: 2, unit: evil, meaning: evil });
    p.procedure(evil, () => {
      p.store(x, 0, p.graph.sin(p.load(x, 1)));
      p.if(p.load(x, 0), () => p.storeAt(x, p.load(x, 0), p.graph.constant(-1e-300)));
    });
    const text = emitJavaScript(p.finish());
    expect(text).not.toMatch(/evil|process|exit/);
    expect(text.replace(/'use strict'/, '')).not.toMatch(/["'`\\#@~^%]/);
  });

  it('is the same for the same program', () => {
    for (const { program } of conformanceCases.slice(5, 25)) {
      expect(emitJavaScript(program)).toBe(emitJavaScript(program));
    }
  });
});

describe('split code', () => {
  // The suite holds the first of the random ones.
  const cases = [...conformanceCases, ...randomCases(100).slice(60)].filter(
    ({ name }) => !/deep|longer/.test(name),
  );

  it.each([200, 1000, 5000])('gives the same bits in parts of %i bytes', (limit) => {
    for (const c of cases) {
      expect(differences(c, compileJavaScript(c.program, limit)), c.name).toEqual([]);
    }
  });

  it('has more functions the less each may hold', () => {
    const { program } = conformanceCases.find((c) => c.name === 'loops') as (typeof conformanceCases)[number];
    const functions = (limit: number) => emitJavaScript(program, limit).split('function p').length;
    expect(functions(300)).toBeGreaterThan(functions(2000));
    expect(functions(2000)).toBeGreaterThan(functions(58_000));
  });

  it('refuses a limit that holds no calls', () => {
    expect(() => emitJavaScript(conformanceCases[0].program, 20)).toThrow(/limit/);
  });
});
