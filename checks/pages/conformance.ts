/** Runs the conformance suite in a page and leaves what it found in `conformance`. */
import {
  conformanceCases,
  differences,
  digest,
  reference,
} from '../../toolkit/src/graph/conformance/index.js';
import { compileJavaScript, compileWasm, wasmModuleAsync } from '../../toolkit/src/graph/index.js';

export interface ConformanceResult {
  readonly name: string;
  /** Of the memories after all runs, by the page's interpreter. */
  readonly digest: string;
  /** Back end and difference. */
  readonly differences: readonly string[];
}

declare global {
  var conformance: readonly ConformanceResult[] | { readonly error: string } | undefined;
}

async function run(): Promise<ConformanceResult[]> {
  const results: ConformanceResult[] = [];
  for (const c of conformanceCases) {
    const module = await wasmModuleAsync(c.program);
    const found = [
      ...differences(c, compileJavaScript(c.program)).map((line) => `javascript: ${line}`),
      ...differences(c, compileWasm(c.program)).map((line) => `wasm: ${line}`),
      ...differences(c, module.instantiate()).map((line) => `wasm, compiled asynchronously: ${line}`),
    ];
    results.push({ name: c.name, digest: digest(reference(c)), differences: found });
  }
  return results;
}

/** For who imports the bundle. */
export const results: Promise<readonly ConformanceResult[]> = run();

results.then(
  (found) => {
    globalThis.conformance = found;
  },
  (error: unknown) => {
    globalThis.conformance = { error: String(error) };
  },
);
