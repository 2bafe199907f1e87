/** Every mutation of the project, by room; a new list is added here. */
import type { Mutation } from '../mutation.js';
import { analyseMutations } from './analyse.js';
import { benchMutations } from './bench.js';
import { bodyMutations } from './bodies.js';
import * as circulation from './circulation.js';
import { commandMutations } from './command.js';
import { contactHandMutations } from './contact-hand.js';
import * as contactLaws from './contact-laws.js';
import { contactLoopMutations } from './contact-loop.js';
import { contactMarginMutations } from './contact-margin.js';
import { controlMutations } from './control.js';
import { coordinateMutations } from './coordinates.js';
import { figureMutations, figureVerbMutations } from './figures.js';
import * as friction from './friction.js';
import { geometryMutations } from './geometry.js';
import { graphMutations } from './graph.js';
import { lawMutations } from './laws.js';
import { listingMutations, oneAxisMutations } from './listings.js';
import { mathMutations } from './math.js';
import { mechanismMutations } from './mechanism.js';
import { meshMutations } from './meshes.js';
import { mjcfMutations } from './mjcf.js';
import { modelMutations } from './model.js';
import * as postures from './null-space.js';
import * as payload from './payload.js';
import { plantMutations } from './plant.js';
import { problemMutations } from './problem.js';
import { recordMutations } from './record.js';
import { reportMutations } from './report.js';
import { robotMutations } from './robot.js';
import { runMutations } from './run.js';
import { scenarioMutations } from './scenario.js';
import { scenarioLawMutations } from './scenario-laws.js';
import { scenarioReadingMutations } from './scenario-reading.js';
import { sensingMutations, sensingScenarioMutations } from './sensing.js';
import { servoMutations } from './servos.js';
import { sourceMutations } from './sources.js';
import { stabilityMutations } from './stability.js';
import { stopMutations } from './stops.js';
import { streamMutations, streamRunMutations, streamScenarioMutations } from './streams.js';
import { tankMutations } from './tank.js';
import { tankLawMutations } from './tank-laws.js';
import * as touching from './touching.js';
import { xacroMutations } from './xacro.js';

export const mutations: Readonly<Record<string, readonly Mutation[]>> = {
  problem: problemMutations,
  math: [...mathMutations, ...contactLaws.mathMutations],
  geometry: [...geometryMutations, ...touching.geometryMutations],
  robot: [...robotMutations, ...sourceMutations, ...servoMutations, ...meshMutations],
  xacro: xacroMutations,
  mjcf: mjcfMutations,
  graph: [...graphMutations, ...listingMutations],
  model: [...modelMutations, ...contactLaws.modelMutations],
  mechanism: [
    ...mechanismMutations,
    ...coordinateMutations,
    ...circulation.mechanismMutations,
    ...postures.mechanismMutations,
    ...friction.mechanismMutations,
  ],
  control: [
    ...controlMutations,
    ...streamMutations,
    ...sensingMutations,
    ...stabilityMutations,
    ...bodyMutations,
    ...tankMutations,
    ...tankLawMutations,
    ...circulation.controlMutations,
    ...postures.controlMutations,
    ...friction.controlMutations,
    ...contactLaws.controlMutations,
    ...lawMutations,
    ...stopMutations,
    ...oneAxisMutations,
    ...payload.controlMutations,
  ],
  plant: [...plantMutations, ...benchMutations, ...touching.plantMutations, ...payload.plantMutations],
  run: [...runMutations, ...streamRunMutations, ...payload.runMutations],
  record: recordMutations,
  analyse: [
    ...analyseMutations,
    ...contactMarginMutations,
    ...contactLoopMutations.filter(({ file }) => file.includes('/analyse/')),
    ...circulation.analyseMutations,
    ...contactLaws.analyseMutations,
    ...payload.analyseMutations,
  ],
  figures: figureMutations,
  report: reportMutations,
  scenario: [
    ...scenarioMutations,
    ...scenarioReadingMutations,
    ...streamScenarioMutations,
    ...sensingScenarioMutations,
    ...contactLoopMutations.filter(({ file }) => file.includes('/scenario/')),
    ...scenarioLawMutations,
    ...postures.scenarioMutations,
    ...payload.scenarioMutations,
  ],
  command: [...commandMutations, ...figureVerbMutations, ...payload.commandMutations],
  'contact-hand': contactHandMutations,
};
