/**
 * Steps in parts, where they are too long for what is touched: h > 0.35 √(m/k), m = 1/(J M⁻¹ Jᵀ).
 *
 * At the start of each step every contact that is in a solid, or would be after a step at the present velocity, says
 * into how many parts the step must be cut, ⌈h √(k/m)/0.35⌉; the step is done in as many as the one that needs most, no more than
 * {@link MOST_SUBSTEPS}. Joint torques and pushes are held over the whole step. Where nothing is near it is one part.
 */
import type { Node } from '../graph/index.js';
import { ceil, max, min } from '../math/index.js';
import { integrate } from '../model/index.js';
import type { ContactFields } from './contact-fields.js';
import { impactStep, MOST_SUBSTEPS } from './contact-law.js';
import { type Host, LEAST } from './host.js';
import type { JointInertia } from './joint-inertia.js';
import { contactsAt } from './trace-touch.js';

/** Stores the number of parts of a step h from q and v. */
export function traceSubsteps(
  plant: Host,
  contacts: ContactFields,
  inertia: JointInertia,
  q: readonly Node[],
  v: readonly Node[],
  h: Node,
): void {
  const { p, model, fields } = plant;
  const G = p.graph;
  const zero = G.constant(0);
  const parts = fields.substeps;
  if (parts === undefined) return;
  p.store(parts, 0, G.constant(1));
  const then = contactsAt(p, model, contacts, integrate(G, model, q, v, h));
  for (const now of contactsAt(p, model, contacts, q)) {
    const nearest = min(G, now.distance, then[now.index].distance);
    p.if(G.and(now.present, G.less(nearest, zero)), () => {
      const { row } = now.press();
      const give = max(G, plant.dot(row, inertia.solve(row)), G.constant(LEAST));
      const count = ceil(
        G,
        G.div(G.mul(h, G.sqrt(G.mul(p.load(now.solid.stiffness), give))), G.constant(impactStep)),
      );
      p.store(parts, 0, max(G, p.load(parts), min(G, count, G.constant(MOST_SUBSTEPS))));
    });
  }
}
