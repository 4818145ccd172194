import { DatabaseError } from 'pg';

/**
 * What may be logged of an error that nobody expected. What PostgreSQL says quotes the row that it speaks of
 * (message, detail, hint, where): of its errors only what names the place, and where in our code that was.
 */
export function errorFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  if (error instanceof DatabaseError) {
    const { code, schema, table, column, constraint, routine } = error;
    return {
      type: 'DatabaseError',
      code,
      schema,
      table,
      column,
      constraint,
      routine,
      stack: placesOf(error),
    };
  }
  // What a parser says quotes the text that it could not read.
  const message = error instanceof SyntaxError ? undefined : error.message;
  return { type: error.name, message, stack: placesOf(error) };
}

/** The places of a stack, without the message that begins it. */
const placesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
