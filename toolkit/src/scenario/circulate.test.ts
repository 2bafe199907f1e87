/** A field that leads around solids, from the file to the record. */
import { describe, expect, it } from 'vitest';
import { formatMargin, marginOf } from '../analyse/index.js';
import { type Executable, interpret, view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { Collector, seriesOf } from '../record/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';

/** A block of 2 kg on two rails along x and y, without friction. */
const block = `<robot name="block"><link name="ground"/>
  <link name="slide"><inertial><mass value="0.5"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="hand"><inertial><mass value="1.5"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="x" type="prismatic"><parent link="ground"/><child link="slide"/><axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="100" velocity="9"/></joint>
  <joint name="y" type="prismatic"><parent link="slide"/><child link="hand"/><axis xyz="0 1 0"/><limit lower="-9" upper="9" effort="100" velocity="9"/></joint>
</robot>`;

const field = 'around: { source: circulate, from: tool, to: goal, greatest: 20 N, power: 2 W }';

interface Parts {
  readonly around?: string;
  readonly world?: string;
  readonly rate?: string;
  readonly start?: string;
  readonly tank?: string;
  readonly duration?: number;
}

/** A wall across the way of the hand from 0 to x = 0.4. */
function scenario({
  around = field,
  world = 'wall: { box: [2 cm, 20 cm, 1 m], at: [0.2, 0.01, 0] }',
  rate = '1 kHz',
  start = '{}',
  tank = '',
  duration = 6,
}: Parts = {}): string {
  return `pliant: 1
name: wall
duration: ${duration} s
robots:
  block: { file: block.urdf, tool: { on: hand }, start: ${start} }
world: { ${world} }
control:
  rate: ${rate}
  points: { goal: { in: world, at: [0.4, 0, 0] } }
  coordinates: { gap: { coordinate: gap, from: tool, to: wall } }
  elements:
    reach: { spring: saturating, from: tool, to: goal, stiffness: 150 N/m, greatest: 8 N }
    brake: { damper: linear, from: tool, to: goal, damping: 30 N s/m }
    off: { spring: one-sided, of: gap, below: 5 cm, stiffness: 500 N/m }
    ${around}
  compensate: [gravity]
  ${tank}
plant: { rigid: { step: 1 ms, joints: { coulomb: 0, viscous: 0 } } }
record: { rate: 100 Hz }
`;
}

const files = (text: string) => memoryFiles({ 'a.yaml': text, 'block.urdf': block });

function assembly(text: string): Assembly {
  const source = files(text);
  const loaded = loadScenario(source, 'a.yaml', []);
  if (loaded.value === undefined) throw new Error(loaded.problems.map(wording).join('\n'));
  const outcome = assemble(loaded.value, source);
  if (outcome.value === undefined) throw new Error(outcome.problems.map(wording).join('\n'));
  return outcome.value;
}

function ran(text: string) {
  const record = new Collector();
  const made = assembly(text);
  const result = made.begin([record]).complete();
  const last = (name: string): number[] =>
    seriesOf(record.series(), name).columns.map((column) => column.at(-1) ?? Number.NaN);
  const column = (name: string) => seriesOf(record.series(), name).columns[0];
  return { made, result, last, column };
}

describe('a hand before a wall', () => {
  it('rests there without the field, and comes round with it, and the ledger has what the field put in', () => {
    const without = ran(scenario({ around: '' }));
    expect(without.last('tool.position')[0]).toBeCloseTo(0.2 - 0.01 - 0.05 + 8 / 500, 3);
    const led = ran(scenario());
    expect(led.last('reach.extension').map(Math.abs)).toEqual([0, 0, 0].map((x) => expect.closeTo(x, 3)));
    const line = (name: string) =>
      led.result.ledger.find((one) => `${one.kind}.${one.name}` === name)?.energy ?? Number.NaN;
    const residual = led.result.ledger.find(({ kind }) => kind === 'residual')?.energy ?? Number.NaN;
    expect(line('source.around')).toBeGreaterThan(0.1);
    expect(Math.abs(residual)).toBeLessThan(0.01 * line('source.around'));
    expect(Math.max(...led.column('around.supply'))).toBeLessThanOrEqual(2 + 1e-12);
    expect(led.made.passivity.text).toMatch(/^not passive, because the source around puts energy in/);
  });

  it.each([
    ['the wall stands to the left: to the right', '0.03', 1],
    ['the wall stands to the right: to the left', '-0.03', -1],
  ])('goes round on the side of its goal; %s', (_, y, side) => {
    const led = ran(
      scenario({ world: `wall: { box: [2 cm, 20 cm, 1 m], at: [0.2, ${y}, 0], rpy: [0, 0, ${y}] }` }),
    );
    const { kernel } = led.made;
    expect(led.last('tool.position')[0]).toBeCloseTo(0.4, 2);
    expect(view(kernel.layout, kernel.memory, 'around.side')[0]).toBe(side);
  });

  it('keeps what it remembers in its state: a copy goes on with the same bits', () => {
    const { control } = assembly(scenario());
    const [a, b]: Executable[] = [interpret(control), interpret(control)];
    const names = control.layout.fields.filter(({ region }) => region === 'state').map(({ name }) => name);
    expect(names).toEqual(['around.following', 'around.side', 'around.hit', 'around.gap', 'around.stalled']);
    const on = (code: Executable, name: string) => view(code.layout, code.memory, name);
    const step = (code: Executable, k: number) => {
      on(code, 'q').set([0.155, 0.002 * k * 1e-3]);
      on(code, 'time')[0] = 1e-3 * k;
      code.run.step();
      return [...on(code, 'torque')];
    };
    for (const code of [a, b]) code.run.prepare();
    for (let k = 0; k < 150; k++) step(a, k);
    expect(on(a, 'around.following')[0]).toBe(1);
    for (const name of names) on(b, name).set(on(a, name));
    for (let k = 150; k < 160; k++) expect(step(b, k)).toEqual(step(a, k));
    const fresh = interpret(control);
    fresh.run.prepare();
    expect(step(fresh, 160)).not.toEqual(step(a, 160));
  });

  it('counts no more than a tick of a late step, and one that is no number as a tick', () => {
    const { control } = assembly(scenario());
    const code = interpret(control);
    const on = (name: string) => view(code.layout, code.memory, name);
    code.run.prepare();
    on('q').set([0.155, 0]);
    for (const period of [1, Number.NaN, -1, 5e-4]) {
      on('period')[0] = period;
      code.run.step();
    }
    expect(on('around.stalled')[0]).toBeCloseTo(2.5e-3, 12);
  });

  it('is paid by a tank where there is one, and is passive then', () => {
    const paid = ran(scenario({ tank: 'tank: { start: 1 J, most: 1 J, pays: [sources] }' }));
    expect(paid.last('tool.position')[0]).toBeCloseTo(0.4, 2);
    expect(paid.made.passivity.passive).toBe(true);
    const { kernel } = paid.made;
    const at = (name: string) => view(kernel.layout, kernel.memory, `tank.${name}`)[0];
    expect(at('paid')).toBeGreaterThan(0.1);
    expect(at('level')).toBeCloseTo(1 + at('kept') - at('paid'), 12);
  });

  it('is paid by a tank beside friction compensation, which is not, and said before and after', () => {
    const tank = `friction: { coulomb: 0.4 N, share: 0.9 }
  tank: { start: 1 J, most: 1 J, pays: [sources] }`;
    const text = scenario({ tank }).replace('compensate: [gravity]', 'compensate: [gravity, friction]');
    const { made, result } = ran(text);
    expect(made.passivity.passive).toBe(false);
    expect(made.passivity.reasons.map(({ text: reason }) => reason)).toEqual([
      'the friction compensation puts energy in, on account of what the joints’ friction takes out, and no tank pays for it',
    ]);
    const { ledger, verdict } = result;
    const put = (name: string) =>
      ledger.find((line) => line.kind === 'source' && line.name === name)?.energy ?? 0;
    expect(put('around')).toBeGreaterThan(0.1);
    expect(put('around') + put('tank')).toBeLessThan(0.02);
    expect(put('friction')).toBeGreaterThan(0.1);
    expect(verdict.tank?.unpaid).toBeCloseTo(put('friction') + put('around') + put('tank'), 9);
  });
});

describe('the margin', () => {
  const margin = (text: string) => {
    const { design, start, speeds, rigid } = assembly(text);
    return formatMargin(marginOf(design, { start, speeds, joints: rigid.joints ?? {}, starts: 5 }));
  };

  it('names the field that would lead out of a minimum, as a scenario says it, and it does', () => {
    const text = margin(scenario({ around: '' }));
    const [, around] = /(around: \{.*\})/.exec(text) ?? [];
    expect(text).toMatch(/a circulating field would lead it around wall; in control.elements:/);
    expect(around).toBe('around: { source: circulate, from: tool, to: goal, greatest: 20 N, power: 4 W }');
    expect(ran(scenario({ around: around ?? '' })).last('tool.position')[0]).toBeCloseTo(0.4, 2);
  });

  it('says of one that is there that it may lead on, and says nothing where nothing holds', () => {
    expect(margin(scenario())).toMatch(/around \(source: circulate\) may lead it on from there/);
    const free = margin(scenario({ around: '', world: 'wall: { box: [2 cm, 20 cm, 1 m], at: [2, 0, 0] }' }));
    expect(free).not.toMatch(/circulat/);
  });
});

describe('what a tick bears of it', () => {
  // The slope of its force is √2 G/c off the surface and √2 G/V along it; the lightest of the hand is 1.5 kg.
  const told = (more: string) =>
    checkScenario(
      files(scenario({ around: field.replace('power: 2 W', `power: 2 W, ${more}`) })),
      'a.yaml',
      [],
    ).flatMap(({ code, message, expected, where }) =>
      code === 'unstable-at-tick' ? [`${where.path}: ${message}: ${expected}`] : [],
    );
  const path = 'control.elements.around.greatest';

  it.each<[string, string, string[]]>([
    ['nothing of usual ones', '', []],
    [
      'the spring that keeps its clearance, below 4 m/T²',
      'clearance: 0.001 mm',
      [
        `${path}: the spring that keeps its clearance cannot be stable when its force is held for a tick of 1 ms: below 4.243 N (4 m/T², m = 1.5)`,
      ],
    ],
    [
      'the damper that keeps its speed, below 2 m/T',
      'speed: 5 mm/s',
      [
        `${path}: the damper that keeps its speed cannot be stable when its force is held for a tick of 1 ms: below 10.61 N (2 m/T, m = 1.5)`,
      ],
    ],
    // Across y only x is left, along which both masses move.
    [
      'the plane that it acts in',
      'axis: [0, 1, 0], speed: 5 mm/s',
      [
        `${path}: the damper that keeps its speed cannot be stable when its force is held for a tick of 1 ms: below 14.14 N (2 m/T, m = 2)`,
      ],
    ],
  ])('is %s', (_, more, expected) => {
    expect(told(more)).toEqual(expected);
  });
});

describe('a scenario is refused', () => {
  const errors = (text: string) =>
    checkScenario(files(text), 'a.yaml', []).flatMap(({ code, severity, where }) =>
      severity === 'error' ? [`${code} ${where.path}`] : [],
    );
  const path = 'control.elements.around';
  const with_ = (more: string) => ({ around: field.replace('power: 2 W', more) });

  it.each<[string, Parts, string[]]>([
    ['solids that do not exist', with_('power: 2 W, solids: [wal]'), [`unknown-solid ${path}.solids`]],
    ['solids without a shape', with_('power: 2 W, solids: [goal]'), [`unknown-solid ${path}.solids`]],
    ['an axis without a direction', with_('power: 2 W, axis: [0, 0, 0]'), [`parameters ${path}.axis`]],
    ['no power', with_('power: 0 W'), [`parameters ${path}.power`]],
    ['no clearance', with_('power: 2 W, clearance: 0'), [`parameters ${path}.clearance`]],
    ['a power below 0', with_('power: -2 W'), [`out-of-range ${path}.power`]],
    [
      'a start inside what is seen',
      { start: '{ x: 0.2 m }' },
      ['swallowed-start control.elements.off', `swallowed-start ${path}.from`],
    ],
    [
      'a goal inside what is seen',
      { world: 'wall: { box: [2 cm, 20 cm, 1 m], at: [0.4, 0, 0] }' },
      [`swallowed-goal control.elements.reach.to`, `swallowed-goal ${path}.to`],
    ],
    ['a law at every instant', { rate: 'continuous' }, [`continuous-memory ${path}`]],
  ])('%s', (_, parts, expected) => {
    expect(errors(scenario(parts)).sort()).toEqual(expected.sort());
  });

  it('which says the nearest name, and what there is', () => {
    const [problem] = checkScenario(files(scenario(with_('power: 2 W, solids: [wal]'))), 'a.yaml', []);
    expect(problem).toMatchObject({ known: ['wall'], hint: 'did you mean wall?' });
    expect(problem.where.line).toBeGreaterThan(10);
  });
});
