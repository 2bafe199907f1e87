// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of xacro
/** The expanded tree as text: reads back as the same tree, whatever its texts hold. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Findings } from '../findings.js';
import { parseXml } from '../xml.js';
import { nodesOf, XacroComment, XacroElement, XacroText } from './nodes.js';
import { xacroText } from './write.js';

function tree(text: string): XacroElement {
  const findings = new Findings('t');
  const root = parseXml(text, findings);
  if (root === undefined) throw new Error(JSON.stringify(findings.problems()));
  return nodesOf(root, 't');
}

describe('the text of a tree', () => {
  it('keeps elements, attributes, namespaces, texts and comments', () => {
    const text = '<a xmlns="u" xmlns:p="v" k="1"><!-- c --> x <p:b q="2"/><c>y</c></a>';
    expect(xacroText(tree(text))).toBe(`<?xml version="1.0" encoding="utf-8"?>\n${text}\n`);
  });

  it('reads back, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.string(),
        (value, data, comment) => {
          const root = tree('<a/>');
          root.attributes.set('k', { name: 'k', value, line: 1, column: 1 });
          root.content.push(new XacroText(data, 1, 1), new XacroComment(comment, 1, 1));
          const again = tree(xacroText(root));
          const storable = (text: string) =>
            text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
          expect(again.attributes.get('k')?.value).toBe(storable(value));
          const texts = again.content.map((node) => (node instanceof XacroText ? node.data : ''));
          expect(texts.join('')).toBe(storable(data));
          expect(again.content.some((node) => node instanceof XacroComment)).toBe(true);
          expect(again).toBeInstanceOf(XacroElement);
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });
});
