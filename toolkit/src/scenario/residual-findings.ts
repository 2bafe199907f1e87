/** What an estimate from the joints’ momentum tells though nothing touches, held to the thresholds on it. */
import { residualProblems, speedsOfLaws } from '../control/index.js';
import { massMoments, moveMoments, numbers, turnMoments } from '../math/index.js';
import { frameOf, laden } from '../model/index.js';
import type { Complaints } from './complaints.js';
import type { Draft } from './draft.js';

/** Of an arm whose joints have friction, that carries what its controller does not know of, or whose encoders count. */
export function residualFindings(
  { design, model, rigid, sensed, start }: Draft,
  complaints: Complaints,
): void {
  if (!design.sensors?.some(({ observer }) => observer !== undefined)) return;
  const none = new Array<number>(model.nv).fill(0);
  const { coulomb = none, damping: viscous = none } = rigid.joints ?? {};
  const carried = (rigid.payloads ?? []).filter((payload) => payload.carried !== false);
  const loads = carried.map(({ frame, mass, centre = [0, 0, 0], inertia = [0, 0, 0, 0, 0, 0] }) => {
    const { body, placement } = frameOf(model, frame);
    const about = moveMoments(
      numbers,
      turnMoments(numbers, placement.rotation, massMoments(numbers, mass, centre, inertia)),
      placement.position,
    );
    return { body, moments: about };
  });
  const counts = sensed?.encoders?.velocity === 'differences' ? sensed.encoders.resolution : none;
  const real = {
    model: laden(model, loads),
    gravity: rigid.gravity ?? [0, 0, 0],
    coulomb,
    viscous,
    resolution: counts,
  };
  complaints.adopt(residualProblems(design, real, start, speedsOfLaws(design, start)));
}
