import { describe, expect, it } from 'vitest';
import { Findings } from './findings.js';
import { type MarkupBounds, markupBounds } from './markup.js';
import { readXml } from './xml.js';

function parse(source: string | Uint8Array, bounds: MarkupBounds = markupBounds) {
  const findings = new Findings('x.urdf');
  const root = readXml(source, findings, bounds);
  return { root, problems: findings.problems() };
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function utf16(text: string, little: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), little);
  return new Uint8Array(view.buffer);
}

describe('a tree with places', () => {
  it('counts lines and columns from 1, whatever ends the lines', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const { root } = parse(
        ['<?xml version="1.0"?>', '<a>', '  <b c="1"', '     d="2"/>', '</a>'].join(end),
      );
      const b = root?.children[0];
      expect([b?.line, b?.column]).toEqual([3, 3]);
      expect(b?.attributes.get('d')).toMatchObject({ value: '2', line: 4 });
    }
  });

  it('keeps names that objects would trip over', () => {
    const { root } = parse(
      '<a __proto__="1" constructor="2"><__proto__ name="&quot;];process.exit()//"/></a>',
    );
    expect(root?.attributes.get('__proto__')?.value).toBe('1');
    expect(root?.attributes.get('constructor')?.value).toBe('2');
    expect(root?.children[0].name).toBe('__proto__');
    expect(root?.children[0].attributes.get('name')?.value).toBe('"];process.exit()//');
  });

  it('reads the five entities and characters by number', () => {
    const { root } = parse('<a b="&lt;&amp;&gt;&quot;&apos;&#228;&#x1F600;"/>');
    expect(root?.attributes.get('b')?.value).toBe('<&>"\'ä😀');
  });

  it('knows prefixes, declared or not', () => {
    const { root, problems } = parse('<a xmlns="urn:d" xmlns:p="urn:p"><p:b q:c="1"/><r:b/><r:b/></a>');
    expect(root?.prefix).toBeUndefined();
    expect(root?.children.map((child) => [child.prefix, child.name, child.namespace])).toEqual([
      ['p', 'b', 'urn:p'],
      ['r', 'b', undefined],
      ['r', 'b', undefined],
    ]);
    expect(problems.map((p) => [p.code, p.severity, p.where.line, p.where.column])).toEqual([
      ['xml-prefix-unbound', 'warning', 1, 39],
      ['xml-prefix-unbound', 'warning', 1, 49],
    ]);
  });

  it('ends a prefix with its element', () => {
    expect(parse('<a><b xmlns:p="u"><p:c/></b><d xmlns:p="u"/></a>').problems).toEqual([]);
    expect(parse('<a><b xmlns:p="u"/><p:c/></a>').problems.length).toBe(1);
    expect(parse('<a xmlns:p="u"><b xmlns:p="v"/><p:c/></a>').problems).toEqual([]);
  });
});

describe('what is not well-formed', () => {
  it.each([
    ['', 1, 1],
    ['  \n ', 2, 2],
    ['<a', 1, 1],
    ['<a>', 1, 1],
    ['<a>\n  <b>\n</a>', 3, 1],
    ['<a></b>', 1, 4],
    ['<a/><b/>', 1, 5],
    ['<a/>junk', 1, 5],
    ['junk<a/>', 1, 1],
    ['<a></a></a>', 1, 8],
    ['</a>', 1, 1],
    ['<a b="1" b="2"/>', 1, 10],
    ['<a b="1"c="2"/>', 1, 9],
    ['<a b=1/>', 1, 6],
    ['<a b/>', 1, 5],
    ['<a b=/>', 1, 6],
    ['<a ="1"/>', 1, 4],
    ['<a b="1/>', 1, 6],
    ['<a b=\'1"/>', 1, 6],
    ['<a b="<"/>', 1, 7],
    ['<a b="\n<c d="1"/>', 2, 1],
    ['<a //>', 1, 4],
    ['<a/ >', 1, 3],
    ['<a / b="1"/>', 1, 4],
    ['< a/>', 1, 2],
    ['<1/>', 1, 2],
    ['<a:b:c/>', 1, 2],
    ['<:a/>', 1, 2],
    ['<a>&</a>', 1, 4],
    ['<a>&nbsp;</a>', 1, 4],
    ['<a b="&lt"/>', 1, 7],
    ['<a b="&#0;"/>', 1, 7],
    ['<a b="&#xD800;"/>', 1, 7],
    ['<a b="&#x110000;"/>', 1, 7],
    ['<a b="&#99999999999999999999;"/>', 1, 7],
    ['<a>]]></a>', 1, 4],
    ['<a><!-- -- --></a>', 1, 9],
    ['<a><!-- --></a', 1, 15],
    ['<a><!-- ', 1, 4],
    ['<a><![CDATA[x</a>', 1, 4],
    ['<![CDATA[x]]><a/>', 1, 1],
    ['<a><!ELEMENT b></a>', 1, 4],
    ['<a><?xml version="1.0"?></a>', 1, 4],
    [' <?xml version="1.0"?><a/>', 1, 2],
    ['<?xml verison="1.0"?><a/>', 1, 1],
    ['<?xml?><a/>', 1, 1],
    ['<a><?pi</a>', 1, 4],
    ['<a>\u0000</a>', 1, 4],
    ['<a b="\u0001"/>', 1, 7],
    ['<a>\ud800</a>', 1, 4],
    ['<a>\ufffe</a>', 1, 4],
    ['\0', 1, 1],
  ])('%j is refused at %d:%d', (text, line, column) => {
    const { root, problems } = parse(text);
    expect(root).toBeUndefined();
    expect(problems.map((p) => [p.severity, p.code])).toEqual([['error', 'xml-not-well-formed']]);
    expect([problems[0].where.line, problems[0].where.column]).toEqual([line, column]);
  });

  it.each([
    '<a/>',
    ' <a/> ',
    '<!-- c --><a/><?pi x?><!---->',
    '<a><![CDATA[<b>&]]></a>',
    "<a b = '1\"'\n/>",
    '<a b="x>y"/>',
    '<a>\ufffd😀</a>',
    '<ä ö="1"/>',
    "<?xml version='1.0' encoding='utf-8' standalone='yes' ?><a/>",
  ])('%j is well-formed', (text) => {
    const { root, problems } = parse(text);
    expect(root).toBeDefined();
    expect(problems).toEqual([]);
  });
});

describe('hostile files', () => {
  it('never expands an entity', () => {
    const lol = '<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>\n<a>&c;</a>';
    for (const text of [
      lol,
      '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
      '<!doctype a><a/>',
      '<a><!DOCTYPE a></a>',
    ]) {
      const { root, problems } = parse(text);
      expect(root).toBeUndefined();
      expect(problems.map((p) => p.code)).toEqual(['xml-doctype']);
    }
  });

  it('stops at its bounds', () => {
    const small = { size: 100, elements: 4, depth: 3, attributes: 2 };
    expect(parse(`<a>${' '.repeat(100)}</a>`, small).problems[0].code).toBe('file-too-large');
    expect(parse('<a><b/><b/><b/><b/></a>', small).problems[0].code).toBe('xml-too-large');
    expect(parse('<a b="1" c="2" d="3"/>', small).problems[0].code).toBe('xml-too-large');
    expect(parse('<a><a><a><a/></a></a></a>', small).problems[0].code).toBe('xml-too-deep');
    expect(parse('<a><a><a/></a></a>', small).problems).toEqual([]);
  });

  it('refuses 100 MB and a million levels at once', () => {
    expect(parse(new Uint8Array(100_000_000)).problems[0].code).toBe('file-too-large');
    expect(parse('<a>'.repeat(1e6)).problems[0].code).toBe('xml-too-deep');
    expect(parse(`<a>${'<'.repeat(1e6)}`).problems[0].code).toBe('xml-not-well-formed');
    expect(parse(`<a ${'b '.repeat(1e5)}`).problems[0].code).toBe('xml-not-well-formed');
  });
});

describe('encodings', () => {
  const text = '<?xml version="1.0"?>\n<a b="ä 关节 😀"/>';

  it('reads UTF-8 and UTF-16, marked or not', () => {
    const mark = String.fromCharCode(0xfeff);
    for (const source of [
      text,
      mark + text,
      bytes(text),
      bytes(mark + text),
      utf16(mark + text, true),
      utf16(mark + text, false),
      utf16(text, true),
      utf16(text, false),
      bytes(text.replace('"?', '" encoding="UTF-8"?')),
    ]) {
      expect(parse(source).root?.attributes.get('b')?.value).toBe('ä 关节 😀');
    }
  });

  it('reads the declared one-byte encodings', () => {
    for (const encoding of ['iso-8859-1', 'ISO-8859-1', 'latin1', 'windows-1252']) {
      const head = bytes(`<?xml version="1.0" encoding="${encoding}"?><a b="`);
      const source = new Uint8Array([...head, 0xe9, ...bytes('"/>')]);
      expect(parse(source).root?.attributes.get('b')?.value).toBe('é');
    }
  });

  it('refuses bytes that do not belong, with their place', () => {
    const source = new Uint8Array([...bytes('<a>\n<b c="'), 0xe9, ...bytes('"/></a>')]);
    const { root, problems } = parse(source);
    expect(root).toBeUndefined();
    expect(problems[0]).toMatchObject({ code: 'xml-encoding-broken', where: { line: 2, column: 7 } });
  });

  it('refuses an encoding that it does not know', () => {
    const { root, problems } = parse(bytes('<?xml version="1.0" encoding="ebcdic-cp-us"?><a/>'));
    expect(root).toBeUndefined();
    expect(problems[0]).toMatchObject({ code: 'xml-encoding-unknown', got: 'ebcdic-cp-us' });
  });
});
