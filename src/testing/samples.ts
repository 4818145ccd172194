import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Resource } from '@/contract/resource';
import { contracts } from '@/resources/contracts';
import type { Json } from './answer';
import type { Sender } from './service';

/** The subset of JSON Schema that contracts use. */
interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: Schema;
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  examples?: unknown[];
  enum?: unknown[];
}

/**
 * Valid bodies for any resource, generated from its contract, with the referenced records created through the
 * service. A resource that is added later needs no line here.
 */
export interface Samples {
  /** Returns only what a create requires, so that it can be sent several times; `data` besides what it needs there. */
  minimal(resource: Resource, data?: Json): Promise<Json>;
  /** Returns every field that clients write, and every known key of `data`. */
  full(resource: Resource): Promise<Json>;
  /**
   * Returns a full body as JSON text with content that no contract knows: unknown keys in each object of `data` and
   * three levels below, nulls, long and tiny numbers, trailing zeros, and characters of many kinds.
   */
  isWild(resource: Resource): Promise<string>;
}

/** Returns samples whose references are created with `send`, one record per resource. */
export function samplesFor(send: Sender): Samples {
  const made = new Map<string, Promise<string>>();
  let turn = 0;

  const idOf = (name: string): Promise<string> => {
    const known = made.get(name) ?? create(name);
    made.set(name, known);
    return known;
  };
  const create = async (name: string): Promise<string> => {
    const answer = await send('POST', `/api/secure/${name}`, { json: await minimal(byName(name)) });
    return answer.entity.id;
  };

  const topLevel = async (resource: Resource, all: boolean): Promise<Json> => {
    turn += 1;
    const body: Json = {};
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.readOnly || (!all && field.default !== undefined)) continue;
      body[name] = field.references
        ? await idOf(field.references)
        : make(schemaOf(field.schema), turn, false);
    }
    // Fields that allow a test to create the same body several times, such as `second` of a business day.
    const allowing = Object.entries(resource.writeOnly).flatMap(([name, schema]) =>
      schemaOf(schema).type === 'boolean' ? [[name, true]] : [],
    );
    const needed = resource.neededWhileActive.map((key) => [
      key,
      make(schemaOf(resource.data).properties?.[key] ?? {}, turn, false),
    ]);
    if (needed.length > 0) body['data'] = Object.fromEntries(needed);
    return { ...body, ...(all ? {} : Object.fromEntries(allowing)), name: `${resource.name} ${turn}` };
  };
  const minimal = async (resource: Resource, data?: Json) => {
    const body = await topLevel(resource, false);
    return data ? { ...body, data: { ...Object(body['data']), ...data } } : body;
  };

  /** GUIDs in `data` are generated first; the contract says which of them are references, and to which resource. */
  const withData = async (resource: Resource, isWild: boolean): Promise<string> => {
    const body = await topLevel(resource, true);
    const data = make(schemaOf(resource.data), turn, isWild);
    let text = JSON.stringify({ ...body, active: true, data });
    for (const { resource: target, id } of resource.dataReferences(resource.data.parse(data))) {
      text = text.replaceAll(id, await idOf(target));
    }
    return text;
  };

  return {
    minimal,
    full: async (resource) => JSON.parse(await withData(resource, false)),
    isWild: async (resource) =>
      (await withData(resource, true))
        .replaceAll(/"number:([^"]+)"/g, (_, number) => String(number))
        .replaceAll(String(placeholder), longNumber),
  };
}

function byName(name: string): Resource {
  const resource = Object.values<Resource>(contracts).find((contract) => contract.name === name);
  if (!resource) throw new Error(`${name} is referenced, and is no resource`);
  return resource;
}

const schemaOf = (schema: z.ZodType): Schema =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' })));

/** Placeholder for known number fields of a wild sample, replaced by a number of 40 digits in the JSON text. */
const placeholder = 7.0123456789;
const longNumber = '7.012345678901234567890123456789012345600';

/** Numbers are text until the JSON is written: no JavaScript number could hold them. */
const oddities = {
  'unknown key': { level: { deeper: { deepest: ['number:0.10', null, { end: 'number:1e-30' }] } } },
  forty_digits: 'number:1234567890123456789012345678901234567890',
  trailing_zeros: 'number:4.5000',
  negative: 'number:-0.0000000000000000000000000000000000000001',
  nothing: null,
  nothings: [null, [null], {}],
  characters: 'Äö "quoted" \\ / \b\f\n\r\t \u2028 \u{1f9c0} e\u0301 %_',
  'ключ ~ / 鍵': true,
  '': 'a key may be empty',
};

function make(schema: Schema, turn: number, isWild: boolean): unknown {
  if (schema.examples) return schema.examples[turn % schema.examples.length];
  if (schema.enum) return schema.enum[turn % schema.enum.length];
  const choices = schema.anyOf?.filter((choice) => choice.type !== 'null');
  if (choices) return make(choices[turn % choices.length] ?? {}, turn, isWild);
  const type = Array.isArray(schema.type) ? schema.type.find((kind) => kind !== 'null') : schema.type;
  switch (type) {
    case 'object':
      return object(schema, turn, isWild);
    case 'array':
      return [make(schema.items ?? {}, turn, isWild)];
    case 'boolean':
      return turn % 2 === 0;
    case 'integer':
      return Math.max(schema.minimum ?? 1, 0) + (turn % 5);
    case 'number':
      return isWild ? placeholder : Math.max(schema.exclusiveMinimum ?? 0, schema.minimum ?? 0) + 1.25;
    case 'string':
      return text(schema, turn);
    default:
      return `anything ${turn}`;
  }
}

function object(schema: Schema, turn: number, isWild: boolean): Json {
  if (schema.propertyNames) {
    const key = text(schema.propertyNames, turn);
    return { [key]: make(schema.additionalProperties ?? {}, turn, isWild) };
  }
  const known = Object.entries(schema.properties ?? {}).map(([name, value]) => [
    name,
    make(value, turn, isWild),
  ]);
  return { ...Object.fromEntries(known), ...(isWild ? oddities : {}) };
}

function text({ format, pattern, minLength = 0, maxLength }: Schema, turn: number): string {
  if (format === 'uuid') return randomUUID();
  // Each sample has its own date: a location has one business day per date.
  if (format === 'date') return new Date(Date.UTC(2026, 2, 1 + turn)).toISOString().slice(0, 10);
  if (format === 'date-time') return '2026-03-01T12:00:00.000Z';
  const made = `text ${turn}`.padEnd(minLength, 'x').slice(0, maxLength);
  if (pattern && !new RegExp(pattern).test(made)) {
    throw new Error(`The pattern ${pattern} needs examples: .meta({ examples: [...] })`);
  }
  return made;
}
