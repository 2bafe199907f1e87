/** What is told of an arm that carries something and whose numbers events set, against what runs do. */
import { describe, expect, it } from 'vitest';
import { describe as wording } from '../problem/index.js';
import { draft } from './assemble.js';
import { contactLoopsOf } from './contact-loop.js';
import { filesOf, recorded } from './contact-loop.test.helper.js';
import { contactTold, formatContact } from './contact-margin.js';
import type { Draft } from './draft.js';
import { loadScenario } from './load.js';
import { formatMarginTold, marginTold } from './margin-told.js';
import { mostStates, scenarioStates, statesOf, stretchText, whenText } from './states.js';

const g = 9.80665;

const scenario = (more: string, events = '', control = ''): string => `pliant: 1
name: carrying
duration: 6 s
robots:
  arm: { file: arm.urdf, tool: { on: tip }, start: { shoulder: 30 deg, elbow: 60 deg, slide: 5 cm } }
world: { gravity: [0, 0, -9.80665]${more} }
control:
  compensate: [gravity]
  buffers: none
${
  control ||
  `  points: { goal: { startOf: tool } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 400 N/m }
    brake: { damper: linear, to: world, damping: 60 N s/m }
    calm: { damper: posture, damping: { turn: 1, shoulder: 1, elbow: 1, slide: 20 N s/m, finger: 20 N s/m } }
`
}
plant:
  rigid:
    joints: { stops: none }
    payloads: { part: { mass: 1.5 kg } }
${events === '' ? '' : `events:\n${events}`}
record: { rate: 100 Hz }
`;

function drafted(text: string): Draft {
  const files = filesOf(text);
  const loaded = loadScenario(files, 'a.yaml', []);
  const made = loaded.value && draft(loaded.value, files);
  if (made?.value === undefined)
    throw new Error([...loaded.problems, ...(made?.problems ?? [])].map(wording).join('\n'));
  return made.value;
}

const told = (text: string) => {
  const own = drafted(text);
  const known = marginTold(own, statesOf(own), { starts: 3 });
  if (known?.kind !== 'rests') throw new Error('a law moves it');
  return known;
};

const short = (text: string) =>
  told(text).states.map(({ margin: { prediction, equilibria } }) => {
    const place = equilibria.equilibria[prediction.equilibrium ?? -1];
    return place?.short.reduce((sum, one) => sum + one.distance, 0) ?? 0;
  });

describe('what an arm carries', () => {
  const picked = '  - { at: 2 s, pickUp: part }\n  - { at: 4 s, putDown: part }\n';

  it('hangs on it between the events that pick it up and put it down, and the worst is told in full', () => {
    const [beside, carrying] = short(scenario('', picked));
    const sag = (1.5 * g) / 400;
    expect(beside).toBeLessThan(1e-6);
    expect(Math.abs(carrying - sag)).toBeLessThan(1e-5 * sag);
    const text = formatMarginTold(told(scenario('', picked)));
    expect(text).toMatch(
      /^carrying from 2 s to 4 s: a run from where it rested before rests .* 36\.8 mm short of goal: weight of part holds it off against reach; it carries part$/m,
    );
    expect(text).toMatch(
      /^by time, .*\n {2}until 2 s, from 4 s +a run from the start rests .* at goal\n {2}from 2 s to 4 s +part .* 36\.8 mm short/m,
    );
  });

  it('rests where the run does', () => {
    const [height] = recorded(scenario('', '  - { at: 1 s, pickUp: part }\n'), [], 'tool.position.z');
    const places = told(scenario('', '  - { at: 1 s, pickUp: part }\n')).states.map(
      ({ margin: { prediction } }) => prediction.places.tool[2],
    );
    expect(places.length).toBe(2);
    expect(Math.abs(height[50] - places[0])).toBeLessThan(1e-6);
    expect(Math.abs((height.at(-1) ?? 0) - places[1])).toBeLessThan(1e-4);
  });

  it('is held up as far as the controller knows of it, which an event says', () => {
    const knows = `  payload: { mass: 0 kg }
  points: { goal: { startOf: tool } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 400 N/m }
    brake: { damper: linear, to: world, damping: 60 N s/m }
    calm: { damper: posture, damping: { turn: 1, shoulder: 1, elbow: 1, slide: 20 N s/m, finger: 20 N s/m } }
`;
    const events = '  - { at: 2 s, pickUp: part }\n  - { at: 2 s, set: payload.mass, to: 1 kg }\n';
    const [, sag] = short(scenario('', events, knows));
    expect(Math.abs(sag - (0.5 * g) / 400)).toBeLessThan(1e-7);
  });

  it('moves with the contact and presses on it', () => {
    const floor = ', floor: { plane: [0, 0, 1], at: [0, 0, ';
    const [height] = recorded(scenario(''), [], 'tool.position.z');
    const text = scenario(
      `${floor}${height[0]}], stiffness: 5 N/mm, damping: 40 N s/m }`,
      '  - { at: 2 s, pickUp: part }\n',
    );
    const { loops } = contactLoopsOf(drafted(text));
    expect(loops.map(({ carried }) => carried)).toEqual([[], ['part']]);
    const [empty, full] = loops.map(({ where }) => where.mass as number);
    // A point mass at the tool is all of it along any normal.
    expect(Math.abs(full - empty - 1.5)).toBeLessThan(1e-9);
    const [force] = recorded(text, [], 'contact.floor.force.z');
    expect(loops[1].approach.preload / -(force.at(-1) ?? 0)).toBeGreaterThan(0.995);
    expect(loops[1].approach.preload / -(force.at(-1) ?? 0)).toBeLessThan(1.005);
    const words = formatContact(contactTold(contactLoopsOf(drafted(text))));
    expect(words).toMatch(/kg of the arm with part moves there$/m);
  });
});

describe('states between events', () => {
  const set = (at: number, to: number) => `  - { at: ${at} s, set: reach.stiffness, to: ${to} N/m }\n`;

  it('have the numbers that were set before them', () => {
    const { states, more } = statesOf(drafted(scenario('', set(1, 300) + set(3, 100))));
    expect(more).toBeUndefined();
    expect(states.map(({ when }) => stretchText(when))).toEqual(['until 1 s', 'from 1 s to 3 s', 'from 3 s']);
    expect(
      states.map(
        ({ draft: { design } }) => design.elements.find(({ name }) => name === 'reach')?.parameters.stiffness,
      ),
    ).toEqual([[400], [300], [100]]);
    expect(states.map((state) => state.draft.scenario.duration)).toEqual([1, 3, 6]);
  });

  it('are those of phases where events and phases go together, and cut them where they do not', () => {
    const phased = (until: string) =>
      scenario('', set(2, 300)).replace(
        'record:',
        `task: { phases: { a: { ${until} }, b: { set: { reach.stiffness: 50 N/m } } } }\nrecord:`,
      );
    const words = (until: string) =>
      statesOf(drafted(phased(until))).states.map(({ when }) => stretchText(when));
    expect(words('until: { after: 2 s }')).toEqual(['a', 'b']);
    expect(words('until: { after: 3 s }')).toEqual(['a until 2 s', 'a from 2 s to 3 s', 'b']);
    expect(words('until: { speed: tool, below: 1 mm/s }')).toEqual([
      'a until 2 s',
      'a from 2 s',
      'b until 2 s',
      'b from 2 s',
    ]);
    const stiffness = statesOf(drafted(phased('until: { after: 3 s }'))).states.map(
      ({ draft: { design } }) => design.elements.find(({ name }) => name === 'reach')?.parameters.stiffness,
    );
    // What a phase wants goes before what an event sets.
    expect(stiffness).toEqual([[400], [300], [50]]);
  });

  it('that are too many are counted, and what touches is not judged as a whole', () => {
    const events = Array.from({ length: 30 }, (_, i) => set(0.1 * (i + 1), 390 - i)).join('');
    const { states, more } = statesOf(drafted(scenario('', events)));
    expect(states.length).toBe(mostStates);
    expect(more?.count).toBe(31 - mostStates);
    expect(more?.from).toBeCloseTo(0.1 * mostStates, 9);
    const floor = ', floor: { plane: [0, 0, 1], stiffness: 1 N/mm }';
    const contact = contactTold(contactLoopsOf(drafted(scenario(floor, events))));
    expect(contact.verdict).toBe('not judged');
    expect(formatContact(contact)).toMatch(
      /^ {2}what 15 more changes make of it from 1\.6 s: the first 16 states/m,
    );
  });

  it('complain of what is no parameter, as a run does', () => {
    const files = filesOf(scenario('', '  - { at: 1 s, set: reach.stifness, to: 3 N/m }\n'));
    const loaded = loadScenario(files, 'a.yaml', []);
    if (loaded.value === undefined) throw new Error('not read');
    const { value } = draft(loaded.value, files);
    if (value === undefined) throw new Error('no draft');
    const outcome = scenarioStates(value, loaded.value);
    expect(outcome.value).toBeUndefined();
    expect(outcome.problems.map(({ code, hint }) => [code, hint])).toEqual([
      ['unknown-parameter', 'did you mean reach.stiffness?'],
    ]);
  });

  it('read as words behind a name', () => {
    expect(whenText([{ from: 0 }])).toBe('');
    expect(
      whenText([
        { phase: 'a', from: 0 },
        { phase: 'b', from: 2 },
      ]),
    ).toBe('in a, b from 2 s');
    expect(whenText([{ from: 0, to: 1 }, { from: 3 }])).toBe('until 1 s, from 3 s');
  });
});
