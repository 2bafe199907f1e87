/** Versions of the command and of what it stands on. */
import { readFileSync } from 'node:fs';

/** The version of the `pliant` command. */
export function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
