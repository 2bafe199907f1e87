/** YAML files as `xacro.load_yaml` reads them: YAML 1.1, in which `y` and `n` stay texts, with units as tags. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type ScalarTag,
  type Tags,
} from 'yaml';
import type { Findings } from '../findings.js';
import { decodeXml } from '../text.js';
import type { Budget } from './bounds.js';
import { Fault } from './fault.js';
import { pi } from './mathematics.js';
import { Dict, List, type Value } from './values.js';

/** What a number with the tag is multiplied with to be in SI. */
const units: ReadonlyMap<string, number> = new Map([
  ['!radians', 1],
  ['!degrees', pi / 180],
  ['!meters', 1],
  ['!millimeters', 0.001],
  ['!foot', 0.3048],
  ['!inches', 0.0254],
]);

/** What a tag keeps of a scalar: its text, which is an expression. */
const unitTags: readonly ScalarTag[] = [...units.keys()].map((tag) => ({
  tag,
  resolve: (text: string) => text,
}));
const boolean = 'tag:yaml.org,2002:bool';
const truths: readonly ScalarTag[] = [
  { tag: boolean, default: true, test: /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/, resolve: () => true },
  { tag: boolean, default: true, test: /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/, resolve: () => false },
];
/** Tags of YAML itself that make no number, text, list or dictionary. */
const left = new Set([
  boolean,
  'tag:yaml.org,2002:timestamp',
  'tag:yaml.org,2002:binary',
  'tag:yaml.org,2002:omap',
  'tag:yaml.org,2002:pairs',
  'tag:yaml.org,2002:set',
]);

function tagsOf(standard: Tags): Tags {
  const kept = standard.filter((tag) => typeof tag === 'string' || !left.has(tag.tag));
  return [...kept, ...truths, ...unitTags];
}

export interface YamlContext {
  readonly file: string;
  readonly findings: Findings;
  readonly budget: Budget;
  /** The number that an expression in a unit's tag gives. */
  readonly number: (expression: string) => number;
}

/**
 * The values of a YAML file; dictionaries answer to dots. Of keys that stand twice the last one holds, as it does for
 * PyYAML, and there is a warning.
 */
export function readYaml(bytes: Uint8Array, context: YamlContext): Value {
  const { file, findings, budget } = context;
  const decoded = decodeXml(bytes);
  if (!('text' in decoded)) throw new Fault('xacro-yaml', 'the file is no UTF-8 text').at({ file, line: 1 });
  const text = decoded.text;
  if (text.length > budget.bounds.text) {
    const expected = `at most ${budget.bounds.text} characters`;
    throw new Fault('xacro-too-large', 'the YAML file is too large', { expected }).at({ file, line: 1 });
  }
  budget.step(text.length >> 2);
  const counter = new LineCounter();
  const document = parseDocument(text, {
    version: '1.1',
    schema: 'yaml-1.1',
    uniqueKeys: false,
    intAsBigInt: true,
    prettyErrors: false,
    logLevel: 'silent',
    lineCounter: counter,
    customTags: tagsOf,
  });
  const placeAt = (offset: number | undefined) => {
    const { line, col } = counter.linePos(offset ?? 0);
    return { file, line, column: col };
  };
  const [error] = document.errors;
  if (error !== undefined) {
    throw new Fault('xacro-yaml', `this is not YAML: ${error.message.split('\n')[0]}`).at(
      placeAt(error.pos[0]),
    );
  }
  const [unresolved] = document.warnings;
  if (unresolved !== undefined) {
    throw new Fault('xacro-yaml', unresolved.message.split('\n')[0], {
      known: [...units.keys()],
    }).at(placeAt(unresolved.pos[0]));
  }

  // An anchor's value is made once, so that aliases of aliases cost nothing.
  const made = new Map<Node, Value>();
  const open = new Set<Node>();
  // Nodes are met in the order of the file: an alias means the last anchor of its name before it.
  const anchors = new Map<string, Node>();
  const convert = (node: unknown): Value => {
    if (node === null || node === undefined) return null;
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) throw fault(node, `the alias *${node.source} has no anchor`);
      return convert(target);
    }
    if (!(isMap(node) || isSeq(node) || isScalar(node))) return null;
    const ready = made.get(node);
    if (ready !== undefined) return ready;
    if (open.has(node)) throw fault(node, 'an anchor holds an alias of itself');
    open.add(node);
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    budget.enter();
    budget.step();
    const value = isMap(node)
      ? dictOf(node)
      : isSeq(node)
        ? new List(node.items.map(convert))
        : scalarOf(node);
    budget.leave();
    open.delete(node);
    made.set(node, value);
    return value;
  };
  const fault = (node: { range?: readonly number[] | null }, message: string, got?: string) =>
    new Fault('xacro-yaml', message, got === undefined ? {} : { got }).at(placeAt(node.range?.[0]));

  const scalarOf = (node: Node & { value: unknown; source?: string }): Value => {
    const unit = units.get(node.tag ?? '');
    if (unit !== undefined) {
      try {
        return context.number(String(node.value)) * unit;
      } catch (error) {
        throw error instanceof Fault ? error.at(placeAt(node.range?.[0])) : error;
      }
    }
    const { value } = node;
    if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
    if (typeof value === 'bigint') {
      budget.number(node.source === undefined ? 0 : node.source.length * 4);
      return value;
    }
    return value === null || value === undefined ? null : (node.source ?? null);
  };

  const dictOf = (node: { items: readonly { key: unknown; value: unknown }[] }): Dict => {
    const merged: (readonly [Value, Value])[] = [];
    const entries: (readonly [Value, Value])[] = [];
    const seen = new Set<Value>();
    for (const { key, value } of node.items) {
      if (isScalar(key) && key.source === '<<' && typeof key.value !== 'string') {
        const sources = convert(value);
        for (const source of sources instanceof List ? [...sources.items].reverse() : [sources]) {
          if (!(source instanceof Dict)) throw fault(key, '`<<` wants a dictionary');
          budget.list(source.size);
          for (const entry of source.entries()) merged.push(entry);
        }
        continue;
      }
      const name = convert(key);
      if (isScalar(key) && seen.has(name)) {
        findings.warnOnce(
          'xacro-yaml-key-twice',
          `${file} ${String(name)}`,
          placeAt(key.range?.[0]),
          `the key \`${String(name)}\` stands twice in one dictionary: the last one holds`,
        );
      }
      seen.add(name);
      entries.push([name, convert(value)]);
    }
    return new Dict([...merged, ...entries], budget, true);
  };
  return convert(document.contents);
}
