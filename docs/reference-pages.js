/** The generated pages: all that follows from declarations and options, as texts by file name. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandPage } from '../command/dist/page.js';
import { makeProgram } from '../command/dist/program.js';
import {
  assemble,
  coordinateReference,
  elementReference,
  jsonSchemaOf,
  lawReference,
  loadScenarioText,
  scenarioReference,
  scenarioSchema,
} from '../toolkit/dist/scenario/index.js';

/** The scenario at the head of its page, as it would stand in the project's folder. */
export const example = `pliant: 1
name: an example
duration: 3 s

robots:
  arm:
    file: robots/arm7/arm7.urdf
    tool: { on: flange, at: [0, 0, 10 cm] }
    start: { joint2: -45 deg, joint4: -135 deg, joint6: 90 deg }

control:
  rate: 1 kHz
  points:
    goal: { startOf: tool, shift: [0, 5 cm, 0] }
  elements:
    reach: { spring: linear, to: goal, stiffness: 200 N/m }
    brake: { damper: linear, to: goal, damping: { ratio: 0.7, with: reach, inertia: { of: tool } } }
    keep: { spring: joint, joint: joint1, target: start, stiffness: 1 N m/rad }
  compensate: [gravity]
  limits: { force: { at: tool, norm: 20 N }, torque: robot }

plant:
  rigid: { joints: { viscous: 0.2 N m s/rad } }

events:
  - { at: 1 s, push: [0, 5 N, 0], for: 0.5 s }
  - { at: 2 s, set: reach.stiffness, to: 100 N/m }

measure:
  settled: { settle: reach.extension, within: 5 mm, until: 1 s, below: 1 s }
  torque used: { peak: joints.torque, over: limits, below: 50 % }
`;

/** Channels of the example's run. */
function channelsOfExample() {
  const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
  const kind = (name) => statSync(path(name), { throwIfNoEntry: false });
  const files = {
    read: (name) => (kind(name)?.isFile() ? readFileSync(path(name)) : undefined),
    list: (folder) =>
      kind(folder)?.isDirectory()
        ? readdirSync(path(folder), { withFileTypes: true }).map(
            (entry) => entry.name + (entry.isDirectory() ? '/' : ''),
          )
        : undefined,
  };
  const loaded = loadScenarioText(files, 'example.yaml', example);
  if (loaded.value === undefined) throw new Error(JSON.stringify(loaded.problems));
  const assembled = assemble(loaded.value, files);
  if (assembled.value === undefined) throw new Error(JSON.stringify(assembled.problems));
  const found = [];
  assembled.value.begin([{ open: (channels) => found.push(...channels), sample() {}, close() {} }]);
  return found;
}

/** A drawing as a file of its own, in a colour that is seen on light and dark ground. */
const coloured = (svg) =>
  svg.replace(
    /<svg([^>]*)>/,
    '<svg$1><style>svg{color:#24292f}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}</style>',
  );

export function referencePages() {
  const { program } = makeProgram({ out() {}, talk() {} });
  const pictures = {};
  const drawn = (name, svg) => {
    pictures[`pictures/${name}.svg`] = `${coloured(svg)}\n`;
    return `![${name}](pictures/${name}.svg)`;
  };
  const elements = elementReference(drawn);
  const laws = lawReference(drawn);
  return {
    'command.md': commandPage(program),
    'scenario.md': scenarioReference({ example, channels: channelsOfExample() }),
    'coordinates.md': coordinateReference(),
    'elements.md': elements,
    'laws.md': laws,
    'scenario.schema.json': `${JSON.stringify(jsonSchemaOf(scenarioSchema, 'Pliant scenario'), undefined, 2)}\n`,
    ...pictures,
  };
}
