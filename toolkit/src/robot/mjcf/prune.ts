/** What a robot has no use for, and what could fill the memory, is taken out of the tree before MuJoCo compiles it. */
import { type Findings, listed } from '../findings.js';
import { madePart, type Part, parts, section } from './tree.js';

/** Sections that say nothing of a robot's bodies, joints and drives. */
const unused = new Set(['visual', 'statistic', 'size', 'custom', 'sensor', 'contact']);

/** What a rigid robot cannot hold, in words. */
const soft = new Map([
  ['composite', 'soft or strung bodies'],
  ['flexcomp', 'soft bodies'],
  ['flex', 'soft bodies'],
  ['skin', 'skins'],
  ['plugin', 'plugins'],
]);

/** Attributes that size a buffer and mean nothing here, wherever they stand. */
const sizing = ['user', 'nsample', 'interp', 'delay', 'interval'];

/** Attributes of `<compiler>` that are ours to say, and those that releases before MuJoCo 3.3 had. */
const ours = [
  'meshdir',
  'texturedir',
  'assetdir',
  'strippath',
  'fusestatic',
  'discardvisual',
  'usethread',
  'convexhull',
  'exactmeshinertia',
];

/** What `<option>` says of the world around a robot; the rest is for a simulation, and differs between releases. */
const worldly = new Set(['gravity', 'wind', 'density', 'viscosity']);

/**
 * Takes out: options of a simulation; display, sensors, contact pairs, custom data and memory sizes; soft bodies, skins and plugins, each named
 * in a warning; textures; heights of height fields. Unnamed assets get the name that MuJoCo would give them. Drives
 * are not simulated to find their range, bodies that do not move are not fused, nothing is discarded.
 */
export function prune(root: Part, findings: Findings): void {
  const leftOut = new Map<string, { first: Part; names: string[] }>();
  root.children = root.children.filter((child) => !unused.has(child.name));
  for (const part of parts(root)) {
    for (const attribute of sizing) part.attributes.delete(attribute);
    part.children = part.children.filter((child) => {
      if (!soft.has(child.name)) return true;
      const entry = leftOut.get(child.name) ?? { first: child, names: [] };
      entry.names.push(nameOf(child));
      leftOut.set(child.name, entry);
      return false;
    });
    if (part.name === 'material') {
      part.attributes.delete('texture');
      part.children = [];
    } else if (part.name === 'light') part.attributes.delete('texture');
    else if (part.name === 'attach' || (part.name === 'model' && part.attributes.has('file'))) {
      findings.error('mjcf-attach', part, `\`<${part.name}>\` is not read`, {
        hint: 'write the parts of the other model here, by <include>',
      });
    }
  }
  root.children = root.children.filter(({ name }) => name !== 'extension' && name !== 'deformable');
  for (const option of section(root, 'option')) {
    for (const name of option.attributes.keys()) if (!worldly.has(name)) option.attributes.delete(name);
    option.children = section(option, 'flag').filter((flag) => flag.attributes.has('gravity'));
    for (const { attributes } of option.children)
      for (const name of attributes.keys()) if (name !== 'gravity') attributes.delete(name);
  }
  for (const [kind, { first, names }] of leftOut) {
    const known = names.filter((name) => name !== '');
    const named = known.length === 0 ? '' : `: ${listed(known)}`;
    const message = `${soft.get(kind)} are no part of a rigid robot: ${names.length} <${kind}> left out${named}`;
    findings.warn('mjcf-left-out', first, message, { path: kind });
  }
  // Their joints are gone, and with them the sense of positions in a row.
  if (leftOut.has('composite') || leftOut.has('flexcomp')) {
    const keys = section(root, 'keyframe');
    if (keys.length > 0) {
      const message = 'the keyframes are left out: they count joints of soft bodies';
      findings.warn('mjcf-left-out', keys[0], message, { path: 'keyframe' });
      root.children = root.children.filter((child) => child.name !== 'keyframe');
    }
  }
  for (const key of section(root, 'keyframe').flatMap((part) => part.children)) {
    for (const attribute of ['ctrl', 'act', 'qvel', 'mpos', 'mquat']) key.attributes.delete(attribute);
  }
  for (const asset of section(root, 'asset')) {
    asset.children = asset.children.filter((child) => child.name !== 'texture').map(flat);
  }
  settle(root, findings);
}

/** A height field of four points in place of a large one: it is part of the world, not of a robot. */
function flat(part: Part): Part {
  if (part.name !== 'hfield') return part;
  const name = part.attributes.get('name') ?? stemOf(part.attributes.get('file') ?? '');
  const size = part.attributes.get('size') ?? '1 1 1 1';
  return madePart('hfield', { name, nrow: '2', ncol: '2', elevation: '0 0 0 0', size }, part);
}

/** The name that MuJoCo gives an asset of that file: without folder and ending. */
export function stemOf(file: string): string {
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot < 0 ? base : base.slice(0, dot);
}

/** Several `<compiler>` elements: the last to say a thing says it for the whole model, with a warning. */
function settle(root: Part, findings: Findings): void {
  const said = new Map<string, { value: string; at: Part }>();
  const compilers = section(root, 'compiler');
  if (compilers.some(({ attributes }) => attributes.get('exactmeshinertia') === 'true')) exactInertias(root);
  for (const compiler of compilers) {
    compiler.children = [];
    for (const [name, value] of compiler.attributes) {
      const before = said.get(name);
      if (before !== undefined && before.value !== value && !ours.includes(name)) {
        findings.warn(
          'mjcf-compiler-differs',
          compiler,
          'two compiler elements differ: the last one holds for all',
          {
            path: `compiler.${name}`,
            expected: `"${before.value}", as on line ${before.at.line}`,
            got: `"${value}"`,
          },
        );
      }
      said.set(name, { value, at: compiler });
    }
    for (const name of ours) compiler.attributes.delete(name);
  }
  const last = madePart(
    'compiler',
    { fusestatic: 'false', discardvisual: 'false', usethread: 'false' },
    root,
  );
  last.children.push(madePart('lengthrange', { mode: 'none' }, root));
  root.children.push(last);
}

/** What `exactmeshinertia` once said for all meshes, each mesh says itself now. */
function exactInertias(root: Part): void {
  for (const mesh of section(root, 'asset').flatMap((asset) => section(asset, 'mesh')))
    if (!mesh.attributes.has('inertia')) mesh.attributes.set('inertia', 'exact');
}

function nameOf(part: Part): string {
  return part.attributes.get('name') ?? part.attributes.get('prefix') ?? '';
}
