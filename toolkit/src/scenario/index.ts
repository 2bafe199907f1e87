export { type AssembleOptions, type Assembly, assemble, draft } from './assemble.js';
export { longestChainEnd } from './chain.js';
export { checkScenario, type Judgement, judgeScenario } from './check.js';
export type { GuardedMoveTold } from './contact-guarded.js';
export {
  type ContactLoopOptions,
  type ContactLoops,
  contactLoopsOf,
  type ScenarioLoop,
  type Unmapped,
} from './contact-loop.js';
export {
  type ContactMarginTold,
  type ContactTold,
  type ContactVerdict,
  contactTold,
  formatContact,
  type Remedy,
} from './contact-margin.js';
export { coordinateExample, coordinateReference } from './coordinate-reference.js';
export type { Draft } from './draft.js';
export { elementExample, elementReference, type Picture } from './element-reference.js';
export { type Json, jsonSchemaOf } from './json-schema.js';
export { lawExample, lawReference } from './law-reference.js';
export { type LoadedScenario, loadScenario, loadScenarioText } from './load.js';
export {
  formatMarginTold,
  type MarginTold,
  marginData,
  marginTold,
  type StateMargin,
} from './margin-told.js';
export { positionsInLine, positionsInText } from './positions.js';
export { type ScenarioReferenceOptions, scenarioReference } from './reference.js';
export { ending, forReport, type RunOutcome, reportData } from './report-data.js';
export { resolvedYaml } from './resolved.js';
export { type Scenario, scenarioSchema } from './scenario.js';
export type { ScenarioFiles } from './scenario-files.js';
export type { Schema } from './schema.js';
export { type ServoMaps, servosInText } from './servos.js';
export { type ScenarioState, type ScenarioStates, type Stretch, scenarioStates } from './states.js';
