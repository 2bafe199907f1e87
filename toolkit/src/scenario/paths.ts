/** Paths of files as a scenario writes them, as text. */

/** A path relative to a folder, with `.` and `..` worked out as far as they go. */
export function joinPath(folder: string, path: string): string {
  const unix = path.replace(/\\/g, '/');
  const absolute = unix.startsWith('/') || /^[A-Za-z]:\//.test(unix);
  const whole = absolute || folder === '' ? unix : `${folder}/${unix}`;
  const lead = whole.startsWith('/') ? '/' : '';
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else if (part === '..' && lead === '/') continue;
    else parts.push(part);
  }
  return lead + (parts.join('/') || '.');
}

/** The folder of a path; '' where it has none. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut < 0 ? '' : cut === 0 ? '/' : path.slice(0, cut);
}
