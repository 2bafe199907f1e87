/** Points whose targets come from outside: what is taken and refused, what is done when they stop, what jumps cost. */
import { describe, expect, it } from 'vitest';
import { element, Kernel, reaching } from './designs.test.helper.js';
import { controlMemory, type Design, designProblems, faults, observedFields, passivityOf } from './index.js';

const goal = [1.2, 0.5, 0] as const;
const still = [0, 0, 0, 0, 0, 0, 0] as const;

function design(more: Partial<Design> = {}, timeout = 5e-3): Design {
  const plain = reaching(100, goal);
  const points = plain.points.map((point) =>
    point.name === 'goal' ? { ...point, streamed: { timeout } } : point,
  );
  return { ...plain, points, ...more };
}

class Told {
  readonly kernel: Kernel;
  readonly q: readonly number[];
  readonly v: readonly number[];

  constructor(more: Partial<Design> = {}, timeout?: number) {
    const made = design(more, timeout);
    this.kernel = new Kernel(made);
    this.q = still.slice(0, made.model.nq).map((_, i) => 0.2 + 0.1 * i);
    this.v = still.slice(0, made.model.nv).map((_, i) => 0.3 - 0.1 * i);
  }

  /** What has come, `age` s ago. */
  tell(at: readonly number[], age = 0): this {
    this.kernel.view('stream.goal.at').set(at);
    this.kernel.view('stream.goal.valid')[0] = 1;
    this.kernel.view('stream.goal.age')[0] = age;
    return this;
  }

  step(): number[] {
    return this.kernel.step(this.q, this.v);
  }

  /** The same told again, a tick older. */
  older(): number[] {
    this.kernel.view('stream.goal.age')[0] += 1e-3;
    return this.step();
  }

  get fault(): string {
    return faults[this.kernel.view('fault')[0]];
  }

  get at(): number[] {
    return [...this.kernel.view('inforce.goal.at')];
  }

  get refused(): number {
    return this.kernel.view('stream.goal.refused')[0];
  }
}

describe('a streamed point', () => {
  it('stands where the design has it until the first target, and then where that is', () => {
    const told = new Told();
    const alike = new Kernel(reaching(100, goal));
    for (let k = 0; k < 50; k++) expect(told.step()).toEqual(alike.step(told.q, told.v));
    expect(told.fault).toBe('none');
    told.tell([1, 0.7, 0]);
    alike.set('goal.at', 1, 0.7, 0);
    expect(told.step()).toEqual(alike.step(told.q, told.v));
    expect(told.at).toEqual([1, 0.7, 0]);
  });

  it('holds a target until it is as old as the timeout, then brakes, until the next', () => {
    const told = new Told();
    const law = told.tell([1, 0.7, 0]).step();
    for (let k = 1; k < 5; k++) {
      expect(told.older()).toEqual(law);
      expect(told.fault).toBe('none');
    }
    expect(told.refused).toBe(0);
    const braked = told.older();
    expect(told.fault).toBe('target stale');
    const damping = [...told.kernel.view('guards.damping')];
    braked.forEach((torque, i) => {
      expect(torque).toBeCloseTo(-damping[i] * told.v[i], 12);
    });
    told.older();
    expect(told.fault).toBe('target stale');
    told.tell([1, 0.7, 0]);
    expect(told.step()).toEqual(law);
    expect(told.fault).toBe('none');
  });

  it('does not begin with a target that is as old as the timeout', () => {
    for (const age of [60, 5e-3]) {
      const told = new Told();
      told.tell([2, 0, 0], age).step();
      expect(told.at).toEqual([...goal]);
      expect(told.refused).toBe(1);
      expect(told.fault).toBe('none');
    }
  });

  it('refuses and counts what is too old, from the future, not newer, no pose or no number', () => {
    const told = new Told();
    told.tell([1, 0.7, 0]).step();
    let count = 0;
    const refuses = (at: readonly number[], age: number): void => {
      told.tell(at, age).step();
      count++;
      expect(told.at).toEqual([1, 0.7, 0]);
      expect(told.refused).toBe(count);
    };
    refuses([2, 0, 0], 60);
    refuses([2, 0, 0], 4.5e-3);
    refuses([2, 0, 0], -0.5);
    refuses([Number.NaN, 0, 0], 0);
    refuses([2, 0, 0], Number.NaN);
    told.kernel.view('stream.goal.attitude').fill(0);
    told.tell([2, 0, 0], 0.5e-3).step();
    expect(told.at).toEqual([1, 0.7, 0]);
    expect(told.refused).toBe(count + 1);
    // What is refused does not keep the stream alive.
    expect(told.fault).toBe('target stale');
    told.kernel.view('stream.goal.attitude')[0] = 1;
    told.tell([2, 0, 0], 2e-3).step();
    expect(told.at).toEqual([2, 0, 0]);
    expect(told.refused).toBe(count + 1);
    expect(told.kernel.view('stream.goal.old')[0]).toBe(2e-3);
  });

  it('is not told by what is not valid', () => {
    const told = new Told().tell([1, 0.7, 0]);
    told.kernel.view('stream.goal.valid')[0] = 0;
    for (let k = 0; k < 20; k++) told.step();
    expect(told.at).toEqual([...goal]);
    expect(told.refused).toBe(0);
    expect(told.fault).toBe('none');
  });

  it('takes the reaction that the design names', () => {
    for (const [then, holds] of [
      ['off', () => 0],
      ['hold', undefined],
    ] as const) {
      const points = design().points.map((point) =>
        point.name === 'goal' ? { ...point, streamed: { timeout: 5e-3, then } } : point,
      );
      const told = new Told({ points });
      told.tell([1, 0.7, 0]).step();
      for (let k = 0; k < 5; k++) told.older();
      expect(told.fault).toBe('target stale');
      const torque = told.step();
      if (holds !== undefined) expect(torque).toEqual(torque.map(holds));
      else expect(told.kernel.view('hold.active')[0]).toBe(1);
    }
  });

  it('books the jump of what is stored, and a tank pays for it', () => {
    const told = new Told();
    told.tell(goal).step();
    told.kernel.observe(told.q, told.v);
    const before = told.kernel.view('stored')[0];
    told.tell([1, 0.7, 0]).step();
    told.kernel.observe(told.q, told.v);
    const jump = told.kernel.view('stored')[0] - before;
    expect(Math.abs(jump)).toBeGreaterThan(1);
    expect(told.kernel.view('changes')[0]).toBeCloseTo(jump, 10);
    const paying = new Told({ tank: { start: 0.5, most: 1, pays: ['changes'] } });
    paying.tell(goal).step();
    paying.tell([-1, -1, 0]).step();
    expect(paying.kernel.view('tank.level')[0]).toBeLessThan(1e-6);
    expect(paying.at[0]).toBeLessThan(1.2);
    expect(paying.at[0]).toBeGreaterThan(-1);
  });

  it('is seen by age and by what was refused', () => {
    expect(observedFields(design()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['goal.age', 'goal.refused']),
    );
    const told = new Told();
    told.tell([1, 0.7, 0], 1e-3).step();
    told.tell([1, 0.7, 0], 60).step();
    told.kernel.observe(told.q, told.v);
    expect(told.kernel.view('goal.age')[0]).toBeCloseTo(2e-3, 12);
    expect(told.kernel.view('goal.refused')[0]).toBe(1);
  });

  it('makes a design one that carries something on, and not passive unless a tank pays', () => {
    expect(controlMemory(design())).toEqual(['points.streamed']);
    const why = passivityOf(design()).reasons.map(({ text }) => text);
    expect(why).toContain('targets for goal come from outside');
    const paid = design({ tank: { start: 1, most: 1, pays: ['changes'] } });
    expect(passivityOf(paid).reasons.map(({ text }) => text)).not.toContain(
      'targets for goal come from outside',
    );
  });

  it('is refused on the robot, with a motion, and with a timeout that no target can meet', () => {
    const codes = (point: Partial<Design['points'][number]>): string[] =>
      designProblems({
        ...design(),
        points: design().points.map((own) => (own.name === 'goal' ? { ...own, ...point } : own)),
      }).flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));
    expect(codes({})).toEqual([]);
    expect(codes({ frame: 'l3' })).toContain('point-streamed');
    expect(codes({ moves: true })).toContain('point-streamed');
    for (const timeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-3, 0.5e-3])
      expect(codes({ streamed: { timeout } }), `${timeout}`).toEqual(['stream-timeout']);
    const [problem] = designProblems(design({}, 1e-3));
    expect(problem.hint).toContain('5 ms');
    expect(codes({ streamed: { timeout: 2e-3 } })).toEqual([]);
  });

  it('cannot have a name that its inputs have', () => {
    const points = [...design().points, { name: 'stream' }];
    const elements = [element('s', 'spring', 'linear', { from: 'tip', to: 'stream' }, { stiffness: [1] })];
    expect(designProblems(design({ points, elements })).map(({ code }) => code)).toContain('name-reserved');
  });
});
