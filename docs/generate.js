/**
 * Writes docs/reference: the pages that follow from declarations and options, and the JSON Schema of scenario
 * files for editors, which is packed with the toolkit too. They are not committed; every build makes them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referencePages } from './reference-pages.js';

const folder = new URL('./reference/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(new URL('pictures/', folder), { recursive: true });
for (const [name, text] of Object.entries(referencePages())) {
  writeFileSync(new URL(name, folder), text);
  if (name.endsWith('.schema.json')) writeFileSync(new URL(`../toolkit/dist/${name}`, import.meta.url), text);
  if (!name.endsWith('.svg')) process.stdout.write(`${fileURLToPath(new URL(name, folder))}\n`);
}
