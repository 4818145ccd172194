/** A statement that an older service, which is still running, may not survive, or has to wait for; in words. */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\bdrop\s+table\b/i, 'drops a table'],
  [/\bdrop\s+(?:materialized\s+)?view\b/i, 'drops a view'],
  [/\bdrop\s+type\b/i, 'drops a type'],
  [/\bdrop\s+function\b/i, 'drops a function'],
  [/\brename\s+(?:column\s+)?(?:[\w"]+\s+)?to\b/i, 'renames'],
  [/\balter\s+column\s+[\w"]+\s+(?:set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\balter\s+column\s+[\w"]+\s+set\s+not\s+null\b/i, 'refuses null where it was written'],
  [/\balter\s+column\s+[\w"]+\s+drop\s+default\b/i, 'drops a default'],
  [/\balter\s+table\s+[\w"]+\s+add\s+(?:constraint|check|unique|foreign|primary)\b/i, 'adds a constraint'],
  [/\brevoke\b(?!\s+(?:create\s+on\s+schema|all\s+on\s+function))/i, 'takes a right away'],
  [/\bvalidate\s+constraint\b/i, 'reads a whole table'],
  [/\b(?:vacuum\s+full|cluster\s+[\w"]+|reindex\s+(?:table|index))\b/i, 'writes a whole table anew'],
];

const newColumn =
  /\badd\s+column\s+(?:if\s+not\s+exists\s+)?[\w"]+\s+([^;]*?)(?=,\s*(?:add|alter|drop)\b|;|$)/gi;

/** A default that is the same for each row is no reason to write the rows: a value, or the time of the migration. */
const computed =
  /\bdefault\s+\(*\s*(?!(?:now|transaction_timestamp|statement_timestamp|current_\w+)\s*\()[a-z_][\w.]*\s*\(|\bgenerated\s+always\s+as\s+(?:identity\b|\([^]*\)\s*stored\b)|\bgenerated\s+by\s+default\s+as\s+identity\b|^\s*(?:small|big)?serial\b/i;

const newIndex =
  /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently\b)(?:if\s+not\s+exists\s+)?(?:[\w"]+\s+)?on\s+(?:only\s+)?"?(\w+)"?/gi;
const newTable = /\bcreate\s+(?:(?:temp|temporary|unlogged)\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi;

/**
 * Returns what a migration does that an older service may not survive, or that keeps it from writing for as long as a
 * large table takes: during an upgrade two versions work on one database (docs/decisions/165-upgrades-while-selling.md). Comments and bodies of functions do nothing when the migration runs; an older
 * service knows nothing of the tables that are new since its release, and what is added to them.
 */
export function breakingSteps(migration: string, newTables: readonly string[] = []): string[] {
  const text = migration
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/\balter\s+table\s+"?(\w+)"?\s+add\b[^;]*/gi, (statement, table: string) =>
      newTables.includes(table) ? '' : statement,
    );
  const found = breaking.flatMap(([pattern, words]) => (pattern.test(text) ? [words] : []));
  for (const [, definition = ''] of text.matchAll(newColumn)) {
    if (/\bnot\s+null\b/i.test(definition) && !/\b(?:default|generated)\b/i.test(definition))
      found.push('adds a column that is not null and has no default');
    if (computed.test(definition)) found.push('writes a whole table anew');
  }
  const made = new Set([...newTables, ...[...text.matchAll(newTable)].map(([, name = '']) => name)]);
  // A migration is a transaction, in which no index is built concurrently. The indexes of a declaration are.
  for (const [, table = ''] of text.matchAll(newIndex))
    if (!made.has(table)) found.push(`builds an index of ${table} while nobody may write it`);
  return found;
}

/**
 * Returns the names of what the text that is run again whenever it differs gives to the service: its functions with
 * their parameters. An older service calls them until it is stopped.
 */
export const derivedNames = (text: string): string[] =>
  [...text.matchAll(/\bcreate\s+(?:or\s+replace\s+)?function\s+("?\w+"?\([^)]*\))/gi)]
    .map(([, name = '']) => name.replaceAll(/\s+/g, ' '))
    .toSorted();
