import type { Resource } from '@/core/contract/resource';
import type { Rules } from '../write/rules';

type FieldsOf<R extends Resource> = R['fields'];
type ComputedName<F> = { [K in keyof F]: F[K] extends { readOnly: true } ? K : never }[keyof F] & string;

/** The columns of every table, besides the resource's own. */
const commonColumns = ['tenant_id', 'company_id', 'id', 'seq', 'version', 'active', 'name', 'data'] as const;

/** Declares how PostgreSQL stores one resource. */
export interface Table<R extends Resource = Resource> {
  readonly resource: R;
  /** Column name (= field name) → its PostgreSQL type with constraints: `'numeric not null'`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Computed field → an SQL expression over the row `t`. */
  readonly computed: Readonly<Record<string, string>>;
  /**
   * The revisions that computed fields depend on, by the names under which it raises revisions of its own. The lists
   * of a table with computed fields and without this are not cached.
   */
  readonly revisions?: readonly string[];
  /**
   * What `q` searches: an immutable SQL text expression over the table's columns, stored in a generated column with a
   * trigram index.
   */
  readonly search: string;
  /** Extra filter → an SQL condition over the row `t` and the text `$1`; it runs under the search role. */
  readonly filters: Readonly<Record<string, string>>;
  /** Additional indexes, by name: what follows `create index … on <table>`. */
  readonly indexes: Readonly<Record<string, string>>;
  /** SQL by name, each run once, in the order of the names, after the table and its columns exist. */
  readonly migrations: Readonly<Record<string, string>>;
  /** The resource's own rules for a write, and what it stores besides the record. */
  readonly rules: Rules;
}

/**
 * Declares the table of a resource. The compiler requires a column for each field that clients write (except `name`,
 * which every table has) and an expression for each computed one.
 *
 * A new column is simply added here: the next start adds it (see migrate.ts). Any other change of stored data is a
 * migration.
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

/** Returns the PostgreSQL type of a column without constraints: `'numeric not null'` → `'numeric'`. */
export function columnType(table: Table, name: string): string {
  if (name === 'name') return 'text';
  if (name === 'active') return 'boolean';
  if (name === 'created_at' || name === 'modified_at') return 'timestamptz';
  const declared = table.columns[name];
  if (!declared) throw new Error(`${table.resource.name} has no column ${name}`);
  return declared.split(' ')[0] ?? declared;
}

/** Returns SQL for a time in the wire's format: ISO 8601, UTC, milliseconds. */
export const wireTime = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Returns the SQL expression of an entity in the wire's format (docs/interface.md#2-resources-and-their-fields), over
 * the row `row`. PostgreSQL writes the JSON, so no number of `data` ever becomes a JavaScript number.
 *
 * `recordJson` is the record alone; `entityJson` includes the computed fields.
 */
export const recordJson = (table: Table, row = 't'): string => json(table, row, false);
/** Returns `recordJson` as `jsonb`, as events store it: half the cost of reading JSON that was just written. */
export const recordJsonb = (table: Table, row = 't'): string => json(table, row, false, 'to_jsonb');
/** Returns `recordJson` with the computed fields: the whole entity. */
export const entityJson = (table: Table): string => json(table, 't', true);

/** Returns `entityJson` with null for the computed fields: for a role that may write entities and not read them. */
export const blindEntityJson = (table: Table): string => json(table, 't', 'null');

function json(
  table: Table,
  row: string,
  computed: boolean | 'null',
  made: 'row_to_json' | 'to_jsonb' = 'row_to_json',
): string {
  const own = Object.entries(table.resource.fields).flatMap(([name, field]) => {
    if (field.readOnly) {
      const expression = table.computed[name];
      if (!computed || !expression) return [];
      return [`(${computed === 'null' ? computed : expression}) as ${name}`];
    }
    return [wireValue(columnType(table, name), `${row}.${name}`, name)];
  });
  return `(select ${made}(e) from (select ${row}.id, ${row}.active, ${own.join(', ')}, ${row}.company_id,
    ${wireTime(`${row}.created_at`)} as created_at, ${wireTime(`${row}.modified_at`)} as modified_at,
    ${row}.version, ${row}.data) e)`;
}

function wireValue(type: string, column: string, name: string): string {
  // Decimals are text on the wire, and `numeric` keeps the scale that was written: "4.50" stays "4.50".
  if (type === 'numeric') return `${column}::text`;
  return type.startsWith('timestamptz') ? `${wireTime(column)} as ${name}` : column;
}
