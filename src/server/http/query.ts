import type { z } from 'zod';
import type { FieldProblem } from '@/contract/problem';
import { badQuery } from './problems';

type Json = Readonly<Record<string, unknown>>;

/** The query parameters of an endpoint: as the OpenAPI document has them, and how they are read. */
export interface Query<Q> {
  readonly parameters: readonly Json[];
  /** @throws 400 that names each parameter that is not known or cannot be used */
  readonly read: (sent: URLSearchParams) => Q;
}

/** Of an endpoint that takes any query, and ignores it. */
export const anyQuery: Query<null> = { parameters: [], read: () => null };

/** A query parameter, of which both its reading and its part of the OpenAPI document are made. */
interface Parameter {
  /** Reads its text; of one that may be left out, undefined too (`.default(…)`). */
  readonly read: z.ZodType;
  /** The values that it takes, as the document has them. */
  readonly schema: Json;
  readonly description?: string;
  /** What is said of a value that cannot be used; without it, what `read` says. */
  readonly rule?: string;
  /** It must be sent; this is said where it was not. */
  readonly needed?: string;
}

type Declared = Readonly<Record<string, Parameter>>;
type Values<D extends Declared> = { readonly [Name in keyof D]: z.output<D[Name]['read']> };

/** Notes a problem of a parameter. */
export type Complain = (name: string, code: string, detail: string) => void;

/**
 * Declares the query parameters of an endpoint by name. Each that is unknown, repeated, missing or of another form is a problem
 * of the same 400. Once all have their form, `then` makes of them what is asked for, and may complain of what does not go
 * together.
 *
 * @example queryOf({ month: { read: monthText(), schema: string, needed: 'A month is needed, such as 2026-10' } })
 */
export function queryOf<const D extends Declared, Q = Values<D>>(
  declared: D,
  then: (values: Values<D>, complain: Complain) => Q = (values) => values as unknown as Q,
): Query<Q> {
  return {
    parameters: Object.entries(declared).map(([name, { schema, description, needed }]) => ({
      name,
      in: 'query',
      ...(needed !== undefined && { required: true }),
      ...(description !== undefined && { description }),
      schema,
    })),
    read: (sent) => {
      const problems: FieldProblem[] = [];
      const complain: Complain = (name, code, detail) => {
        problems.push({ pointer: `?${name}`, code, detail });
      };
      const values: Record<string, unknown> = {};
      for (const name of new Set([...Object.keys(declared), ...sent.keys()])) {
        const parameter = Object.hasOwn(declared, name) ? declared[name] : undefined;
        const [text, ...more] = sent.getAll(name);
        if (!parameter) complain(name, 'unknown_parameter', `"${name}" is no parameter here`);
        else if (more.length > 0) complain(name, 'repeated_parameter', `"${name}" may be sent once`);
        else if (text === undefined && parameter.needed !== undefined)
          complain(name, 'required', parameter.needed);
        else {
          const read = parameter.read.safeParse(text);
          if (read.success) values[name] = read.data;
          else
            complain(
              name,
              'invalid_parameter',
              parameter.rule ?? read.error.issues[0]?.message ?? 'Not valid',
            );
        }
      }
      if (problems.length > 0) throw badQuery(problems);
      // Each declared name has its value by now.
      const asked = then(values as Values<D>, complain);
      if (problems.length > 0) throw badQuery(problems);
      return asked;
    },
  };
}
