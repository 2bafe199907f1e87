/** What is known where an element stands, and what every step of the walk works with. */
import type { XmlAttribute } from '../xml.js';
import type { Budget } from './bounds.js';
import type { MacroScope } from './macros.js';
import type { Origin, XacroElement } from './nodes.js';
import type { Reports } from './reports.js';
import type { Sources } from './sources.js';
import type { Scope } from './symbols.js';
import type { Texts } from './texts.js';

export interface Context {
  readonly symbols: Scope;
  readonly macros: MacroScope;
  /** The macros that are being called, innermost first. */
  readonly trail: readonly string[];
}

export interface Tools {
  readonly sources: Sources;
  readonly texts: Texts;
  readonly reports: Reports;
  readonly budget: Budget;
  /** Evaluates what stands in an element, and adds it to what another one holds. */
  readonly content: (from: XacroElement, context: Context, out: XacroElement) => void;
}

/** Where an element comes from; one of a block keeps the trail that it came with. */
export function originOf({ line, column, file, trail }: XacroElement, context: Context): Origin {
  return { line, column, file, trail: trail.length > 0 ? trail : context.trail };
}

export function attributeOrigin(attribute: XmlAttribute, element: XacroElement, context: Context): Origin {
  const { line, column, file = element.file, trail = [] } = attribute;
  return { line, column, file, trail: trail.length > 0 ? trail : context.trail };
}

/** A name that an element or attribute may have. */
export function isXmlName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_.\-\u{B7}]*(?::[\p{L}_][\p{L}\p{N}_.\-\u{B7}]*)?$/u.test(name);
}
