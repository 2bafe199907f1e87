/** `/`-separated paths as text; nothing here asks whether anything is there. */

/** Without `.`, `..` and doubled slashes; undefined where `..` leads above the top of an absolute path. */
export function normalise(path: string): string | undefined {
  const parts: string[] = [];
  const absolute = path.startsWith('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (absolute) return undefined;
    else parts.push('..');
  }
  return (absolute ? '/' : '') + parts.join('/');
}

/** A path below a folder; `''` is the folder that relative paths start in. */
export function join(folder: string, path: string): string {
  return folder === '' ? path : folder.endsWith('/') ? folder + path : `${folder}/${path}`;
}

/** `''` for a path without a slash. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : slash === 0 ? '/' : path.slice(0, slash);
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder and all above it, nearest first. */
export function ancestors(folder: string): string[] {
  const all = [folder];
  // Above `..` lies what has no name here.
  for (let at = folder; at !== '' && at !== '/' && baseOf(at) !== '..'; ) {
    at = folderOf(at);
    all.push(at);
  }
  return all;
}

/** The path as it is spelt from a folder, both normalised and absolute; `.` for the folder itself. */
export function relativeTo(folder: string, path: string): string {
  const from = folder.split('/').filter((part) => part !== '');
  const to = path.split('/').filter((part) => part !== '');
  let same = 0;
  while (same < from.length && same < to.length && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/') || '.';
}

/** Whether a normalised path is the folder or lies below it; `''` holds all relative paths that do not lead out. */
export function isInside(folder: string, path: string): boolean {
  if (folder === '') return !path.startsWith('/') && path !== '..' && !path.startsWith('../');
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  // `../..` begins like `..` and lies above it.
  return path === folder || (path.startsWith(start) && !path.startsWith('..', start.length));
}
