/** Names in the robot: those of the file, and made ones for what has none there. */
import type { Compiled } from './compiled.js';

/** Names of one kind, each once. */
export class Names {
  readonly #taken = new Set<string>();

  /** The name, or the name with the first number from 2 that makes it a new one. */
  take(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.#taken.has(name); i++) name = `${wanted}_${i}`;
    this.#taken.add(name);
    return name;
  }
}

export interface RobotNames {
  /** By body; the world's is `world`, which no body may have. */
  readonly links: readonly string[];
  /** By joint of the file. */
  readonly joints: readonly string[];
  /** For links and frames that the robot has besides. */
  readonly moreLinks: Names;
  readonly moreJoints: Names;
  /** How many bodies and joints have no name in the file; joints of free roots need none. */
  readonly made: number;
}

/** Bodies without a name are called `body1` … by their number, their joints after the body. */
export function namesOf({ bodies, joints }: Compiled): RobotNames {
  const moreLinks = new Names();
  const moreJoints = new Names();
  for (const { name } of bodies) if (name !== '') moreLinks.take(name);
  for (const { name } of joints) if (name !== '') moreJoints.take(name);
  const links = bodies.map(({ name }, i) =>
    name === '' ? moreLinks.take(i === 0 ? 'world' : `body${i}`) : name,
  );
  return {
    links,
    joints: joints.map(({ name, body }) => (name === '' ? moreJoints.take(`${links[body]}_joint`) : name)),
    moreLinks,
    moreJoints,
    made: [...bodies.slice(1), ...joints.filter(({ kind }) => kind !== 'free')].filter(
      ({ name }) => name === '',
    ).length,
  };
}
