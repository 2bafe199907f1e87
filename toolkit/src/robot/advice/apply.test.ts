import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../../problem/index.js';
import { Findings } from '../findings.js';
import { readXml, type XmlElement } from '../xml.js';
import { applyEdits } from './apply.js';

const text = `<?xml version="1.0"?>\r
<!-- a comment -->\r
<robot name = 'r'   kind="a &amp; b">
\t<link\tname="l"
      at='1 2 3'/></robot>
`;

function root(source: string): XmlElement {
  const element = readXml(source, new Findings('r.urdf'));
  if (element === undefined) throw new Error('not read');
  return element;
}

function edit(element: XmlElement, attribute: string, after?: string): Edit {
  const found = element.attributes.get(attribute);
  const { line, column } = found ?? element;
  const before = found === undefined ? {} : { before: found.value };
  return {
    where: { line, column },
    what: 'it',
    attribute,
    ...before,
    ...(after === undefined ? {} : { after }),
  };
}

const top = root(text);
const [link] = top.children;

describe('edits', () => {
  it('change nothing but the value', () => {
    expect(applyEdits(text, [edit(link, 'at', '4 5 6'), edit(top, 'name', 's')])).toBe(
      text.replace('1 2 3', '4 5 6').replace("'r'", "'s'"),
    );
  });

  it('add after the name of the element, and take out with the space before', () => {
    expect(applyEdits(text, [edit(link, 'new', 'x'), edit(link, 'at')])).toBe(
      text.replace('<link\t', '<link new="x"\t').replace("\n      at='1 2 3'", ''),
    );
  });

  it('are made once where they stand twice, and must agree', () => {
    const twice = [
      edit(link, 'at', '0'),
      edit(link, 'at', '0'),
      edit(link, 'new', 'x'),
      edit(link, 'new', 'x'),
    ];
    expect(applyEdits(text, twice)).toBe(applyEdits(text, [twice[0], twice[2]]));
    expect(() => applyEdits(text, [edit(link, 'at', '0'), edit(link, 'at', '1')])).toThrow('no place for at');
    expect(() => applyEdits(text, [edit(link, 'new', '0'), edit(link, 'new', '1')])).toThrow(
      'no place for new',
    );
  });

  it('refuse a text that they were not made for', () => {
    expect(() => applyEdits(`\n${text}`, [edit(link, 'at', '0')])).toThrow('no place');
    expect(() => applyEdits(text.replace(' at=', ' it='), [edit(link, 'at', '0')])).toThrow('no place');
    expect(() => applyEdits('', [edit(link, 'new', '0')])).toThrow('no place');
  });

  it('write any value so that it is read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', "'", '<', '>', '&', 'a', ' ', 'é') }), (value) => {
        for (const attribute of ['at', 'name', 'new']) {
          const again = root(applyEdits(text, [edit(link, attribute, value)])).children[0];
          expect(again.attributes.get(attribute)?.value).toBe(value);
        }
      }),
      { seed: 2, numRuns: 100 },
    );
  });
});
