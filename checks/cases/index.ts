/** Every kind of fault that users of other software have reported of robot files, and that is ours to get right. */
import type { Case } from './case.js';
import { inertiaCases } from './inertias.js';
import { jointCases } from './joints.js';
import { meshCases } from './meshes.js';
import { mimicCases } from './mimics.js';
import { servoCases } from './servos.js';
import { textCases } from './texts.js';
import { treeCases } from './trees.js';
import { weldCases } from './welds.js';
import { xacroCases } from './xacros.js';

/** All but those of MJCF, which need MuJoCo: `mjcfCases`. */
export const robotFileCases: readonly Case[] = [
  ...inertiaCases,
  ...weldCases,
  ...mimicCases,
  ...jointCases,
  ...servoCases,
  ...textCases,
  ...treeCases,
  ...meshCases,
  ...xacroCases,
];

export { mjcfCases } from './mjcfs.js';
