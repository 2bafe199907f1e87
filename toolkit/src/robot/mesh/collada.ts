/**
 * Collada (1.4 and 1.5): the surfaces that its scene shows.
 *
 * Read here and not by a library: of those for JavaScript, three's keeps only the last polygon of `<polygons>`, passes
 * over strips and fans, loses the pose of an instanced node, lets indices run out of their arrays and wants a global
 * DOMParser; the others are no longer kept.
 *
 * What another file holds is never read. Sources: COLLADA 1.4.1 and 1.5.0 specifications (Khronos).
 */
import type { Findings } from '../findings.js';
import { markupBounds } from '../markup.js';
import { parseNumber } from '../numbers.js';
import { readXml, type XmlElement } from '../xml.js';
import type { MeshBounds } from './bounds.js';
import { ColladaDocument } from './collada-document.js';
import { ColladaScene } from './collada-scene.js';
import type { CutPlane } from './polygon.js';
import { type Affine, composed, type Placed, scaling } from './triangles.js';

/**
 * What is done about a file that says that its y or x axis is up: `ignored` takes its coordinates as they are, `applied`
 * turns them so that z is up.
 */
export type UpAxis = 'ignored' | 'applied';

/** All surfaces of the scene with their maps to metres; undefined after an error. */
export function readCollada(
  bytes: Uint8Array,
  findings: Findings,
  bounds: MeshBounds,
  upAxis: UpAxis,
  cutPlane: CutPlane,
): readonly Placed[] | undefined {
  const root = readXml(bytes, findings, { ...markupBounds, size: bounds.bytes });
  if (root === undefined) return undefined;
  if (root.name !== 'COLLADA') {
    findings.error('collada-root', root, 'this is XML, but no Collada', {
      expected: 'COLLADA',
      got: root.name,
    });
    return undefined;
  }
  const document = new ColladaDocument(root, findings);
  const asset = document.child(root, 'asset');
  const unit = metresOf(document, asset, findings);
  const turn = turnOf(document, asset, findings, upAxis);
  const placed = new ColladaScene(document, findings, bounds, cutPlane).surfaces();
  if (findings.failed) return undefined;
  const toMetres = composed(turn, scaling([unit, unit, unit]));
  return placed.map(({ surface, map }) => ({ surface, map: composed(toMetres, map) }));
}

/** `<unit meter="0.001"/>`: metres to the file's unit; 1 by default. */
function metresOf(document: ColladaDocument, asset: XmlElement | undefined, findings: Findings): number {
  const unit = asset && document.child(asset, 'unit');
  const text = unit?.attributes.get('meter')?.value;
  if (unit === undefined || text === undefined) return 1;
  const parsed = parseNumber(text);
  if ('value' in parsed && parsed.value > 0) return parsed.value;
  findings.error('collada-unit', unit, 'the unit of length must be more than 0 metres', { got: text });
  return 1;
}

/**
 * To z up. Y_UP has x to the right, y up and z towards who looks; X_UP has −y to the right, x up and z towards who
 * looks; Z_UP has x to the right, z up and −y towards who looks.
 */
const turns: Readonly<Record<string, Affine>> = {
  X_UP: { linear: [0, -1, 0, 0, 0, -1, 1, 0, 0], shift: [0, 0, 0] },
  Y_UP: { linear: [1, 0, 0, 0, 0, -1, 0, 1, 0], shift: [0, 0, 0] },
  Z_UP: { linear: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, 0] },
};

/** Y_UP by default, as the format has it. */
function turnOf(
  document: ColladaDocument,
  asset: XmlElement | undefined,
  findings: Findings,
  upAxis: UpAxis,
): Affine {
  const element = asset && document.child(asset, 'up_axis');
  const said = element?.text ?? 'Y_UP';
  const turn = Object.hasOwn(turns, said) ? turns[said] : undefined;
  if (element !== undefined && turn === undefined) {
    const known = Object.keys(turns);
    findings.error('collada-up-axis', element, 'there is no such up axis', { got: said, known });
  }
  if (upAxis === 'applied') return turn ?? turns.Z_UP;
  if (turn !== undefined && element !== undefined && said !== 'Z_UP') {
    const message = `the file says ${said}; its coordinates are taken as they are, as RViz takes them`;
    const hint = 'where the mesh lies on its side, export it with z up';
    findings.warn('collada-up-axis-ignored', element, message, { hint });
  }
  return turns.Z_UP;
}
