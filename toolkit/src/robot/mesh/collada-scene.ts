/** The nodes of a Collada scene: which geometry stands where. */
import { direction3, numbers, rotationAbout, type Vec3 } from '../../math/index.js';
import type { Findings } from '../findings.js';
import type { XmlElement } from '../xml.js';
import type { MeshBounds } from './bounds.js';
import type { ColladaDocument } from './collada-document.js';
import { readGeometry } from './collada-geometry.js';
import type { CutPlane } from './polygon.js';
import { fits } from './stl.js';
import { type Affine, composed, identity, type Placed, type Surface, scaling } from './triangles.js';

const degree = 3.14159265358979323846 / 180;

export class ColladaScene {
  readonly #document: ColladaDocument;
  readonly #findings: Findings;
  readonly #bounds: MeshBounds;
  readonly #cutPlane: CutPlane;
  readonly #placed: Placed[] = [];
  readonly #geometries = new Map<XmlElement, Surface | undefined>();
  readonly #transforms = new Map<XmlElement, Affine>();
  /** Nodes that the walk is inside of. */
  readonly #open = new Set<XmlElement>();
  #visits = 0;
  #triangles = 0;

  constructor(document: ColladaDocument, findings: Findings, bounds: MeshBounds, cutPlane: CutPlane) {
    this.#document = document;
    this.#findings = findings;
    this.#bounds = bounds;
    this.#cutPlane = cutPlane;
  }

  /** In the file's unit and axes. After an error there are problems, and what is returned is not whole. */
  surfaces(): readonly Placed[] {
    const scene = this.#scene();
    if (scene !== undefined)
      for (const node of this.#document.children(scene, 'node')) this.#node(node, identity);
    return this.#placed;
  }

  /** The scene that is shown; where the file names none, its first. */
  #scene(): XmlElement | undefined {
    const document = this.#document;
    const shown = document.child(document.root, 'scene');
    const instance = shown && document.child(shown, 'instance_visual_scene');
    if (instance !== undefined) return document.named(instance, 'url', 'visual_scene');
    const [first] = document
      .children(document.root, 'library_visual_scenes')
      .flatMap((library) => document.children(library, 'visual_scene'));
    if (first !== undefined) {
      this.#findings.warn('collada-scene', first, 'the file says no scene to show: its first is taken');
      return first;
    }
    this.#findings.error('collada-scene', document.root, 'the file has no scene: nothing stands anywhere');
    return undefined;
  }

  /** Whether the walk goes on. */
  #node(node: XmlElement, outer: Affine): boolean {
    if (this.#open.has(node)) {
      this.#findings.error('collada-cycle', node, 'this node is instanced inside itself');
      return false;
    }
    this.#visits++;
    if (this.#visits > this.#bounds.nodes || this.#open.size >= this.#bounds.depth) {
      this.#findings.error('collada-nodes', node, 'there are too many nodes', {
        expected: `at most ${this.#bounds.nodes}, ${this.#bounds.depth} inside each other`,
      });
      return false;
    }
    this.#open.add(node);
    const map = composed(outer, this.#transformOf(node));
    const whole = node.children.every((child) => this.#inNode(child, map));
    this.#open.delete(node);
    return whole;
  }

  #inNode(child: XmlElement, map: Affine): boolean {
    const document = this.#document;
    switch (child.name) {
      case 'node':
        return this.#node(child, map);
      case 'instance_node': {
        const node = document.named(child, 'url', 'node');
        return node === undefined || this.#node(node, map);
      }
      case 'instance_geometry': {
        const geometry = document.named(child, 'url', 'geometry');
        return geometry === undefined || this.#place(geometry, map);
      }
      case 'instance_controller': {
        const message = 'a controller moves this geometry: it is taken as it is at rest';
        this.#findings.warnOnce('collada-controller', 'rest', child, message);
        return this.#controlled(child, map);
      }
      default:
        return true;
    }
  }

  /** The geometry that a skin or a morph deforms. */
  #controlled(instance: XmlElement, map: Affine): boolean {
    const document = this.#document;
    const controller = document.named(instance, 'url', 'controller');
    if (controller === undefined) return true;
    const skin = document.child(controller, 'skin');
    const kind = skin ?? document.child(controller, 'morph');
    const geometry = kind && document.named(kind, 'source', 'geometry');
    if (geometry === undefined) return true;
    const bind = skin && document.child(skin, 'bind_shape_matrix');
    return this.#place(geometry, bind === undefined ? map : composed(map, this.#matrix(bind)));
  }

  #place(geometry: XmlElement, map: Affine): boolean {
    if (!this.#geometries.has(geometry)) {
      const surface = readGeometry(this.#document, geometry, this.#findings, this.#bounds, this.#cutPlane);
      this.#geometries.set(geometry, surface);
    }
    const surface = this.#geometries.get(geometry);
    if (surface === undefined || surface.positions.length === 0) return true;
    this.#triangles += surface.positions.length / 9;
    if (!fits(this.#triangles, this.#findings, this.#bounds)) return false;
    this.#placed.push({ surface, map });
    return true;
  }

  /** Its transforms, of which the first is the outermost. */
  #transformOf(node: XmlElement): Affine {
    let map = this.#transforms.get(node);
    if (map === undefined) {
      map = node.children.reduce((outer, child) => composed(outer, this.#transform(child)), identity);
      this.#transforms.set(node, map);
    }
    return map;
  }

  #transform(element: XmlElement): Affine {
    const document = this.#document;
    switch (element.name) {
      case 'matrix':
        return this.#matrix(element);
      case 'translate': {
        const shift = document.numbers(element, 3);
        return shift === undefined ? identity : { ...identity, shift: shift as unknown as Vec3<number> };
      }
      case 'scale': {
        const scale = document.numbers(element, 3);
        return scale === undefined ? identity : scaling(scale as unknown as Vec3<number>);
      }
      case 'rotate': {
        const [x, y, z, angle] = document.numbers(element, 4) ?? [0, 0, 1, 0];
        const { direction, norm } = direction3(numbers, [x, y, z]);
        if (norm > 0) return { ...identity, linear: rotationAbout(numbers, direction, angle * degree) };
        if (angle !== 0) this.#findings.error('collada-transform', element, 'this turns about no axis');
        return identity;
      }
      case 'skew':
      case 'lookat': {
        const known = ['matrix', 'translate', 'rotate', 'scale'];
        this.#findings.error('collada-transform', element, 'this transform is not read', {
          got: element.name,
          known,
        });
        return identity;
      }
      default:
        return identity;
    }
  }

  /** Sixteen numbers, row by row, the last of them 0 0 0 1. */
  #matrix(element: XmlElement): Affine {
    const m = this.#document.numbers(element, 16);
    if (m === undefined) return identity;
    if (m[12] !== 0 || m[13] !== 0 || m[14] !== 0 || m[15] !== 1) {
      this.#findings.error('collada-transform', element, 'the last row of a matrix must be 0 0 0 1', {
        got: m.slice(12).join(' '),
      });
    }
    return {
      linear: [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]],
      shift: [m[3], m[7], m[11]],
    };
  }
}
