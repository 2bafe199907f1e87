/**
 * Moments about the link's origin on every link, as an exporter leaves them. One link alone shows it seldom: taking
 * m (c·c 1 − c cᵀ) off a right tensor gives one that no body has only where the centre lies farther out than the body
 * is large. Where it leaves a body on all links whose centre lies far out, that is no chance.
 */
import { type Advice, evidenceOf } from './advice.js';
import { inertialEdits, length, type RobotData, rough } from './data.js';
import { aboutCentre, aboutOrigin, isSound, leftAbout, moments, share } from './hypotheses.js';
import { impossible, inLinkAxes, inWords } from './size.js';

/** A centre lies far out where the distance explains this much of the tensor. */
const far = 0.3;
/** Links that must show it, and the part of those that could. */
const fewest = 3;
const part = 0.95;
/** A link of its own is named where no more than this is left. */
const leftAlone = 0.1;
/** On right tensors this much of the far links shows it by chance; so many in a row do not. */
const chance = 0.25;
const mostChance = 0.02;

export function adviseOrigins(robot: RobotData, explained: ReadonlySet<string>): readonly Advice[] {
  const able = robot.links.flatMap((link) => {
    const { inertial } = link;
    if (inertial === undefined || explained.has(link.name) || !(inertial.mass > 0)) return [];
    if (!isSound(inertial.six) || share(inertial) < far) return [];
    return [{ link, inertial, ...leftAbout(link, inertial, robot) }];
  });
  const showing = able.filter(({ sound }) => sound);
  // Twins and copies of a link say it once.
  const different = new Set(showing.map(({ inertial }) => inertial.six.map(Math.abs).join(' ')));
  const all =
    different.size >= fewest &&
    showing.length >= part * able.length &&
    chance ** different.size <= mostChance;
  const list = all ? showing : showing.filter(({ left }) => left <= leftAlone);
  if (list.length === 0) return [];
  const [first] = list;
  const evidence = evidenceOf(list, ({ link, inertial, left }) => {
    const lever = inertial.mass * length(inertial.centre) ** 2;
    const why = impossible(link, robot, inertial.mass, inLinkAxes(inertial));
    const now = why === undefined ? '' : `${inWords(why, inertial.mass)}; `;
    return `${link.name}: ${now}the centre of mass lies ${rough(length(inertial.centre))} m out, m c² = ${rough(lever)} kg m²; without it ${moments(aboutCentre(inertial))}, ${rough(100 * left)} % of what is written`;
  });
  if (all) {
    evidence.push(
      `so it is with ${showing.length} of the ${able.length} links whose centre lies far out; of right tensors most would be left impossible`,
    );
  }
  const message = `${list.length === 1 ? '' : `of ${list.length} links `}${aboutOrigin.words}`;
  return [
    {
      code: aboutOrigin.id,
      at: first.inertial.sixAt[0],
      ...(list.length === 1 ? { name: `link "${first.link.name}"`, path: 'inertial.inertia' } : {}),
      message,
      evidence,
      fix: {
        why: aboutOrigin.why,
        guess: true,
        edits: list.flatMap(({ link, inertial }) => inertialEdits(link, { six: aboutCentre(inertial) })),
      },
      explains: list.map(({ link }) => link.name),
    },
  ];
}
