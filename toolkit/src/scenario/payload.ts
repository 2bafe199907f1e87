/** `control.payload`: what the arm carries besides its own links, whose weight the controller holds up. */
import type { ElementDesign, PointDesign } from '../control/index.js';
import { mulMatVec, numbers, rotationFromQuaternion, type Vec3 } from '../math/index.js';

export interface PayloadSection {
  readonly mass: number;
  readonly centre: Vec3<number>;
  readonly gyration: Vec3<number>;
  readonly at: string;
}

/** The element that compensates it, `payload`, and the point where it acts, `payload-centre`; none where `at` is no point of the robot. */
export function payloadOf(
  section: PayloadSection | undefined,
  points: readonly PointDesign[],
  gravity: Vec3<number>,
): { readonly points: readonly PointDesign[]; readonly elements: readonly ElementDesign[] } {
  const carried = points.find(({ name, frame }) => name === section?.at && frame !== undefined);
  if (section === undefined || carried?.frame === undefined) return { points: [], elements: [] };
  const { frame, at = [0, 0, 0], attitude = [1, 0, 0, 0] } = carried;
  const lever = mulMatVec(numbers, rotationFromQuaternion(numbers, attitude), section.centre);
  const turns = section.gyration.some((r) => r !== 0);
  const centre = [at[0] + lever[0], at[1] + lever[1], at[2] + lever[2]] as const;
  return {
    points: [{ name: 'payload-centre', frame, at: centre, ...(turns && { attitude }) }],
    elements: [
      {
        name: 'payload',
        family: 'spring',
        kind: 'payload',
        joins: { at: 'payload-centre' },
        parameters: { mass: [section.mass], gravity, ...(turns && { gyration: section.gyration }) },
      },
    ],
  };
}
