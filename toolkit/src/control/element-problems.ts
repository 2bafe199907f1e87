/** What is wrong with an element: its kind, what it acts on, its numbers. */
import type { SolidKind } from '../geometry/index.js';
import { formatNumber, symmetricEigen } from '../math/index.js';
import {
  type CoordinateDeclaration,
  coordinateNamed,
  declarationName,
  type ElementDeclaration,
  type End,
  elementOf,
  elements,
  families,
  isShape,
  type ParameterDeclaration,
  type Shape,
  said,
  shapeSize,
  unitOn,
} from '../mechanism/index.js';
import { type Model, slides } from '../model/index.js';
import { isMatrix, ownCoordinate, shapeOn } from './coordinates.js';
import type { CoordinateDesign, Design, ElementDesign } from './design.js';
import { type Findings, unknown } from './findings.js';
import { solidsSeen } from './watch.js';

/** Checks an element; `shapes`: of the named coordinates that are sound. */
export function checkElement(
  design: Design,
  element: ElementDesign,
  shapes: ReadonlyMap<string, Shape>,
  found: Findings,
): void {
  const path = `control.elements.${element.name}`;
  const declaration = elementOf(element.family, element.kind);
  if (declaration === undefined) {
    const kinds = elements.filter((e) => e.family === element.family).map((e) => e.kind);
    if (kinds.length === 0) unknown(found, path, 'element', element.family, families);
    else unknown(found, path, element.family, element.kind, kinds);
    return;
  }
  checkNullSpace(design, element, path, found);
  const shape = shapeUnder(design, element, declaration, shapes, path, found);
  if (shape === undefined) return;
  if (declaration.entries === 1 && shape.size !== 1) {
    found.error('coordinate-size', path, `${declarationName(declaration)} acts on one number`, {
      expected: '1 number',
      got: said(shape),
      hint: 'act on a norm, a projection or one entry of it: control.coordinates has them',
    });
  }
  const { leastEntries = 1 } = declaration;
  if (shape.size < leastEntries) {
    found.error('coordinate-size', path, `${declarationName(declaration)} does nothing on one number`, {
      expected: `${leastEntries} numbers or more`,
      got: said(shape),
      hint: 'act on a `contact`, or on a stack of a gap and what slides',
    });
  }
  checkParameters(element, declaration, shape, path, found);
  checkSeen(design, element, declaration, path, found);
}

/** Checks what an element that looks about itself is to see, and what it leads: a point or a sphere. */
function checkSeen(
  design: Design,
  element: ElementDesign,
  { watches, ...declaration }: ElementDeclaration,
  path: string,
  found: Findings,
): void {
  const { solids, joins } = element;
  const name = declarationName(declaration);
  if (watches === undefined) {
    if (solids !== undefined) found.error('solids-unseen', `${path}.solids`, `${name} sees no solids`);
    return;
  }
  const shapeOf = (point: string | undefined) => design.points.find((p) => p.name === point)?.shape;
  const seeable = design.points.filter(({ shape }) => shape !== undefined).map((point) => point.name);
  for (const solid of solids ?? []) unknown(found, `${path}.solids`, 'solid', solid, seeable);
  const own = solids?.find((solid) => solid === joins.from);
  if (own !== undefined) found.error('same-ends', `${path}.solids`, `${own} cannot go round itself`);
  if (solidsSeen(design, element).length === 0) {
    found.error('solids-missing', `${path}.solids`, `${name} has no solid to go round`, {
      ...(seeable.length === 0 ? {} : { known: seeable }),
      hint: 'give world a solid, or take the element out',
    });
  }
  const shape = shapeOf(joins.from);
  if (shape !== undefined && shape.kind !== 'sphere') {
    found.error('end-shape', `${path}.from`, `${name} leads a point or a sphere`, {
      got: `${joins.from}, a ${shape.kind}`,
      hint: 'lead the centre of a sphere that holds it',
    });
  }
}

/** The shape of what an element acts on; undefined where it is wrong, which is said here or of the coordinate. */
function shapeUnder(
  design: Design,
  element: ElementDesign,
  declaration: ElementDeclaration,
  shapes: ReadonlyMap<string, Shape>,
  path: string,
  found: Findings,
): Shape | undefined {
  const { of } = element;
  if (of === undefined) {
    const own = ownCoordinate(element);
    const name = declarationName(declaration);
    if (coordinateNamed(own.kind).several === true)
      return checkJoints(design.model, name, element, path, found) ? shapeOn(design, element) : undefined;
    const sound = checkEnds(design, name, coordinateNamed(own.kind), element.joins, path, found);
    if (sound) return shapeOn(design, element);
    // Joined to nothing it is still of so many entries, in m unless its kind says more.
    const shape = coordinateNamed(own.kind).shape({ of: [], parameters: {} });
    return isShape(shape) ? shape : undefined;
  }
  const named = (design.coordinates ?? []).map(({ name }) => name);
  unknown(found, `${path}.of`, 'coordinate', of, named);
  if (declaration.general !== true) {
    found.error(
      'coordinate-bound',
      `${path}.of`,
      `${declarationName(declaration)} acts between its own ends`,
      {
        hint: 'take an element that acts on any coordinate',
      },
    );
    return undefined;
  }
  const [end] = Object.keys(element.joins);
  if (end !== undefined) {
    found.error('coordinate-and-ends', `${path}.${end}`, 'an element of a coordinate joins nothing else', {
      got: `of ${of} and ${end}`,
    });
  }
  return shapes.get(of);
}

/** Checks the joints of an element that acts on several; true where nothing is wrong. */
function checkJoints(
  model: Model,
  owner: string,
  { joints = [] }: ElementDesign,
  path: string,
  found: Findings,
): boolean {
  const before = found.problems.length;
  const known = model.bodies.filter((b) => b.mimic === undefined).map((b) => b.joint);
  if (joints.length === 0) found.error('end-missing', path, `${owner} needs joints`, { known });
  for (const name of joints) checkJoint(model, name, `${path}.joint`, known, found);
  const twice = joints.find((name, i) => joints.indexOf(name) !== i);
  if (twice !== undefined)
    found.error('joint-twice', `${path}.joint`, 'a joint is named once', { got: twice });
  if (found.problems.length > before) return false;
  const bodies = model.bodies.filter(({ joint }) => joints.includes(joint));
  if (new Set(bodies.map(slides)).size > 1) {
    found.error(
      'joints-mixed',
      `${path}.joint`,
      `${owner} acts on joints that turn or on joints that slide`,
      {
        got: bodies.map((body) => `${body.joint} ${slides(body) ? 'slides' : 'turns'}`).join(', '),
      },
    );
  }
  return found.problems.length === before;
}

/** Checks what an element is not to accelerate. */
function checkNullSpace(design: Design, element: ElementDesign, path: string, found: Findings): void {
  const { name, nullspaceOf } = element;
  if (nullspaceOf === undefined) return;
  const at = `${path}.nullspaceOf`;
  if (nullspaceOf.length === 0)
    found.error('null-space-empty', at, 'the null space of nothing is everything', {
      hint: 'name what it is not to disturb, or leave the key out',
    });
  const others = design.elements.filter((other) => other.name !== name).map((other) => other.name);
  for (const other of nullspaceOf) {
    if (other === name)
      found.error('null-space-own', at, 'nothing is in its own null space', { got: other, known: others });
    else unknown(found, at, 'element', other, others);
  }
}

/** Checks what an element or a coordinate joins; true where nothing is wrong. */
export function checkEnds(
  design: Design,
  owner: string,
  { ends, optional, solids = {} }: Pick<CoordinateDeclaration, 'ends' | 'optional' | 'solids'>,
  joins: CoordinateDesign['joins'],
  path: string,
  found: Findings,
): boolean {
  const before = found.problems.length;
  const points = ['world', ...design.points.map((p) => p.name)];
  const joints = design.model.bodies.filter((b) => b.mimic === undefined).map((b) => b.joint);
  for (const end of ends) {
    if (joins[end] === undefined) {
      found.error('end-missing', path, `${owner} needs ${end}`, {
        known: end === 'joint' ? joints : points,
      });
    }
  }
  for (const [end, name] of Object.entries(joins)) {
    if (name === undefined) continue;
    if (![...ends, ...optional].some((e) => e === end)) {
      unknown(found, path, `end of ${owner}`, end, [...ends, ...optional]);
    } else if (end !== 'joint') {
      unknown(found, `${path}.${end}`, 'point', name, points);
      checkSolid(design, owner, solids[end as End], name, `${path}.${end}`, found);
    } else checkJoint(design.model, name, `${path}.joint`, joints, found);
  }
  const { from, to } = joins;
  if (from !== undefined && from === to) {
    found.error('same-ends', path, 'both ends are the same point', {
      got: from,
    });
  }
  return found.problems.length === before;
}

/** Checks that the shape of a point is one that it may have there. */
function checkSolid(
  { points }: Design,
  owner: string,
  allowed: readonly SolidKind[] | undefined,
  name: string,
  path: string,
  found: Findings,
): void {
  const kind = points.find((point) => point.name === name)?.shape?.kind;
  if (kind === undefined || allowed === undefined || allowed.includes(kind)) return;
  found.error('end-shape', path, `${owner} is not measured from a ${kind}`, {
    expected: ['a point', ...allowed.map((other) => `a ${other}`)].join(' or '),
    got: `${name}, a ${kind}`,
    hint: `take ${name} for the other end, or put ${allowed.join('s or ')}s in its place`,
  });
}

function checkJoint(
  model: Model,
  name: string,
  path: string,
  joints: readonly string[],
  found: Findings,
): void {
  const body = model.bodies.find((b) => b.joint === name);
  if (body?.mimic !== undefined) {
    const master = model.bodies[body.mimic.of].joint;
    found.error('joint-follows', path, `the joint follows another and has no position of its own`, {
      got: name,
      hint: `join ${master}, which it follows`,
    });
  } else if (body !== undefined && (body.nq !== 1 || body.nv !== 1)) {
    found.error('joint-type', path, 'the joint has more than one position', {
      got: `${name} (${body.type})`,
    });
  } else if (body === undefined) unknown(found, path, 'joint', name, joints);
}

function checkParameters(
  element: ElementDesign,
  declaration: ElementDeclaration,
  shape: Shape,
  path: string,
  found: Findings,
): void {
  const known = declaration.parameters.map((p) => p.name);
  for (const name of Object.keys(element.parameters)) {
    if (!known.includes(name)) {
      unknown(found, `${path}.${name}`, `parameter of ${declarationName(declaration)}`, name, known);
    }
  }
  const before = found.problems.length;
  for (const parameter of declaration.parameters) {
    const given = element.parameters[parameter.name];
    if (given !== undefined)
      checkParameter(parameter, given, shape.size, `${path}.${parameter.name}`, found, true);
    if (given !== undefined && unitOn(parameter.unit, shape.unit) === undefined) {
      found.error(
        'coordinate-unit',
        `${path}.${parameter.name}`,
        `${parameter.name} has no unit on this coordinate`,
        {
          got: said(shape),
        },
      );
    }
    if (given !== undefined) continue;
    if (parameter.default === undefined && parameter.optional !== true) {
      found.error('parameter-missing', path, `${declarationName(declaration)} needs ${parameter.name}`, {
        hint: `${parameter.name}: ${parameter.meaning}`,
      });
    }
  }
  if (found.problems.length > before) return;
  const fault = declaration.check?.(element.parameters);
  if (fault === undefined) return;
  // The first parameter that it names: `width must be above 0`.
  const [about] = fault.split(', not ');
  const key = about.split(/[^A-Za-z]+/).find((word) => element.parameters[word] !== undefined);
  found.error('parameters', key === undefined ? path : `${path}.${key}`, fault);
}

/** Checks the numbers of a parameter on a coordinate of n entries; `projects`: an element's, which a file may have projected. */
export function checkParameter(
  parameter: ParameterDeclaration,
  given: readonly number[],
  n: number,
  path: string,
  found: Findings,
  projects = false,
): void {
  const counts = [...new Set(parameter.shapes.map((shape) => shapeSize(shape, n)))];
  const some = counts.includes(undefined) && given.length > 0;
  if (!some && !counts.includes(given.length)) {
    found.error('parameter-shape', path, 'wrong count of numbers', {
      expected: counts.map((count) => count ?? '1 or more').join(' or '),
      got: `${given.length}`,
    });
    return;
  }
  const [low, high] = parameter.range;
  const allowed = { expected: `${low} … ${high}` };
  const out = given.find((x) => !Number.isFinite(x));
  if (out !== undefined) {
    found.error('not-finite', path, `${parameter.name} is not a finite number`, { got: `${out}` });
  } else if (!isMatrix(parameter, given.length, n)) {
    const wrong = given.find((x) => x < low || x > high);
    if (wrong !== undefined)
      found.error('parameter-range', path, 'out of range', {
        ...allowed,
        got: `${wrong}`,
      });
  } else checkMatrix(given, n, low, path, found, projects);
}

function checkMatrix(
  m: readonly number[],
  n: number,
  least: number,
  path: string,
  found: Findings,
  projects: boolean,
): void {
  const largest = m.reduce((most, x) => (Math.abs(x) > most ? Math.abs(x) : most), 0);
  const k = m.findIndex((x, i) => Math.abs(x - m[(i % n) * n + Math.floor(i / n)]) > 1e-9 * largest);
  if (k >= 0) {
    const [row, column] = [Math.floor(k / n), k % n];
    found.error('matrix-symmetry', path, 'the matrix is not symmetric, so no energy belongs to it', {
      expected: `row ${row + 1} column ${column + 1} the same as row ${column + 1} column ${row + 1}`,
      got: `${formatNumber(m[k], 6)} and ${formatNumber(m[column * n + row], 6)}`,
      hint: `write each pair of numbers twice${projects ? '; `project: true` takes half the sum of both' : ''}`,
    });
    return;
  }
  const { values } = symmetricEigen(m, n);
  if (values[0] < least - 1e-9 * largest) {
    found.error('matrix-sign', path, `the matrix has an eigenvalue below ${least}`, {
      got: `eigenvalues ${values.map((x) => formatNumber(x, 6)).join(', ')}`,
      hint: `a spring or damper with a negative direction gives energy away${projects ? '; `project: true` takes the nearest matrix that does not' : ''}`,
    });
  }
}
