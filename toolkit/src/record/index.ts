export { Envelope } from './envelope.js';
export { type Group, groupsOf, unitOfEntry } from './group.js';
export { StateHash } from './hash.js';
export { withNorms } from './norms.js';
export { type Reading, readRecord, replayRecord } from './read.js';
export { type Metadata, Recorder, type RecorderOptions } from './recorder.js';
export { Collector, type RunRecord, replay, type Series, seriesOf } from './series.js';
export { type ByteSink, MemoryBytes, tee } from './sinks.js';
export { utf8 } from './utf8.js';
