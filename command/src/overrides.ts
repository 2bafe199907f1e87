/** Robot files that are named with `--set robots.<name>.file=…`: their folders may be read. */
export function robotFilesOf(overrides: readonly string[]): string[] {
  return overrides.flatMap(
    (text) => /^\s*robots\.[^.=]+\.file\s*=\s*["']?(.+?)["']?\s*$/.exec(text)?.[1] ?? [],
  );
}
