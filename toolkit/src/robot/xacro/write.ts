/** The expanded tree as text. */
import { XacroComment, type XacroElement, XacroText } from './nodes.js';

const inText: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const inValue: Readonly<Record<string, string>> = {
  ...inText,
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

function escaped(text: string, by: Readonly<Record<string, string>>): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => by[character] ?? character);
}

/** The tree as XML, with its texts and comments; what no XML can hold is left out. */
export function xacroText(root: XacroElement): string {
  const parts: string[] = [];
  const work: (XacroElement | XacroText | XacroComment | string)[] = [root];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (next instanceof XacroText) parts.push(escaped(storable(next.data), inText));
    else if (next instanceof XacroComment)
      parts.push(`<!--${storable(next.data).replace(/-(?=-|$)/g, '- ')}-->`);
    else {
      parts.push(`<${next.tag}`);
      for (const [prefix, uri] of next.namespaces) {
        parts.push(` xmlns${prefix === '' ? '' : `:${prefix}`}="${escaped(storable(uri), inValue)}"`);
      }
      for (const { name, value } of next.attributes.values()) {
        parts.push(` ${name}="${escaped(storable(value), inValue)}"`);
      }
      if (next.content.length === 0) parts.push('/>');
      else {
        parts.push('>');
        work.push(`</${next.tag}>`);
        for (let i = next.content.length - 1; i >= 0; i--) work.push(next.content[i]);
      }
    }
  }
  return `<?xml version="1.0" encoding="utf-8"?>\n${parts.join('')}\n`;
}

/** Characters that XML may not hold come out of expressions such as chr(0). */
function storable(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '',
  );
}
