/** The MJCF reader on files that others wrote. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFiles, readMjcf } from 'pliant/robot';
import { chromiumPath, withPage } from '../browser.js';
import { atLeast, atMost, type Claim, exactly } from '../claim.js';
import { absent } from '../corpus.js';
import { checkout } from '../folders.js';
import { mjcfEndEffectorErrors, mjcfRows } from '../mjcf-corpus.js';
import type { inPage } from '../pages/mjcf.js';
import { loadPeerMujoco } from '../peer-mujoco.js';

export const mjcfClaims: readonly Claim[] = [
  {
    topic: 'files',
    id: 'mjcf: every row of the corpus',
    absent: () => absent,
    async measure(scale) {
      const mujoco = await loadPeerMujoco();
      // The tests read every file of the corpus in mjcf-corpus.test.ts.
      const rows = mjcfRows().filter((_, i) => scale === 'full' || i % 7 === 0);
      const wrong = rows.filter((row) => row.faults(mujoco).length > 0).map(({ file }) => file);
      const ends = mjcfEndEffectorErrors(mujoco, scale === 'full' ? 1 : 7);
      const names = wrong.length === 0 ? '' : ` (not ${wrong.join(', ')})`;
      return [
        atLeast('files with facts', rows.length, 1),
        exactly(
          'files that come out as their facts say',
          `${rows.length - wrong.length}${names}`,
          String(rows.length),
        ),
        atMost(`position of ${ends.count} end effectors`, ends.error, 1e-6, 'm'),
      ];
    },
  },
  {
    topic: 'files',
    id: 'mjcf: Chromium',
    absent: () => (chromiumPath() === undefined ? 'Chromium is not installed' : undefined),
    async measure() {
      const mujoco = await loadPeerMujoco();
      const texts: Readonly<Record<string, string>> = {
        [own]: readFileSync(join(checkout, own), 'utf8'),
        ...made,
      };
      const files = memoryFiles(texts);
      return withPage('pages/mjcf.ts', async (page) => {
        await page.waitForFunction(() => globalThis.readModel !== undefined);
        const rows = [];
        let robots = 0;
        for (const file of [own, 'made.xml', 'faulty.xml']) {
          const here = readMjcf(texts[file], { file, files, mujoco });
          const there = await page.evaluate(
            ([path, all]): ReturnType<typeof inPage> | undefined => globalThis.readModel?.(path, all),
            [file, texts] as const,
          );
          if (here.value !== undefined) robots++;
          const links = here.value?.links.length ?? 0;
          const same = there === JSON.stringify(here) ? 'the same' : 'another';
          const what = `${file}: ${links} links, ${here.problems.length} problems, as in Node`;
          rows.push(exactly(what, same, 'the same'));
        }
        return [...rows, exactly('robots among them', robots, 2)];
      });
    },
  },
];

/** A robot of this project. */
const own = 'robots/planar2/planar2.xml';

/** Includes, a mesh that masses come from, defaults, copies, a coupling; and a model with a fault. */
const made: Readonly<Record<string, string>> = {
  'made.xml': `<mujoco model="made"><compiler meshdir="m"/><include file="defaults.xml"/>
    <asset><mesh name="tip" file="tip.obj" scale=".1 .1 .1" refquat="1 2 3 4"/></asset>
    <worldbody><body name="a" euler="10 20 30" childclass="arm"><joint name="j"/><geom size=".1 .2" type="capsule"/>
    <replicate count="3" euler="0 0 120"><body name="f" pos=".1 0 .2"><joint name="k"/><geom type="mesh" mesh="tip"/>
    <site name="s" zaxis="1 2 3"/></body></replicate></body></worldbody>
    <equality><joint joint1="k1" joint2="k0" polycoef=".1 2 0 0 0"/></equality></mujoco>`,
  'defaults.xml':
    '<mujoco><default><default class="arm"><joint axis="0 1 0" damping=".3" ref="20"/></default></default></mujoco>',
  'm/tip.obj': 'v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
  'faulty.xml': '<mujoco><worldbody><body name="a">\n<joint/></body></worldbody></mujoco>',
};
