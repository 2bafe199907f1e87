/**
 * A schema as JSON Schema (draft 2020-12), for editors that complete and check YAML. Quantities may be numbers
 * or texts with a unit; their units and references by name are checked by read.ts only.
 */
import type { Key, Schema } from './schema.js';
import { boundsText } from './schema.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The JSON Schema of a whole file. */
export function jsonSchemaOf(schema: Schema, title: string): { readonly [key: string]: Json } {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...convert(schema) };
}

type JsonObject = { readonly [key: string]: Json };

function convert(schema: Schema): JsonObject {
  switch (schema.kind) {
    case 'text':
      if (schema.loose) return { type: ['string', 'number', 'boolean'] };
      return schema.form === 'name' && schema.refers === undefined
        ? { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_-]*$' }
        : { type: 'string', minLength: 1 };
    case 'choice':
      return {
        oneOf: Object.entries(schema.words).map(([word, meaning]) => ({
          const: /^-?\d+$/.test(word) ? Number(word) : word,
          description: meaning,
        })),
      };
    case 'flag':
      return { type: 'boolean' };
    case 'whole':
      return { type: 'integer', minimum: schema.least, maximum: schema.most };
    case 'quantity': {
      const description = `${schema.unit === '' ? 'A pure number' : `In ${schema.unit}`}${boundsText(schema)}`;
      return { type: ['number', 'string'], description };
    }
    case 'measured':
      return {
        type: ['number', 'string'],
        description: `${schema.units.length === 0 ? 'With its unit' : `In ${[...schema.units, ...(schema.word === undefined ? [] : [schema.word])].join(' or ')}`}${boundsText(schema)}`,
      };
    case 'vector': {
      const item = convert({ ...schema, kind: 'quantity' });
      const array: JsonObject = { type: 'array', items: item, minItems: schema.size, maxItems: schema.size };
      return schema.spread ? { anyOf: [item, array] } : array;
    }
    case 'list':
      return {
        type: 'array',
        items: convert(schema.of),
        minItems: schema.least,
        maxItems: schema.most,
        ...(schema.of.kind === 'choice' ? { uniqueItems: true } : {}),
      };
    case 'table':
      return {
        type: ['object', 'null'],
        additionalProperties: convert(schema.of),
        ...(schema.free ? {} : { propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_-]*$' } }),
      };
    case 'keys':
      return {
        ...object(schema.keys),
        ...(schema.rest === undefined ? {} : { additionalProperties: convert(schema.rest.table.of) }),
      };
    case 'either':
      return { anyOf: schema.options.map(convert) };
    case 'variants':
      return {
        anyOf: schema.variants.map((variant) => {
          const body = object(variant.keys);
          if (variant.word === undefined)
            return { title: variant.title, description: variant.meaning, ...body };
          const required = Array.isArray(body.required) ? body.required : [];
          return {
            title: variant.title,
            description: variant.meaning,
            ...body,
            properties: { [variant.key]: { const: variant.word }, ...(body.properties as JsonObject) },
            required: [variant.key, ...required],
          };
        }),
      };
  }
}

function object(keys: Readonly<Record<string, Key>>): JsonObject {
  const entries = Object.entries(keys);
  const required = entries
    .filter(([, key]) => !key.optional && key.value === undefined && !key.section)
    .map(([name]) => name);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      entries.map(([name, key]) => {
        const inner = convert(key.schema);
        const about =
          typeof inner.description === 'string' ? `${key.meaning}. ${inner.description}` : key.meaning;
        return [
          name,
          {
            ...inner,
            description: about,
            ...(key.value === undefined ? {} : { default: key.value as Json }),
          },
        ];
      }),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}
