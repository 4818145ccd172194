import type { Resource } from '@/core/contract/resource';
import type { Rules } from '../write/rules';

type FieldsOf<R extends Resource> = R['fields'];
type ComputedName<F> = { [K in keyof F]: F[K] extends { readOnly: true } ? K : never }[keyof F] & string;

/** The columns of every table beside the resource's own. */
const commonColumns = ['tenant_id', 'company_id', 'id', 'seq', 'version', 'active', 'name', 'data'] as const;

/** Where and how PostgreSQL keeps one resource. */
export interface Table<R extends Resource = Resource> {
  readonly resource: R;
  /** Column name (= field name) → its type in PostgreSQL's words: `'numeric not null'`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Computed field → an SQL expression over the row `t`. */
  readonly computed: Readonly<Record<string, string>>;
  /**
   * What the computed fields come from, by the names under which it raises a revision of its own. Of a
   * table with computed fields that says nothing here, no list is kept.
   */
  readonly revisions?: readonly string[];
  /**
   * What `q` looks through: an immutable SQL text expression over the table's columns. It is kept in a
   * generated column with a trigram index.
   */
  readonly search: string;
  /** Extra filter → an SQL condition over the row `t` and the text `$1`; it runs under the search role. */
  readonly filters: Readonly<Record<string, string>>;
  /** Further indexes, by name: what stands after `create index … on <table>`. */
  readonly indexes: Readonly<Record<string, string>>;
  /** SQL by name, run once each, in the order of the names, after the table and its columns are there. */
  readonly migrations: Readonly<Record<string, string>>;
  /** What the resource itself asks of a write, and what it keeps beside it. */
  readonly rules: Rules;
}

/**
 * Declares the table of a resource. The compiler demands a column for each field that clients write
 * (but `name`, which every table has) and an expression for each computed one.
 *
 * A new column may simply be added here: the next start adds it (see migrate.ts). Anything else that
 * changes stored data is a migration.
 */
export function defineTable<R extends Resource>(
  resource: R,
  declaration: {
    columns: Record<Exclude<keyof FieldsOf<R> & string, 'name' | ComputedName<FieldsOf<R>>>, string>;
    computed?: Record<ComputedName<FieldsOf<R>>, string>;
    revisions?: readonly string[];
    search?: string;
    filters?: Record<keyof R['extraFilters'] & string, string>;
    indexes?: Record<string, string>;
    migrations?: Record<string, string>;
    rules?: Rules;
  },
): Table<R> {
  const taken = Object.keys(declaration.columns).find((name) =>
    commonColumns.some((common) => common === name),
  );
  if (taken) throw new Error(`${resource.name}: every table has a column ${taken} already`);
  return {
    resource,
    columns: declaration.columns,
    computed: declaration.computed ?? {},
    ...(declaration.revisions && { revisions: declaration.revisions }),
    search: declaration.search ?? 'name',
    filters: declaration.filters ?? {},
    indexes: declaration.indexes ?? {},
    migrations: declaration.migrations ?? {},
    rules: declaration.rules ?? {},
  };
}

/** The bare PostgreSQL type of a column: `'numeric not null'` → `'numeric'`. */
export function columnType(table: Table, name: string): string {
  if (name === 'name') return 'text';
  if (name === 'active') return 'boolean';
  if (name === 'created_at' || name === 'modified_at') return 'timestamptz';
  const declared = table.columns[name];
  if (!declared) throw new Error(`${table.resource.name} has no column ${name}`);
  return declared.split(' ')[0] ?? declared;
}

/** A time as the wire has it: ISO 8601, UTC, milliseconds. */
export const wireTime = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The SQL expression of an entity as the wire has it (docs/interface.md#2-resources-and-their-fields), over the row
 * `row`. PostgreSQL writes the JSON, so no number of `data` ever passes through a JavaScript number.
 *
 * `recordJson` is the record alone, as events keep it; `entityJson` has what is computed, too.
 */
export const recordJson = (table: Table, row = 't'): string => json(table, row, false);
export const entityJson = (table: Table): string => json(table, 't', true);

/** As `entityJson`, with null in the place of what is computed: for a role that may write entities and not read them. */
export const blindEntityJson = (table: Table): string => json(table, 't', 'null');

function json(table: Table, row: string, computed: boolean | 'null'): string {
  const own = Object.entries(table.resource.fields).flatMap(([name, field]) => {
    if (field.readOnly) {
      const expression = table.computed[name];
      if (!computed || !expression) return [];
      return [`(${computed === 'null' ? computed : expression}) as ${name}`];
    }
    return [wireValue(columnType(table, name), `${row}.${name}`, name)];
  });
  return `(select row_to_json(e) from (select ${row}.id, ${row}.active, ${own.join(', ')}, ${row}.company_id,
    ${wireTime(`${row}.created_at`)} as created_at, ${wireTime(`${row}.modified_at`)} as modified_at,
    ${row}.version, ${row}.data) e)`;
}

function wireValue(type: string, column: string, name: string): string {
  // Decimals are text on the wire: `numeric` keeps the scale that was written, "4.50" stays "4.50".
  if (type === 'numeric') return `${column}::text`;
  return type.startsWith('timestamptz') ? `${wireTime(column)} as ${name}` : column;
}
