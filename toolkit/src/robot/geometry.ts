/**
 * `<visual>` and `<collision>`. A fault in one of them leaves that one out and is a warning: shapes neither
 * move nor weigh, and the robot is sound without them.
 */
import type { Vec3 } from '../math/index.js';
import {
  childrenOf,
  fault,
  inside,
  only,
  optionalNumbers,
  requiredNumber,
  requiredText,
  type Subject,
  whatOf,
} from './attributes.js';
import { change } from './edits.js';
import { shapeNames } from './grammar.js';
import type { Ball } from './inertial.js';
import type { Materials } from './materials.js';
import type { MeshFinder } from './meshes.js';
import { readOrigin } from './pose.js';
import type { Geometry, Shape } from './robot.js';
import type { XmlElement } from './xml.js';

/** All `<visual>` (or `<collision>`) elements of a link that are whole. */
export function readGeometries(
  subject: Subject,
  link: XmlElement,
  kind: 'visual' | 'collision',
  meshes: MeshFinder,
  materials: Materials,
): Geometry[] {
  const at: Subject = { ...inside(subject, kind), severity: 'warning' };
  const geometries: Geometry[] = [];
  for (const element of childrenOf(link, kind)) {
    const pose = readOrigin(at, element);
    const shape = readShape(at, element, meshes);
    const colour = kind === 'visual' ? materials.colourOf(at, element) : undefined;
    if (pose === undefined || shape === undefined) continue;
    const name = element.attributes.get('name')?.value;
    geometries.push({
      ...(name === undefined || name === '' ? {} : { name }),
      pose,
      shape,
      ...(colour === undefined ? {} : { colour }),
    });
  }
  return geometries;
}

function readShape(subject: Subject, element: XmlElement, meshes: MeshFinder): Shape | undefined {
  const geometry = only(subject, element, 'geometry');
  const at = inside(subject, 'geometry');
  if (geometry === undefined) {
    fault(
      subject,
      element,
      'geometry-missing',
      `\`<${element.name}>\` has no \`<geometry>\` and is left out`,
    );
    return undefined;
  }
  const shapes = geometry.children.filter(
    (child) => shapeNames.includes(child.name) && child.prefix === undefined,
  );
  if (shapes.length !== 1) {
    const other = geometry.children.map((child) => child.name);
    fault(
      at,
      geometry,
      'geometry-unknown',
      `\`<geometry>\` must hold one shape; this ${element.name} is left out`,
      {
        got: other.length === 0 ? 'nothing' : other.slice(0, 5).join(', '),
        known: shapeNames,
      },
    );
    return undefined;
  }
  const [shape] = shapes;
  const inner = inside(at, shape.name);
  switch (shape.name) {
    case 'box': {
      const size = requiredText(inner, shape, 'size') && optionalNumbers(inner, shape, 'size', 3);
      if (!size || !positive(inner, shape, ['size'], size)) return undefined;
      return { kind: 'box', size: size as unknown as Vec3<number> };
    }
    case 'sphere': {
      const radius = requiredNumber(inner, shape, 'radius');
      if (radius === undefined || !positive(inner, shape, ['radius'], [radius])) return undefined;
      return { kind: 'sphere', radius };
    }
    case 'mesh': {
      const file = requiredText(inner, shape, 'filename');
      const scale = readScale(inner, shape);
      if (file === undefined || scale === undefined) return undefined;
      const resolved = meshes.find(file, shape.attributes.get('filename') ?? shape);
      return { kind: 'mesh', file, ...(resolved === undefined ? {} : { resolved }), scale };
    }
    default: {
      const radius = requiredNumber(inner, shape, 'radius');
      const length = requiredNumber(inner, shape, 'length');
      if (radius === undefined || length === undefined) return undefined;
      if (!positive(inner, shape, ['radius', 'length'], [radius, length])) return undefined;
      return { kind: shape.name === 'capsule' ? 'capsule' : 'cylinder', radius, length };
    }
  }
}

/** Three numbers; a single one counts for all axes, with a warning. Mirrored (negative) scales are kept. */
function readScale(subject: Subject, mesh: XmlElement): Vec3<number> | undefined {
  const text = mesh.attributes.get('scale')?.value;
  if (text === undefined) return [1, 1, 1];
  const single = /^[ \t\r\n]*[^ \t\r\n]+[ \t\r\n]*$/.test(text);
  const numbers = optionalNumbers(subject, mesh, 'scale', single ? 1 : 3);
  if (numbers === undefined) return undefined;
  const scale = (single ? [numbers[0], numbers[0], numbers[0]] : numbers) as unknown as Vec3<number>;
  if (scale.some((x) => x === 0)) {
    fault(subject, mesh, 'geometry-size', 'a scale of zero flattens the mesh, which is left out', {
      attribute: 'scale',
    });
    return undefined;
  }
  if (single) {
    const at = mesh.attributes.get('scale');
    const word = at?.value.trim() ?? '';
    fault(subject, mesh, 'mesh-scale-single', `a single scale is taken for all three axes: ${scale[0]}`, {
      attribute: 'scale',
      fix: at && {
        why: 'the scale is written for each axis',
        guess: false,
        edits: change(whatOf(subject, 'scale'), at, `${word} ${word} ${word}`),
      },
    });
  }
  return scale;
}

function positive(
  subject: Subject,
  shape: XmlElement,
  names: readonly string[],
  values: readonly number[],
): boolean {
  const bad = values.findIndex((x) => !(x > 0));
  if (bad < 0) return true;
  const attribute = names[Math.min(bad, names.length - 1)];
  const got = shape.attributes.get(attribute)?.value ?? '';
  fault(subject, shape, 'geometry-size', `a ${shape.name} of no size is left out`, {
    attribute,
    expected: 'more than 0',
    got,
  });
  return false;
}

/** A ball about the shape, in link axes; undefined for a mesh, whose size is not known. */
export function ballOf({ pose, shape }: Geometry): Ball | undefined {
  const centre = pose.position;
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = shape.size;
      return { centre, radius: Math.sqrt(x * x + y * y + z * z) / 2 };
    }
    case 'cylinder':
      return { centre, radius: Math.sqrt(shape.radius ** 2 + shape.length ** 2 / 4) };
    case 'capsule':
      return { centre, radius: shape.radius + shape.length / 2 };
    case 'sphere':
      return { centre, radius: shape.radius };
    case 'mesh':
      return undefined;
  }
}
