/**
 * Writes docs/reference: the pages that follow from declarations and options, and the JSON Schema of scenario
 * files for editors. They are not committed; `npm run docs` makes them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandPage } from '../command/dist/page.js';
import { makeProgram } from '../command/dist/program.js';
import {
  elementReference,
  jsonSchemaOf,
  scenarioReference,
  scenarioSchema,
} from '../toolkit/dist/scenario/index.js';

/** Another folder may be named on the line. */
const folder = process.argv[2] ?? fileURLToPath(new URL('./reference', import.meta.url));
mkdirSync(folder, { recursive: true });

const { program } = makeProgram({ out() {}, talk() {} });
const pages = {
  'command.md': commandPage(program),
  'scenario.md': scenarioReference(),
  'elements.md': elementReference(),
  'scenario.schema.json': `${JSON.stringify(jsonSchemaOf(scenarioSchema, 'Pliant scenario'), undefined, 2)}\n`,
};
for (const [name, text] of Object.entries(pages)) {
  writeFileSync(join(folder, name), text);
  process.stdout.write(`${join(folder, name)}\n`);
}
