/** Where things are, whether a module runs from its source or from where it was compiled to. */
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const checkout: string = fileURLToPath(
  new URL(import.meta.url.includes('/checks/dist/') ? '../..' : '..', import.meta.url),
);
