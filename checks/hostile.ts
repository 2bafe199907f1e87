/** Files that are made to break what reads them, and what `pliant check` must answer. */
import { zipSync } from 'fflate';
import { jointText, linkText, robotText } from './urdf-text.js';

type Content = string | Uint8Array | { readonly linkTo: string };

export interface Hostile {
  readonly title: string;
  /** What is checked, a path in `files`. */
  readonly file: string;
  /** By path below the folder in which the command runs; `../` for what it must not reach. */
  readonly files: Readonly<Record<string, Content>>;
  /** Refused, with a line and column or where there is none; or taken, as a robot that only looks strange. */
  readonly answer: 'refused at a place' | 'refused' | 'taken';
  /** What the answer must say. */
  readonly says?: RegExp;
  readonly environment?: Readonly<Record<string, string>>;
}

const good = robotText(linkText('a'), linkText('b'), jointText('j', 'a', 'b'));
/** What stands where a file must not reach. */
export const secret = 'the secret of another folder';

const utf16 = (text: string, little: boolean): Uint8Array => {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), little);
  return bytes;
};

const named = (name: string): string =>
  robotText(
    linkText('a'),
    linkText(name),
    jointText(name, 'a', name),
    jointText('k', name, 'c'),
    linkText('c'),
  );

const escaped = (name: string): string =>
  name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const xacro = (...parts: readonly string[]): string =>
  `<?xml version="1.0"?>\n<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">\n${parts.join('\n')}\n</robot>\n`;

const expression = (text: string): string =>
  xacro(`<xacro:property name="x" value="\${${escaped(text)}}"/>`, linkText(`a_\${x}`, 0));

const mjcf = (...parts: readonly string[]): string => `<mujoco model="m">\n${parts.join('\n')}\n</mujoco>\n`;

const body = '<worldbody><body name="b"><joint name="j"/><geom size="0.1"/></body></worldbody>';

type Rest = Partial<Omit<Hostile, 'title' | 'answer'>>;

const one = (
  title: string,
  file: string,
  content: Content,
  answer: Hostile['answer'],
  rest: Rest = {},
): Hostile => ({
  title,
  file,
  answer,
  ...rest,
  files: { [file]: content, ...rest.files },
});

const urdf = (title: string, content: Content, answer: Hostile['answer'], rest: Rest = {}): Hostile =>
  one(title, 'robot.urdf', content, answer, rest);

const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join(
  '',
);

const texts: readonly Hostile[] = [
  urdf(
    'an entity bomb',
    `<?xml version="1.0"?>\n<!DOCTYPE robot [<!ENTITY a0 "aaaaaaaaaa">${entities}]>\n<robot name="&a9;"/>`,
    'refused at a place',
  ),
  urdf(
    'an outer entity',
    `<!DOCTYPE robot [<!ENTITY x SYSTEM "secret.txt">]>\n<robot name="r">&x;</robot>`,
    'refused at a place',
    { files: { 'secret.txt': secret } },
  ),
  urdf('a file of 100 MB', `<robot name="r">${' '.repeat(100_000_000)}</robot>`, 'refused'),
  urdf(
    '50,000 nested elements',
    `<robot name="r">${'<link name="l">'.repeat(50_000)}${'</link>'.repeat(50_000)}</robot>`,
    'refused at a place',
  ),
  urdf(
    '50,000 elements that are not closed',
    `<robot name="r">${'<link name="l">'.repeat(50_000)}`,
    'refused at a place',
  ),
  urdf(
    '100,000 attributes',
    `<robot name="r"><link name="l" ${Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(' ')}/></robot>`,
    'refused at a place',
  ),
  urdf('a NUL byte', good.replace('name="b"', 'name="b\0"'), 'refused at a place'),
  urdf('a NUL as a reference', good.replace('name="b"', 'name="b&#0;"'), 'refused at a place'),
  urdf('an attribute twice', good.replace('<link name="b"', '<link name="b" name="b"'), 'refused at a place'),
  urdf('a prefix that nothing declares', good.replace('</robot>', '<gz:plugin/></robot>'), 'taken', {
    says: /gz/,
  }),
  urdf('a byte order mark of UTF-8', `\ufeff${good}`, 'taken'),
  urdf('UTF-16, little end first', utf16(`\ufeff${good}`, true), 'taken'),
  urdf('UTF-16, big end first', utf16(`\ufeff${good}`, false), 'taken'),
  urdf('UTF-16 with half a character', utf16(`\ufeff${good}`, true).subarray(1), 'refused'),
  urdf(
    'UTF-16 that is cut in a character',
    utf16(`\ufeff${good}`, true).subarray(0, 301),
    'refused at a place',
  ),
  urdf(
    'bytes that are no text',
    Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256),
    'refused at a place',
  ),
  urdf(
    'a decimal comma, in a locale with one',
    good.replace('lower="-1"', 'lower="-0,5"'),
    'refused at a place',
    {
      says: /-0\.5/,
      environment: { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' },
    },
  ),
  urdf('decimal points, in a locale with commas', good.replace('lower="-1"', 'lower="-0.5"'), 'taken', {
    environment: { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' },
  }),
  urdf('a number beyond all', good.replace('mass value="1"', 'mass value="1e308"'), 'refused at a place'),
  urdf(
    'a million digits',
    good.replace('mass value="1"', `mass value="${'1'.repeat(1_000_000)}"`),
    'refused at a place',
  ),
  urdf(
    '20,000 faults',
    robotText(...Array.from({ length: 20_000 }, (_, i) => `<joint name="j${i}" type="hinge"/>`)),
    'refused at a place',
  ),
  urdf(
    '20,000 links of one name',
    robotText(...Array.from({ length: 20_000 }, () => linkText('l', 0))),
    'refused at a place',
  ),
  ...[
    '__proto__',
    'constructor',
    'toString',
    '"];process.exit()//',
    '*/',
    `\${x}`,
    '../../etc/passwd',
    '\u202etob',
    'n'.repeat(100_000),
  ].map((name) =>
    urdf(`a link and a joint called ${JSON.stringify(name.slice(0, 30))}`, named(escaped(name)), 'taken'),
  ),
  urdf('a name that clears the terminal', named('&#27;[2J'), 'refused at a place'),
];

const mesh = (file: string): string =>
  good.replace(
    '<link name="b">',
    `<link name="b"><visual><geometry><mesh filename="${file}"/></geometry></visual>`,
  );

const inside = xacro('<xacro:include filename="other.xacro"/>', linkText('a'));

const paths: readonly Hostile[] = [
  ...[
    '../secret.stl',
    '/etc/passwd',
    'file:///etc/passwd',
    'package://../secret.stl',
    'package://a/../../secret.stl',
    '..\\secret.stl',
  ].map((path) =>
    urdf(`a mesh at ${path}`, mesh(path), 'taken', { files: { '../secret.stl': secret }, says: /warning/ }),
  ),
  urdf('a mesh behind a link out of the folder', mesh('there/secret.stl'), 'taken', {
    files: { '../away/secret.stl': secret, there: { linkTo: '../away' } },
    says: /warning/,
  }),
  ...['../secret.xacro', '/etc/passwd', '$(find a)/../../secret.xacro'].map((path) =>
    one(
      `an include of ${path}`,
      'robot.xacro',
      xacro(`<xacro:include filename="${path}"/>`, linkText('a')),
      'refused at a place',
      {
        files: {
          '../secret.xacro': `<robot><link name="secret"/></robot>`,
          'a/package.xml': '<package><name>a</name></package>',
        },
      },
    ),
  ),
  one('an include behind a link out of the folder', 'robot.xacro', inside, 'refused at a place', {
    files: {
      '../secret.xacro': '<robot><link name="secret"/></robot>',
      'other.xacro': { linkTo: '../secret.xacro' },
    },
  }),
  one(
    'YAML of another folder',
    'robot.xacro',
    expression("xacro.load_yaml('../secret.yaml')"),
    'refused at a place',
    {
      files: { '../secret.yaml': secret },
    },
  ),
  one(
    'an MJCF include of another folder',
    'robot.xml',
    mjcf('<include file="../secret.xml"/>', body),
    'refused at a place',
    {
      files: { '../secret.xml': '<mujoco><worldbody><body name="secret"/></worldbody></mujoco>' },
    },
  ),
];

const doubled = Array.from(
  { length: 40 },
  (_, i) => `<xacro:macro name="m${i + 1}"><xacro:m${i}/><xacro:m${i}/></xacro:macro>`,
);

const bombs: readonly Hostile[] = [
  one(
    'a file that includes itself',
    'robot.xacro',
    xacro('<xacro:include filename="robot.xacro"/>', linkText('a')),
    'refused at a place',
  ),
  one('two files that include each other', 'robot.xacro', inside, 'refused at a place', {
    files: { 'other.xacro': xacro('<xacro:include filename="robot.xacro"/>') },
  }),
  one(
    'a macro that calls itself',
    'robot.xacro',
    xacro('<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>', linkText('a')),
    'refused at a place',
  ),
  one(
    'macros that double forty times',
    'robot.xacro',
    xacro('<xacro:macro name="m0"><link name="l"/></xacro:macro>', ...doubled, '<xacro:m40/>'),
    'refused at a place',
  ),
  one(
    'a property that holds itself',
    'robot.xacro',
    xacro(`<xacro:property name="x" value="\${x}\${x}"/>`, linkText(`\${x}`)),
    'refused at a place',
  ),
  ...[
    '9**9**9',
    'list(range(10**9))',
    "'x' * 10**9",
    '[0] * 10**9',
    '"%1000000000d" % 1',
    '().__class__.__mro__',
    'constructor.constructor("return process")()',
    '__import__("os")',
    `${'('.repeat(5000)}1${')'.repeat(5000)}`,
    '[x for x in range(10**8)]',
    `${'1+'.repeat(100_000)}1`,
  ].map((text) =>
    one(`an expression ${text.slice(0, 40)}`, 'robot.xacro', expression(text), 'refused at a place'),
  ),
  one(
    'YAML whose aliases double',
    'robot.xacro',
    expression("xacro.load_yaml('bomb.yaml')"),
    'refused at a place',
    {
      files: {
        'bomb.yaml': `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n')}\n`,
      },
    },
  ),
  one('a model that asks for a terabyte', 'robot.xml', mjcf('<size memory="1T"/>', body), 'taken'),
  one(
    'a model with huge counts',
    'robot.xml',
    mjcf('<size njmax="2000000000" nconmax="2000000000" nuserdata="2000000000" nstack="2000000000"/>', body),
    'taken',
  ),
  one(
    'a billion copies',
    'robot.xml',
    mjcf(
      '<worldbody><replicate count="1000000000"><body><freejoint/><geom size="1"/></body></replicate></worldbody>',
    ),
    'refused at a place',
  ),
  one(
    'a model that includes itself',
    'robot.xml',
    mjcf('<include file="robot.xml"/>', body),
    'refused at a place',
  ),
  one(
    '3,000 bodies in each other',
    'robot.xml',
    mjcf(`<worldbody>${'<body><geom size="1"/>'.repeat(3000)}${'</body>'.repeat(3000)}</worldbody>`),
    'refused at a place',
  ),
  one(
    'an entity bomb in a model',
    'robot.xml',
    `<!DOCTYPE mujoco [<!ENTITY a0 "aaaaaaaaaa">${entities}]>\n<mujoco model="&a9;"/>`,
    'refused at a place',
  ),
  one(
    'a mass that is no number in a model',
    'robot.xml',
    mjcf(body.replace('size="0.1"', 'size="0.1" mass="nan"')),
    'refused at a place',
  ),
];

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** Made when asked for: to squeeze 60 MB takes a second. */
const zips = (): Hostile[] => [
  one(
    'a zip that grows a thousandfold',
    'robot.zip',
    zipSync({ 'robot.urdf': text(good), 'mesh.stl': new Uint8Array(60_000_000) }),
    'refused',
  ),
  one(
    'a zip with ways out of it',
    'robot.zip',
    zipSync({ '../out.urdf': text(good), '/abs.urdf': text(good), 'robot.urdf': text(good) }),
    'taken',
    { says: /out\.urdf/ },
  ),
  one('a zip of nothing but ways out', 'robot.zip', zipSync({ '../robot.urdf': text(good) }), 'refused'),
  one(
    'a zip with a link in it',
    'robot.zip',
    zipSync({ 'robot.urdf': [text('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] }),
    'refused',
  ),
  one(
    'a zip in a zip',
    'robot.zip',
    zipSync({ 'robot.zip': zipSync({ 'robot.urdf': text(good) }) }),
    'refused',
  ),
  one('a zip that is cut', 'robot.zip', zipSync({ 'robot.urdf': text(good) }).subarray(0, 150), 'refused'),
  one(
    'a zip whose robot has a fault',
    'robot.zip',
    zipSync({ 'r/robot.urdf': text(good.replace('"revolute"', '"hinge"')) }),
    'refused at a place',
  ),
];

export const hostileFiles = (): Hostile[] => [...texts, ...paths, ...bombs, ...zips()];
