/** Random passive designs: what the ledger and the verdict say of them. */
import { coordinates, elements } from 'pliant/mechanism';
import { atLeast, atMost, type Claim, exactly, figure, type Row } from '../claim.js';
import { type PassiveTrial, passiveTrial } from '../passive.js';

const COUNT = 200;

/** Kinds of springs, dampers and inerters that act on a coordinate; postures, which projections are for, do not. */
function lawsThere(): number {
  const named = coordinates.map(({ kind }) => kind);
  return elements.filter(({ family, coordinate }) => family !== 'source' && named.includes(coordinate))
    .length;
}

function different(names: readonly string[]): number {
  return new Set(names).size;
}

/** The largest of all, with the design that has it. */
function most(
  what: string,
  trials: readonly PassiveTrial[],
  of: (trial: PassiveTrial) => number,
  limit: number,
): Row {
  const worst = trials.reduce((a, b) => (of(b) > of(a) || Number.isNaN(of(b)) ? b : a));
  const row = atMost(what, of(worst), limit);
  return { ...row, value: `${row.value} (no. ${worst.number})` };
}

function told(what: string, value: string): Row {
  return { what, value, limit: '', pass: true };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function within(what: string, values: readonly number[], least: number, greatest: number): Row {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return {
    what,
    value: `${low.toFixed(2)} … ${high.toFixed(2)}, median ${median(values).toFixed(2)}`,
    limit: `${least} … ${greatest}`,
    pass: low >= least && high <= greatest,
  };
}

/** How many were judged from which step or tick. */
function judged(trials: readonly PassiveTrial[], of: (trial: PassiveTrial) => number): string {
  const sizes = [...new Set(trials.map(of))].sort((a, b) => a - b);
  return sizes
    .map((size) => `${trials.filter((t) => of(t) === size).length} at ${figure(1e3 * size)} ms`)
    .join(', ');
}

function rows(trials: readonly PassiveTrial[], all: boolean): Row[] {
  const made = trials.map(({ made: { design } }) => design);
  const laws = made.flatMap((design) => design.elements.map(({ family, kind }) => `${family}: ${kind}`));
  const joints = made.flatMap(({ bodies }) => bodies?.model.bodies.map(({ type }) => type) ?? []);
  const smooth = trials.filter(({ made: { kinks } }) => kinks.length === 0);
  const kinked = trials.filter(({ made: { kinks } }) => kinks.length > 0);
  const kept = kinked.filter(({ order: { ratio } }) => ratio >= 13 && ratio <= 19);
  return [
    told('designs, of these with laws in pieces or edges of solids', `${trials.length}, ${kinked.length}`),
    ...(all
      ? [
          exactly('kinds of springs, dampers and inerters in them', different(laws), lawsThere()),
          atLeast('kinds of joints of virtual bodies', different(joints), 5),
        ]
      : []),
    exactly(
      'runs that end otherwise than done',
      trials.flatMap(({ ended }) => ended.filter((s) => s !== 'done')).length,
      0,
    ),
    exactly(
      'designs that the verdict calls not passive',
      trials.filter(({ reasons }) => reasons.length > 0).length,
      0,
    ),
    most('continuous, 0.1 ms: residual / largest stored', trials, ({ residual }) => residual, 1e-6),
    within(
      '  by what halving the step divides it, smooth designs',
      smooth.map(({ order }) => order.ratio),
      13,
      19,
    ),
    told(
      '  judged, where it is above rounding',
      judged(smooth, ({ order }) => order.from),
    ),
    told('  designs with kinks that keep the order', `${kept.length} of ${kinked.length}`),
    most('sampled, 1 ms: residual / largest stored', trials, ({ sampledResidual }) => sampledResidual, 1e-9),
    within(
      '  by what halving the tick divides the sampling line',
      trials.map(({ sampling }) => sampling.ratio),
      1.5,
      3,
    ),
    told(
      '  judged, where its first term is the greater',
      judged(trials, ({ sampling }) => sampling.from),
    ),
  ];
}

export const passiveClaims: readonly Claim[] = [
  {
    topic: 'vmc',
    id: 'passive: random designs',
    measure(scale) {
      if (scale === 'full')
        return rows(
          Array.from({ length: COUNT }, (_, i) => passiveTrial(i, 0.2)),
          true,
        );
      return rows(
        Array.from({ length: 10 }, (_, i) => passiveTrial(17 * i, 0.05)),
        false,
      );
    },
  },
];
