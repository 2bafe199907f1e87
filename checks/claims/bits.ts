/** The same bits from every back end, on whole robots; and by direct evaluation, the same numbers. */
import { controlProgram, elementTorques } from 'pliant/control';
import { compileWasm, view } from 'pliant/graph';
import { numbers } from 'pliant/math';
import { forwardDynamics, gravityTorque, integrate } from 'pliant/model';
import { rigidProgram } from 'pliant/plant';
import { backEnds, type Comparison, compare, compareC, interleaved, referenceOf } from '../bits.js';
import { bytecodeSizes, cliff } from '../bytecode.js';
import { builds, absent as compilerAbsent } from '../c.js';
import { atLeast, atMost, type Claim, exactly, type Row, type Scale } from '../claim.js';
import { absent as corpusAbsent } from '../corpus.js';
import { designOf } from '../designs.js';
import { GRAVITY, type ModelCase, relative } from '../dynamics.js';
import { type Amount, lawTrials, phasesTrial } from '../law-trials.js';
import { chance, vector } from '../made-robots.js';
import {
  contactTrial,
  controlTrial,
  frictionTrial,
  rungeKuttaTrial,
  type Trial,
  trialModels,
} from '../trials.js';

const trials: readonly ((given: ModelCase, count: number) => Trial)[] = [
  controlTrial,
  frictionTrial,
  contactTrial,
  rungeKuttaTrial,
];

/** Contacts on robots of up to seven joints: their programs are long. */
function trialsOf({ model }: ModelCase): typeof trials {
  return model.nv > 7 ? trials.filter((make) => make !== contactTrial) : trials;
}

/** All robots, or the project's own, the one of 30 joints, a made one and some of the corpus. */
function robots(scale: Scale): ModelCase[] {
  const all = trialModels();
  return scale === 'full' ? all : all.filter((_, i) => i < 3 || i % 4 === 1);
}

/** Six robots are asked for where the corpus is there. */
function counts(models: readonly ModelCase[]): Row[] {
  return [
    atLeast('robots', models.length, corpusAbsent === undefined ? 6 : 3),
    atLeast('joints of the largest', Math.max(...models.map(({ model }) => model.nv)), 30),
  ];
}

function same(what: string, comparisons: readonly Comparison[]): Row {
  const states = comparisons.reduce((sum, c) => sum + c.states, 0);
  const different = comparisons.reduce((sum, c) => sum + c.different, 0);
  const first = comparisons.find((c) => c.first !== undefined)?.first;
  const value = first === undefined ? String(different) : `${different} (${first})`;
  return { what: `${what} (${states} states)`, value, limit: '= 0', pass: different === 0 };
}

/** Entries of the result whose bits differ from the interpreter's, for each back end in this process. */
function inProcess(scale: Scale): Row[] {
  const models = robots(scale);
  const found = new Map<string, Comparison[]>();
  let sticking = 0;
  for (const given of models) {
    for (const make of trialsOf(given)) {
      const trial = make(given, scale === 'full' ? 1000 : 5);
      const reference = referenceOf(trial);
      for (const [name, compile] of Object.entries(backEnds)) {
        if (name === 'interpreter') continue;
        const list = found.get(name) ?? [];
        list.push(compare(reference, compile(trial.program)));
        found.set(name, list);
      }
      if (make !== frictionTrial) continue;
      const sticks = (memory: Float64Array): boolean =>
        view(trial.program.layout, memory, 'v').some((x) => x === 0);
      sticking += reference.after.filter(sticks).length / reference.after.length / models.length;
    }
  }
  return [
    ...counts(models),
    atLeast('part of the steps with friction in which a joint sticks', sticking, 0.2),
    ...[...found].map(([name, comparisons]) =>
      same(`${name}: bits other than the interpreter's`, comparisons),
    ),
  ];
}

function inC(scale: Scale): Row[] {
  const all = trialModels();
  const chosen = scale === 'full' ? all.filter((_, i) => i < 3 || i % 4 === 1) : all.slice(0, 1);
  const references = chosen.flatMap((given) =>
    [controlTrial, frictionTrial, ...(given.model.nv > 7 ? [] : [contactTrial])].map((make) =>
      referenceOf(make(given, scale === 'full' ? 1000 : 20)),
    ),
  );
  const native = ['-march=native'];
  const asked =
    scale === 'full'
      ? [
          ...builds,
          { compiler: 'gcc', optimise: '-O3', flags: native } as const,
          { compiler: 'clang', optimise: '-O3', flags: native } as const,
        ]
      : builds.filter(({ optimise }) => optimise === '-O0');
  return [
    ...(scale === 'full' ? counts(chosen) : []),
    ...asked.map((build) => {
      const { compiler, optimise, flags = [] } = build;
      const title = [compiler, optimise, ...flags].join(' ');
      return same(`${title}: bits other than the interpreter's`, compareC(references, build));
    }),
  ];
}

/** Compiled control and plant steps against the same formulas evaluated with numbers, and by another algorithm. */
function direct(scale: Scale): Row[] {
  const models = robots(scale);
  const states = scale === 'full' ? 1000 : 10;
  let control = 0;
  let plant = 0;
  for (const { model } of models) {
    const design = designOf(model, { count: 26, limits: false, moves: false });
    const kernel = compileWasm(controlProgram(design));
    const none = new Array<number>(model.nv).fill(0);
    const damping = none.map((_, i) => 0.1 * (1 + (i % 3)));
    const h = 1e-3;
    const body = compileWasm(
      rigidProgram(model, { step: h, stops: false, joints: { coulomb: none, damping } }),
    );
    const window = ({ layout, memory }: typeof kernel, name: string) => view(layout, memory, name);
    const next = chance(11 + model.nv);
    kernel.run.prepare();
    for (let k = 0; k < states; k++) {
      const q = integrate(numbers, model, model.neutral, vector(next, model.nv, 1.2), 1);
      const [v, torque] = [vector(next, model.nv, 1.5), vector(next, model.nv, 5)];
      window(kernel, 'q').set(q);
      window(kernel, 'v').set(v);
      kernel.run.step();
      const held = gravityTorque(numbers, model, q, GRAVITY);
      const wanted = elementTorques(design, q, v).map((tau, i) => tau + held[i]);
      control = Math.max(control, relative([...window(kernel, 'torque')], wanted));

      window(body, 'q').set(q);
      window(body, 'v').set(v);
      window(body, 'torque').set(torque);
      body.run.step();
      // (M + R + h D) v̇ = τ − b − D v, by articulated bodies.
      const drive = torque.map((tau, i) => tau - damping[i] * v[i]);
      const diagonal = damping.map((d) => h * d);
      const a = forwardDynamics(numbers, model, q, v, drive, GRAVITY, { diagonal });
      const reached = v.map((x, i) => x + h * a[i]);
      plant = Math.max(plant, relative([...window(body, 'v')], reached));
    }
  }
  return [
    ...counts(models),
    atMost(`control step: torque (${states} states each)`, control, 1e-12),
    atMost(`plant step: velocity (${states} states each)`, plant, 1e-12),
  ];
}

function apart(scale: Scale): Row[] {
  const [own] = trialModels();
  return Object.entries(backEnds).map(([name, compile]) => {
    const count = scale === 'full' ? 1000 : 12;
    const differ = trials.reduce((sum, make) => sum + interleaved(make(own, count), compile), 0);
    return exactly(`${name}: bits that another instance changed`, differ, 0);
  });
}

function cliffs(scale: Scale): Row[] {
  const models = robots(scale);
  const sizes = models.flatMap((given) =>
    trialsOf(given).map((make) => Math.max(...bytecodeSizes(make(given, 0).program).values())),
  );
  return [
    ...counts(models),
    atMost(`largest function of ${sizes.length} programs`, Math.max(...sizes), cliff, 'bytes of bytecode'),
  ];
}

/** Kernels of all laws on the project's arm. */
function lawsOf(count: number, amounts: readonly Amount[]): Trial[] {
  const [own] = trialModels();
  return [...lawTrials(own, count, amounts), phasesTrial(own, 2 * count)];
}

function lawsInProcess(scale: Scale): Row[] {
  const full = scale === 'full';
  const references = lawsOf(full ? 300 : 30, full ? ['least', 'most'] : ['most']).map(referenceOf);
  // Each law has to be at work, not a reaction in its place: fault 0, and what it remembers or does changes.
  const working = references.map(({ trial, after }) => {
    const { layout } = trial.program;
    return after.filter((memory) => view(layout, memory, 'fault')[0] === 0).length / after.length;
  });
  return [
    atLeast('least part of the ticks with the laws in force', Math.min(...working), 0.5),
    ...Object.entries(backEnds)
      .filter(([name]) => name !== 'interpreter')
      .map(([name, compile]) =>
        same(
          `${name}: bits other than the interpreter's`,
          references.map((reference) => compare(reference, compile(reference.trial.program))),
        ),
      ),
    atMost(
      'largest function of JavaScript',
      Math.max(...references.flatMap(({ trial }) => [...bytecodeSizes(trial.program).values()])),
      cliff,
      'bytes of bytecode',
    ),
  ];
}

function lawsInC(scale: Scale): Row[] {
  const full = scale === 'full';
  const trials = lawsOf(full ? 300 : 10, ['most']);
  const references = (full ? trials : trials.slice(0, 2)).map(referenceOf);
  const native = ['-march=native'];
  const asked = full
    ? [
        ...builds,
        ...(['gcc', 'clang'] as const).map((c) => ({ compiler: c, optimise: '-O3', flags: native }) as const),
      ]
    : builds.filter(({ optimise }) => optimise === '-O0');
  return asked.map((build) => {
    const { compiler, optimise, flags = [] } = build as (typeof builds)[number];
    const title = [compiler, optimise, ...flags].join(' ');
    return same(`${title}: bits other than the interpreter's`, compareC(references, build));
  });
}

export const bitClaims: readonly Claim[] = [
  { topic: 'spine', id: 'bits: interpreter, JavaScript, WebAssembly', measure: inProcess },
  {
    topic: 'spine',
    id: 'bits: C',
    absent: () => compilerAbsent('gcc') ?? compilerAbsent('clang'),
    measure: inC,
  },
  { topic: 'laws', id: 'laws bits: interpreter, JavaScript, WebAssembly', measure: lawsInProcess },
  {
    topic: 'laws',
    id: 'laws bits: C',
    absent: () => compilerAbsent('gcc') ?? compilerAbsent('clang'),
    measure: lawsInC,
  },
  { topic: 'spine', id: 'numbers: direct evaluation', measure: direct },
  { topic: 'spine', id: 'bits: two interleaved instances', measure: apart },
  { topic: 'spine', id: 'JavaScript: V8’s cliff', measure: cliffs },
];
