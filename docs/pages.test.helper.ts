/** The fenced blocks of a Markdown page, as documents that can be tried out. */

export interface Block {
  readonly language: string;
  /** What stands behind the language: the name under which the reader saves it. */
  readonly file: string | undefined;
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const fence = /^(`{3,})(\S*)\s*(\S*)\s*$/.exec(lines[i]);
    if (fence === null) continue;
    const [, ticks, language, file] = fence;
    const end = lines.indexOf(ticks, i + 1);
    if (end < 0) throw new Error(`the block of line ${i + 1} has no end`);
    const text = `${lines.slice(i + 1, end).join('\n')}\n`;
    blocks.push({ language, file: file === '' ? undefined : file, text, line: i + 1 });
    i = end;
  }
  return blocks;
}

export interface Command {
  readonly words: readonly string[];
  /** Exit status, where the line says `# exit status 4`. */
  readonly status: number;
}

/** The lines `npx pliant …` of a block for a shell; single quotes hold words together. */
export function commandsOf(text: string): Command[] {
  return text.split('\n').flatMap((line) => {
    const [, words, status] = /^npx pliant (.*?)(?:\s+# exit status (\d+))?$/.exec(line) ?? [];
    if (words === undefined) return [];
    const parts = [...words.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
    return [{ words: parts, status: status === undefined ? 0 : Number(status) }];
  });
}
