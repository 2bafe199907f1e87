/** Every MJCF file of the corpus comes out as its facts say. */

import type { MujocoModule } from 'pliant/robot';
import { beforeAll, describe, expect, it } from 'vitest';
import { absent } from './corpus.js';
import { mjcfRows } from './mjcf-corpus.js';
import { loadPeerMujoco } from './peer-mujoco.js';

describe.skipIf(absent !== undefined)(
  `MJCF of the corpus${absent === undefined ? '' : ` (${absent})`}`,
  () => {
    let mujoco: MujocoModule;
    beforeAll(async () => {
      mujoco = await loadPeerMujoco();
    });

    it('is all there', () => {
      expect(mjcfRows().length).toBeGreaterThan(20);
    });

    for (const row of mjcfRows()) {
      it(`${row.file} comes out as its facts say`, () => {
        expect(row.faults(mujoco)).toEqual([]);
      });
    }
  },
);
