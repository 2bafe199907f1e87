/** Where things are, whether a module runs from its source or from where it was compiled to. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Files } from 'pliant/robot';

/** The folder of the repository. */
export const checkout: string = fileURLToPath(
  new URL(import.meta.url.includes('/checks/dist/') ? '../..' : '..', import.meta.url),
);

/** A folder of the disk as files, with paths below it. */
export function folderOnDisk(root: string): Files {
  const kind = (path: string) => statSync(join(root, path), { throwIfNoEntry: false });
  return {
    read: (path) => (kind(path)?.isFile() ? readFileSync(join(root, path)) : undefined),
    list: (folder) =>
      kind(folder)?.isDirectory()
        ? readdirSync(join(root, folder)).map((name) =>
            kind(join(folder, name))?.isDirectory() ? `${name}/` : name,
          )
        : undefined,
  };
}
