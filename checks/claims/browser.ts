/** Chromium gives the bits of Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StateHash } from 'pliant/record';
import { assemble, loadScenario } from 'pliant/scenario';
import { chromiumPath, inNode, withPage } from '../browser.js';
import { atLeast, type Claim, exactly, type Row } from '../claim.js';
import { checkout } from '../folders.js';
import type { ConformanceResult } from '../pages/conformance.js';
import type { hashOf } from '../pages/state-hash.js';
import { ownFiles } from '../scenarios.js';

const scenario = 'examples/reach.yaml';
const robot = 'robots/arm7/arm7.urdf';

export const browserClaims: readonly Claim[] = [
  {
    topic: 'spine',
    id: 'bits: Chromium',
    absent: () => (chromiumPath() === undefined ? 'Chromium is not installed' : undefined),
    // The conformance suite is run by browser-conformance.test.ts among the tests.
    measure: async (scale) => [...(scale === 'full' ? await conformance() : []), ...(await stateHashes())],
  },
];

async function conformance(): Promise<Row[]> {
  const entry = 'pages/conformance.ts';
  const there = await withPage(entry, async (page) => {
    await page.waitForFunction(() => globalThis.conformance !== undefined);
    return page.evaluate(() => globalThis.conformance);
  });
  if (there === undefined || 'error' in there) throw new Error(there?.error);
  const { results } = await inNode<{ results: Promise<readonly ConformanceResult[]> }>(entry);
  const here = await results;
  const digests = here.filter(({ digest }, i) => digest !== there[i]?.digest);
  const differences = there.filter((result) => result.differences.length > 0);
  return [
    atLeast('conformance cases', there.length, 50),
    exactly('cases in which its back ends differ from its interpreter', differences.length, 0),
    exactly('cases in which its interpreter differs from that of Node', digests.length, 0),
  ];
}

async function stateHashes(): Promise<Row[]> {
  const text = (path: string): string => readFileSync(join(checkout, path), 'utf8');
  const texts = { [scenario]: text(scenario), [robot]: text(robot) };
  const entry = 'pages/state-hash.ts';
  const inPage = await withPage(entry, async (page) => {
    await page.waitForFunction(() => globalThis.stateHash !== undefined);
    return page.evaluate(([file, files]) => globalThis.stateHash?.(file, files) ?? '', [
      scenario,
      texts,
    ] as const);
  });
  const bundled = await inNode<{ hashOf: typeof hashOf }>(entry);
  return [
    exactly(`state hash of ${scenario}`, inPage, bundled.hashOf(scenario, texts)),
    exactly('  and by the built package', inPage, ownHash()),
  ];
}

function ownHash(): string {
  const loaded = loadScenario(ownFiles, scenario);
  if (loaded.value === undefined) throw new Error(JSON.stringify(loaded.problems));
  const { value: assembly, problems } = assemble(loaded.value, ownFiles);
  if (assembly === undefined) throw new Error(JSON.stringify(problems));
  const hash = new StateHash();
  return `${assembly.begin([hash]).complete().status} ${hash.digest()}`;
}
