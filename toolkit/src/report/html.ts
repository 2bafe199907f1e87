/** Text into HTML. Everything that came from outside passes through {@link safe}. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that HTML has no place for. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Safe as text and inside a quoted attribute; control characters become U+FFFD. */
export function safe(text: string): string {
  return text.replace(controls, '\ufffd').replace(/[&<>"']/g, (c) => entities[c]);
}

/** JSON that cannot end the script element around it, nor begin a comment in it. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A coordinate in an SVG: two decimals at most. */
export function coordinate(x: number): string {
  return String(Math.round(100 * x) / 100);
}
