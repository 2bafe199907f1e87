/** Where the corners of a Collada mesh come from: `<source>`, `<vertices>` and the `<input>`s of a primitive. */
import type { Findings } from '../findings.js';
import type { XmlElement } from '../xml.js';
import type { ColladaDocument } from './collada-document.js';

/** Vectors of three, flat; and the place of their number among those of a corner. */
export interface Input {
  readonly values: readonly number[];
  readonly offset: number;
}

export interface Inputs {
  readonly positions: Input;
  readonly normals?: Input;
  /** Numbers for each corner. */
  readonly stride: number;
}

/** More inputs than any exporter writes; a file of a few bytes must not ask for more. */
const mostInputs = 64;

export class ColladaSources {
  readonly #document: ColladaDocument;
  readonly #findings: Findings;
  readonly #read = new Map<XmlElement, readonly number[] | undefined>();

  constructor(document: ColladaDocument, findings: Findings) {
    this.#document = document;
    this.#findings = findings;
  }

  /** Undefined after an error. */
  inputsOf(primitive: XmlElement): Inputs | undefined {
    const document = this.#document;
    let positions: Input | undefined;
    let normals: Input | undefined;
    let stride = 0;
    for (const input of document.children(primitive, 'input')) {
      const offset = document.whole(input, 'offset');
      if (offset === undefined) return undefined;
      if (offset >= mostInputs) {
        this.#findings.error('collada-input', input, 'there are too many inputs', {
          expected: `an offset below ${mostInputs}`,
          got: `${offset}`,
        });
        return undefined;
      }
      stride = Math.max(stride, offset + 1);
      const semantic = input.attributes.get('semantic')?.value;
      if (semantic === 'NORMAL') normals = this.#input(input, offset) ?? normals;
      if (semantic !== 'VERTEX') continue;
      const vertices = document.named(input, 'source', 'vertices');
      for (const own of vertices === undefined ? [] : document.children(vertices, 'input')) {
        const meant = own.attributes.get('semantic')?.value;
        if (meant === 'POSITION') positions = this.#input(own, offset);
        if (meant === 'NORMAL') normals ??= this.#input(own, offset);
      }
    }
    if (positions === undefined) {
      const message = `this \`<${primitive.name}>\` has no positions`;
      const expected = 'an input VERTEX, whose vertices have an input POSITION';
      if (!this.#findings.failed) this.#findings.error('collada-input', primitive, message, { expected });
      return undefined;
    }
    return { positions, ...(normals === undefined ? {} : { normals }), stride };
  }

  #input(input: XmlElement, offset: number): Input | undefined {
    const source = this.#document.named(input, 'source', 'source');
    if (source === undefined) return undefined;
    if (!this.#read.has(source)) this.#read.set(source, this.#vectors(source));
    const values = this.#read.get(source);
    return values && { values, offset };
  }

  /** `<float_array>` through its `<accessor>`: the first three parameters that have names are x, y and z. */
  #vectors(source: XmlElement): readonly number[] | undefined {
    const document = this.#document;
    const technique = document.child(source, 'technique_common');
    const accessor = technique && document.child(technique, 'accessor');
    if (accessor === undefined) {
      this.#findings.error('collada-source', source, 'this source has no accessor');
      return undefined;
    }
    const array = document.named(accessor, 'source', 'float_array');
    const count = document.whole(accessor, 'count');
    const stride = document.whole(accessor, 'stride', 1);
    const first = document.whole(accessor, 'offset', 0);
    const length = array && document.whole(array, 'count');
    const numbers = array && length !== undefined && document.numbers(array, length);
    if (!numbers || count === undefined || stride === undefined || first === undefined) return undefined;
    const params = document
      .children(accessor, 'param')
      .flatMap((param, i) => (param.attributes.has('name') ? [i] : []));
    const [x, y, z] = params.length === 0 ? [0, 1, 2] : params;
    if (z === undefined || z >= stride || first + stride * count > numbers.length) {
      const message = 'this accessor does not fit its array';
      const expected = `three named params, and ${count} × ${stride} numbers from ${first} on`;
      this.#findings.error('collada-source', accessor, message, {
        expected,
        got: `${numbers.length} numbers`,
      });
      return undefined;
    }
    const values: number[] = [];
    for (let i = 0; i < count; i++) {
      const at = first + i * stride;
      values.push(numbers[at + x], numbers[at + y], numbers[at + z]);
    }
    return values;
  }
}
