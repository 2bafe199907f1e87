/** A design of virtual model control on robots that others wrote: it runs as it stands, or says by name why not. */
import { describe } from 'pliant/problem';
import { type Assembly, assemble, loadScenario } from 'pliant/scenario';
import { corpusFiles, type Facts, soundRobots } from './corpus.js';

const file = 'design.yaml';

/**
 * A spring that saturates pulls the tool to a goal that moves, a cart is drawn along by the tool, and a capsule about a
 * link is kept away from a post that stands beside the tool.
 */
function text(robot: string, link: string, [x, y, z]: readonly number[]): string {
  return `pliant: 1
name: virtual model on any arm
duration: 0.5 s
robots:
  arm: { file: ${JSON.stringify(robot)} }
world:
  post: { capsule: { radius: 1 cm, length: 10 cm }, at: [${x + 0.15}, ${y + 0.15}, ${z}] }
control:
  points:
    goal: { startOf: tool, moves: { along: line, by: [0, 2 cm, 2 cm], speed: 5 cm/s, ramp: minimum-jerk } }
    arm_link: { on: ${JSON.stringify(link)}, capsule: { radius: 1 cm, length: 4 cm } }
  bodies:
    pulled_cart: { joint: { prismatic: [0, 1, 0] }, at: [${x}, ${y}, ${z}], mass: 0.5 kg }
  coordinates:
    clearance: { coordinate: gap, from: arm_link, to: post }
  elements:
    pull: { spring: saturating, from: tool, to: goal, stiffness: 40 N/m, greatest: 4 N }
    slow: { damper: linear, from: tool, to: world, damping: 2 N s/m }
    calm: { damper: joint, joint: all, damping: 0.05 }
    keep_off: { spring: one-sided, of: clearance, below: 3 cm, stiffness: 50 N/m }
    draw: { spring: linear, from: tool, to: pulled_cart, stiffness: 20 N/m }
    draw_slow: { damper: linear, from: tool, to: pulled_cart, damping: 1 N s/m }
    drag: { damper: linear, joint: pulled_cart, damping: 2 }
  compensate: [gravity]
`;
}

/** Of what a robot may be refused: it stands in the post, is too small, or cannot be simulated. */
const reasons = ['swallowed-start', 'swallowed-goal', 'out-of-reach', 'massless', 'brake-inertia'];

export function designedRobots(): readonly Facts[] {
  return soundRobots(({ free }) => free >= 3 && free <= 20);
}

export interface Designed {
  readonly end: 'ran' | 'refused';
  /** None where it ran to its end without a fault, or was refused for a good reason. */
  readonly faults: readonly string[];
}

/** What the design does on a robot of the corpus. */
export function designOn({ file: robot }: Facts): Designed {
  const plain = assembled(
    `pliant: 1\nrobots: { arm: { file: ${JSON.stringify(robot)} } }\ncontrol: { points: { goal: { startOf: tool } } }\n`,
  );
  if (plain.value === undefined) return refused(plain.problems);
  const { model, design } = plain.value;
  const goal = design.points.find(({ name }) => name === 'goal')?.at ?? [0, 0, 0];
  const middle = Math.floor(model.bodies.length / 2);
  const link = model.frames.find(({ body }) => body === middle)?.name;
  if (link === undefined) throw new Error(`${robot}: body ${middle} has no frame`);
  const { value, problems } = assembled(text(robot, link, goal));
  if (value === undefined) return refused(problems);
  const result = value.begin([]).complete();
  const faults = result.faults.map(({ time, fault }) => `fault ${fault} at ${time} s`);
  if (result.status !== 'done') faults.push(`ends as ${result.status}`);
  return { end: 'ran', faults };
}

type Problems = ReturnType<typeof assemble>['problems'];

function refused(problems: Problems): Designed {
  const wrong = problems.filter((p) => p.severity === 'error' && !reasons.includes(p.code));
  return { end: 'refused', faults: wrong.map(describe) };
}

function assembled(scenario: string): { readonly value?: Assembly; readonly problems: Problems } {
  const files = {
    read: (path: string) => (path === file ? new TextEncoder().encode(scenario) : corpusFiles.read(path)),
    list: (folder: string) => corpusFiles.list(folder),
  };
  const loaded = loadScenario(files, file);
  if (loaded.value === undefined) return { problems: loaded.problems };
  const { value, problems } = assemble(loaded.value, files);
  return { ...(value === undefined ? {} : { value }), problems };
}
