import { z } from 'zod';

type Json = Record<string, unknown>;

/** Returns a reference to a schema of the document. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns a schema as the document describes it: what is sent in a body (`input`), or what is answered. */
export function documented(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest;
}

/** Returns the content of a JSON body or answer. */
export const jsonOf = (schema: unknown) => ({ 'application/json': { schema } });

/** Returns a header of an answer. */
export const header = (description: string, schema: Json) => ({ description, schema });

/** The schema of any text. */
export const string = { type: 'string' } as const;

/** The schema of a whole number. */
export const integer = { type: 'integer' } as const;

/** Paths of the document: address → verb → operation, and `parameters` of the path. */
export type Addresses = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const operationSchema = z.looseObject({
  summary: z.string(),
  description: z.string().optional(),
  'x-right': z.string().optional(),
  parameters: z.array(z.unknown()).optional(),
  responses: z.looseObject({}),
});

type Operation = z.output<typeof operationSchema>;

/** Changes each operation of paths; what else a path has stays. */
export function eachOperation(
  addresses: Addresses,
  change: (verb: string, operation: Operation) => Json,
): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(addresses).map(([address, operations]) => [
      address,
      Object.fromEntries(
        Object.entries(operations).map(([verb, operation]) => [
          verb,
          verb === 'parameters' ? operation : change(verb, operationSchema.parse(operation)),
        ]),
      ),
    ]),
  );
}
