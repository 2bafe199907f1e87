/** Mutations of friction at contacts, of boxes and capsules that lie, and of steps in parts. */
import { breakerOf, type Mutation } from '../mutation.js';

const plant = breakerOf('toolkit/src/plant');
const geometry = breakerOf('toolkit/src/geometry');

export const plantMutations: readonly Mutation[] = [
  plant(
    'slip-law',
    'const slips = A.less(cap, norm);',
    'const slips = A.constant(0);',
    'friction that holds whatever pulls',
    'slip-law',
  ),
  plant(
    'slip-law',
    'A.select(slips, A.sub(A.mul(part, impulse[k]), A.mul(stiff, bent(k))), impulse[k]);',
    'A.select(slips, A.add(A.mul(part, impulse[k]), A.mul(stiff, bent(k))), impulse[k]);',
    'the direction of sliding friction changes the wrong way',
    'slip-law',
  ),
  plant(
    'trace-slip',
    'const cap = G.mul(p.loadAt(cone, c), pressing);',
    'const cap = p.loadAt(cone, c);',
    'friction without what presses',
    'contact-friction',
  ),
  plant(
    'trace-slip',
    'p.store(cone, index, root === undefined ? mu : G.mul(mu, root));',
    'p.store(cone, index, mu);',
    'a corner that rubs as hard as the whole face',
    'contact-friction',
  ),
  plant(
    'trace-slip',
    'return G.mul(G.constant(0.5), G.add(max(G, against(before), G.constant(0)), against(after)));',
    'return against(after);',
    'what friction takes from the end velocity alone',
    'contact-friction',
  ),
  plant(
    'trace-touch',
    'const J = pointJacobian(G, model, kinematics, frame, onFrom);',
    'const J = pointJacobian(G, model, kinematics, frame, position);',
    'friction at the origin of the link',
    'contact-friction',
  ),
  plant(
    'trace-touch',
    'row: row.map((x, i) => G.add(G.mul(share.root, x), turning[i])),',
    'row: row.map((x) => G.mul(share.root, x)),',
    'shares that turn without a torque',
    'contact-friction',
  ),
  plant(
    'substeps',
    'G.div(G.mul(h, G.sqrt(G.mul(p.load(now.solid.stiffness), give))), G.constant(impactStep)),',
    'G.div(G.mul(h, G.sqrt(p.load(now.solid.stiffness))), G.constant(impactStep)),',
    'parts of a step that do not know the mass',
    'contact-friction',
  ),
  plant(
    'external',
    'p.loadAll(field).map((x, i) => G.add(x, wrench[i])),',
    'wrench,',
    'the last contact stands for all in the external wrench',
    'external',
  ),
];

export const geometryMutations: readonly Mutation[] = [
  geometry(
    'tilt',
    'A.mul(A.constant(-side / tiltRange), dot3(A, axis, normal))',
    'A.mul(A.constant(side / tiltRange), dot3(A, axis, normal))',
    'the upper corners carry',
    'touches',
  ),
  geometry(
    'tilt',
    'A.select(A.less(a, one), A.div(A.mul(A.constant(1.5), a), beside), zero),',
    'zero,',
    'the share of an upper corner without its slope',
    'touches',
  ),
  geometry(
    'touches',
    'share: { root: share.root, turn: neg3(A, share.turn) }',
    'share',
    'the corners of the solid turn the box the wrong way',
    'touches',
  ),
  geometry(
    'touches',
    'onFrom: onTo,',
    'onFrom,',
    'a touch seen from the other side with its points not changed over',
    'touches',
  ),
];
