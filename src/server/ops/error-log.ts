import { DatabaseError } from 'pg';

/**
 * Returns what may be logged of an unexpected error. PostgreSQL's messages quote the row (message, detail, hint,
 * where), so of its errors only the code, the names of objects and the place in our code are logged.
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
  // A parser's message quotes the text that it could not read.
  const message = error instanceof SyntaxError ? undefined : error.message;
  return { type: error.name, message, stack: placesOf(error) };
}

/** Returns a stack's lines without the message that begins it. */
const placesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
