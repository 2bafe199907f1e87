/** The solver of stick.ts as statements of a program. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import { type StickProblem, solveFace, sweep, towards } from './stick.js';

/** Most passes; 15 have been seen with twenty joints that all change at once, 1 or 2 are common. */
const PASSES = 100;
/** Passes that begin with a sweep in any case: cheap while many joints change. */
const SWEEPS = 4;

/**
 * Solves the problem from the velocity `start` and stores the solution in `next`; `solved` is traced where it is
 * found and gets the stop impulses and the velocity. Without a solution after all passes the last point of the
 * way is taken, which keeps the bounds, and `unsolved` counts one more.
 */
export function traceStick(
  p: ProgramBuilder,
  problem: StickProblem<Node>,
  start: readonly Node[],
  next: Field,
  unsolved: Field,
  solved: (stopImpulse: readonly Node[], velocity: readonly Node[]) => void,
): void {
  const G = p.graph;
  const yes = G.constant(1);
  const load = keep(p, problem);
  const guess = scratch(p, 'stick.velocity', start.length);
  const letGo = scratch(p, 'stick.letGo', 1);
  const done = scratch(p, 'stick.done', 1);
  p.storeAll(guess, start);
  p.store(letGo, 0, yes);
  p.repeat(PASSES, (pass) => {
    const kept = load();
    p.if(G.or(p.load(letGo), G.less(pass, G.constant(SWEEPS))), () => {
      p.storeAll(guess, sweep(G, kept, p.loadAll(guess)));
    });
    const v = p.loadAll(guess);
    const face = solveFace(G, kept, v);
    const finished = G.and(face.feasible, face.held);
    p.store(done, 0, finished);
    p.if(
      finished,
      () => {
        p.storeAll(next, face.velocity);
        solved(face.stopImpulse, face.velocity);
      },
      () => {
        p.store(letGo, 0, face.feasible);
        p.if(
          face.feasible,
          () => p.storeAll(guess, face.velocity),
          () => p.storeAll(guess, towards(G, kept, v, face.velocity)),
        );
      },
    );
    return finished;
  });
  p.if(
    p.load(done),
    () => {},
    () => {
      p.storeAll(next, p.loadAll(guess));
      p.store(unsolved, 0, G.add(p.load(unsolved), yes));
    },
  );
}

/** Keeps a problem in scratch memory: what is given loads it again, so that no pass works it out anew. */
function keep(p: ProgramBuilder, problem: StickProblem<Node>): () => StickProblem<Node> {
  const count = problem.momentum.length;
  const values: Node[] = [];
  const slot = (value: Node): Node | number => (p.graph.isConstant(value) ? value : -values.push(value));
  const lower = problem.matrix.map((m, n) => (n % count <= Math.floor(n / count) ? slot(m) : 0));
  const momentum = problem.momentum.map(slot);
  const friction = problem.friction.map((c) => (c === undefined ? undefined : slot(c)));
  const bounds = problem.bounds.map((b) => b && { lower: slot(b.lower), upper: slot(b.upper) });
  const field = scratch(p, 'stick.problem', values.length);
  p.storeAll(field, values);
  return () => {
    const read = (at: Node | number): Node => (at < 0 ? p.load(field, -1 - at) : (at as Node));
    const entries = lower.map((at, n) => (n % count <= Math.floor(n / count) ? read(at) : undefined));
    return {
      matrix: entries.map((m, n) => m ?? (entries[(n % count) * count + Math.floor(n / count)] as Node)),
      momentum: momentum.map(read),
      friction: friction.map((c) => (c === undefined ? undefined : read(c))),
      bounds: bounds.map((b) => b && { lower: read(b.lower), upper: read(b.upper) }),
    };
  };
}

/** Scratch memory that all problems of a program share, of those that have as many numbers. */
function scratch(p: ProgramBuilder, name: string, size: number): Field {
  const found = p.layout.find(name);
  if (found === undefined) return p.field({ name, region: 'scratch', size, unit: '' });
  return found.size === size ? found : scratch(p, `${name}.${size}`, size);
}
