/**
 * V8 never optimises a function of more than 61,440 bytes of bytecode. The sizes are those that this Node's V8
 * logs for generated code.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { emitJavaScript, type Program } from 'pliant/graph';

export const cliff = 61_440;

/** Bytecode sizes of all generated functions of a program, by name: as V8 logs them when it compiles the text whole. */
export function bytecodeSizes(program: Program, limit?: number): ReadonlyMap<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-bytecode-'));
  try {
    const file = join(folder, 'generated.cjs');
    const log = join(folder, 'v8.log');
    const { size } = program.layout;
    writeFileSync(
      file,
      `const M=new Float64Array(${size});\n(function(){${emitJavaScript(program, limit)}})();\n`,
    );
    const flags = ['--no-lazy', '--log-code', '--no-logfile-per-isolate', `--logfile=${log}`];
    const { status, stderr } = spawnSync(process.execPath, [...flags, file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    // Tier `~` is bytecode: code-creation,JS,10,348857,0x3d99151d12fe,21570,p26 …/generated.cjs:19695:13,0x…,~
    const line =
      /^code-creation,[^,]*,\d+,\d+,0x[\da-f]+,(\d+),(\w+) [^,]*generated\.cjs:[\d:]+,0x[\da-f]+,~/gm;
    const sizes = new Map<string, number>();
    for (const [, bytes, name] of readFileSync(log, 'utf8').matchAll(line)) sizes.set(name, Number(bytes));
    if (!sizes.has('p0')) throw new Error('this Node logs no bytecode');
    return sizes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
