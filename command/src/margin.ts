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
  readonly json?: true;
}

export async function margin(context: Context, file: string, options: MarginOptions): Promise<number> {
  const within = lengthOf(options.within);
  const starts = countOf(options.starts);
  const surface = stiffnessOf(options.surface);
  const given = options.set ?? [];
  const [{ contactLoopsOf, contactTold, draft, formatContact }, { formatMargin, marginOf, predictionText }] =
    await Promise.all([import('pliant/scenario'), import('pliant/analyse')]);
  const { files, worded } = scenarioFiles(context.folder, file, given, options);
  const first = take(context, loadScenario(files, file, given));
  const more = worded(first.scenario);
  const loaded = more.length === 0 ? first : take(context, loadScenario(files, file, [...given, ...more]));
  const outcome = await withMujoco((mujoco) => draft(loaded, files, { start: context.folder, ...mujoco }));
  const drafted = take(context, outcome);
  const { scenario, design, start, speeds, rigid, timing, origin } = drafted;
  /** The parameters that events set, of each element of the design that one of the scenario is. */
  const changes = scenario.events.flatMap((event) => {
    if (!('set' in event)) return [];
    const [name, parameter] = event.set.split('.');
    const own = [...origin].filter(([, written]) => written === name).map(([element]) => element);
    return (own.length === 0 ? [name] : own).map((element) => `${element}.${parameter}`);
  });

  const progress = new Progress(context);
  progress.show(`${scenario.name}: what it touches`);
  const contact = contactTold(contactLoopsOf(drafted, surface === undefined ? {} : { surface }), {
    response: options.response === true,
  });
  const { verdict } = contact;
  const code = verdict === undefined || verdict === 'stable' ? exit.done : exit.measureFailed;
  const touches = contact.loops.length + contact.moves.length + contact.unmapped.length > 0;
  // Where a law moves the arm, no balance of springs says where it rests.
  if (design.servo !== undefined || (design.laws?.length && design.elements.length === 0)) {
    progress.clear();
    if (options.json) context.out(json({ file, name: scenario.name, contact, problems: outcome.problems }));
    else
      context.out(
        touches
          ? formatContact(contact)
          : `${scenario.name}: it touches nothing; --surface 50 N/mm puts a wall before it\n`,
      );
    return code;
  }
  const known = marginOf(
    { ...design, name: scenario.name },
    {
      start,
      speeds,
      gravity: rigid.gravity ?? scenario.world.gravity,
      joints: rigid.joints ?? {},
      seed: scenario.seed,
      stepsPerTick: timing.steps,
      continuous: timing.continuous,
      changes,
      called: (element) => origin.get(element) ?? element,
      leftOut: [
        ...(scenario.events.length > 0 ? ['events'] : []),
        ...(rigid.stops === false ? [] : ['joint stops']),
        ...(rigid.contacts === undefined ? [] : ['contacts']),
        ...(design.laws ?? []).map((law) => law.name),
        ...(rigid.payloads === undefined || rigid.payloads.length === 0 ? [] : ['payloads']),
      ],
      told: (work) => progress.show(`${scenario.name}: ${work}`),
      ...(within === undefined ? {} : { within }),
      ...(starts === undefined ? {} : { starts }),
    },
  );
  progress.clear();
  if (options.json) {
    context.out(
      json({
        file,
        ending: predictionText(known),
        ...known,
        ...(touches && { contact }),
        problems: outcome.problems,
      }),
    );
  } else context.out(touches ? `${formatMargin(known)}\n${formatContact(contact)}` : formatMargin(known));
  return code;
}

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
function stiffnessOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const read = /^[\d.eE+-]+$/.test(text) ? { value: Number(text) } : readQuantity(text, 'N/m');
  if (!('fault' in read) && read.value > 0 && Number.isFinite(read.value)) return read.value;
  throw Refusal.of({
    code: 'option-malformed',
    where: { file: '--surface' },
    message: 'fault' in read ? read.fault : 'this is no stiffness above 0',
    expected: 'a stiffness: 50 N/mm, 5e4',
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
