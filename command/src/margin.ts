/** `pliant margin`: what can be known of a scenario before it runs. */
import { readQuantity } from 'pliant/math';
import { loadScenario } from 'pliant/scenario';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';
import { json } from './json.js';
import { type RobotOptions, scenarioFiles, withMujoco } from './robot.js';
import { Progress, take } from './talk.js';

export interface MarginOptions extends RobotOptions {
  readonly set?: readonly string[];
  readonly within?: string;
  readonly starts?: string;
  readonly surface?: string;
  readonly response?: true;
  readonly all?: true;
  readonly json?: true;
}

export async function margin(context: Context, file: string, options: MarginOptions): Promise<number> {
  const within = lengthOf(options.within);
  const starts = countOf(options.starts);
  const surface = await stiffnessOf(options.surface);
  const given = options.set ?? [];
  const {
    contactLoopsOf,
    contactTold,
    draft,
    formatContact,
    formatMarginTold,
    marginData,
    marginTold,
    scenarioStates,
  } = await import('pliant/scenario');
  const { files, worded } = scenarioFiles(context.folder, file, given, options);
  const first = take(context, loadScenario(files, file, given));
  const more = worded(first.scenario);
  const loaded = more.length === 0 ? first : take(context, loadScenario(files, file, [...given, ...more]));
  const outcome = await withMujoco((mujoco) => draft(loaded, files, { start: context.folder, ...mujoco }));
  const drafted = take(context, outcome);
  const states = take(context, scenarioStates(drafted, loaded));
  const { name } = drafted.scenario;

  const progress = new Progress(context);
  progress.show(`${name}: what it touches`);
  const response = options.response === true;
  const asked = contactTold(contactLoopsOf(drafted, surface === undefined ? {} : { surface }), { response });
  // What a hand feels is of the loop alone: where nothing is touched, any wall shows it.
  const contact =
    response && asked.loops.length === 0 && surface === undefined
      ? {
          ...asked,
          responses: contactTold(contactLoopsOf(drafted, { surface: anyWall }), { response }).responses ?? [],
        }
      : asked;
  // A loop along one normal does not show joints that swing by themselves.
  const adrift = outcome.problems.some(({ code }) => code === 'unstable-at-tick');
  const verdict = adrift && contact.verdict !== undefined ? 'unstable' : contact.verdict;
  const touches = contact.loops.length + contact.moves.length + contact.unmapped.length > 0;
  const known = marginTold(drafted, states, {
    told: (work) => progress.show(`${name}: ${work}`),
    ...(within === undefined ? {} : { within }),
    ...(starts === undefined ? {} : { starts }),
  });
  progress.clear();
  if (options.json) {
    context.out(
      json({
        file,
        name,
        ...(known && marginData(known)),
        ...((touches || known === undefined) && { contact: { ...contact, verdict } }),
        problems: outcome.problems,
      }),
    );
  } else {
    const texts = [
      ...(adrift && contact.verdict !== undefined
        ? [
            `${name}: gains are unstable at the tick before anything is touched, as the warning says: what is told of contact counts once they are not\n`,
          ]
        : []),
      ...(known === undefined ? [] : [formatMarginTold(known, { all: options.all === true })]),
      ...(touches || (contact.responses ?? []).length > 0
        ? [formatContact(contact, { all: options.all === true })]
        : []),
      ...(contact.responses?.length === 0
        ? [`${name}: no loop closes of which a hand would feel a response\n`]
        : []),
    ];
    context.out(
      texts.length === 0
        ? `${name}: it touches nothing; --surface 50 N/mm puts a wall before it\n`
        : texts.join('\n'),
    );
  }
  return verdict === undefined || verdict === 'stable' ? exit.done : exit.measureFailed;
}

/** N/m. */
const anyWall = 1e4;

/** `--within`, m. */
function lengthOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const read = /^[\d.eE+-]+$/.test(text) ? { value: Number(text) } : readQuantity(text, 'm');
  if (!('fault' in read) && read.value > 0 && Number.isFinite(read.value)) return read.value;
  throw Refusal.of({
    code: 'option-malformed',
    where: { file: '--within' },
    message: 'fault' in read ? read.fault : 'this is no distance above 0',
    expected: 'a distance: 5mm, 2 cm, 0.01',
    got: text,
  });
}

/** `--surface`, N/m. */
async function stiffnessOf(text: string | undefined): Promise<number | undefined> {
  if (text === undefined) return undefined;
  const { softestWall, stiffestWall } = await import('pliant/analyse');
  const read = /^[\d.eE+-]+$/.test(text) ? { value: Number(text) } : readQuantity(text, 'N/m');
  if (!('fault' in read) && read.value >= softestWall && read.value <= stiffestWall) return read.value;
  throw Refusal.of({
    code: 'option-malformed',
    where: { file: '--surface' },
    message: 'fault' in read ? read.fault : 'no margin is told on a surface of this stiffness',
    expected: `a stiffness from ${softestWall} N/m to ${stiffestWall / 1e3} N/mm: 50 N/mm, 5e4`,
    got: text,
  });
}

/** `--starts`. */
function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (/^\d+$/.test(text) && count <= 100_000) return count;
  throw Refusal.of({
    code: 'option-malformed',
    where: { file: '--starts' },
    message: 'this is no number of starts',
    expected: 'a whole number up to 100000',
    got: text,
  });
}
