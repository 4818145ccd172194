import { pathsIn, type FieldGroup } from '@/contract/field-groups';
import type { Resource } from '@/contract/resource';
import type { Rules } from '../write/rules';

type FieldsOf<R extends Resource> = R['fields'];
type ComputedName<F> = { [K in keyof F]: F[K] extends { readOnly: true } ? K : never }[keyof F] & string;

/** The columns of every table, besides the resource's own. */
const commonColumns = ['tenant_id', 'company_id', 'id', 'seq', 'version', 'active', 'name', 'data'] as const;

/** A sort that is no field of the record. */
export interface ExtraSort {
  readonly type: 'numeric' | 'text';
  /** SQL over the row `t`, and over `g`, the record that `of` references. May be null. */
  readonly value: string;
  /**
   * The foreign key and its resource, if the order depends on the referenced record. The records of one `g` are in the
   * order of the column `within`, or if there is none, all equal.
   */
  readonly of?: { readonly column: string; readonly resource: string; readonly within?: string };
}

/** Declares how PostgreSQL stores one resource. */
export interface Table<R extends Resource = Resource> {
  readonly resource: R;
  /** Column name (= field name) → its PostgreSQL type with constraints: `'numeric not null'`. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * Columns that a table of a release got later. No index or foreign key is built for them, which would keep writers out meanwhile: that what they
   * refer to is in sight is asked by the write and by the policies, and records are never deleted.
   */
  readonly addedLater: readonly string[];
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
  /** Whether `q` looks at each row: of a caller who does not see all that the index holds (read/seen.ts). */
  readonly isSearchedByRow?: true;
  /** Extra filter → an SQL condition over the row `t` and the text `$1`; it runs under the search role. */
  readonly filters: Readonly<Record<string, string>>;
  /**
   * Extra filter → how its records are looked up, if that is not the table by the filter's condition: what comes before
   * the row `t` in FROM, and the condition.
   */
  readonly lookups: Readonly<Record<string, { readonly from: string; readonly condition: string }>>;
  /**
   * Extra filter → SQL of a JSON array over the row `t`: a record fits if the array contains the value, a GUID, in upper
   * or lower case. The totals of these filters and of the columns `counted` are stored (schema/filter-counts.ts).
   */
  readonly lists: Readonly<Record<string, string>>;
  /** Columns with few values, each of many records: filters by them read stored totals. */
  readonly counted: readonly string[];
  /** Generated columns: name → a `numeric` SQL expression over the row `t`. Lists sort by them. */
  readonly generated: Readonly<Record<string, string>>;
  /** Sorts that are no fields, by name. */
  readonly sorts: Readonly<Record<string, ExtraSort>>;
  /** Additional indexes, by name: what follows `create index … on <table>`. */
  readonly indexes: Readonly<Record<string, string>>;
  /**
   * SQL of what the table has besides that, run once, when it is created: after all tables and their columns. Its functions
   * may be given to `tillhouse_auth` and `tillhouse_search`.
   */
  readonly objects: string;
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
    addedLater?: readonly string[];
    computed?: Record<ComputedName<FieldsOf<R>>, string>;
    revisions?: readonly string[];
    search?: string;
    filters?: Record<string, string>;
    lookups?: Record<string, { from: string; condition: string }>;
    lists?: Record<string, string>;
    counted?: readonly string[];
    generated?: Record<string, string>;
    sorts?: Record<string, ExtraSort>;
    indexes?: Record<string, string>;
    objects?: string;
    rules?: Rules;
  },
): Table<R> {
  const taken = Object.keys(declaration.columns).find((name) =>
    commonColumns.some((common) => common === name),
  );
  if (taken) throw new Error(`${resource.name}: every table has a column ${taken} already`);
  const lists = declaration.lists ?? {};
  const filters = { ...declaration.filters, ...mapValues(lists, contains) };
  const missing = Object.keys(resource.extraFilters).find((name) => !(name in filters));
  if (missing) throw new Error(`${resource.name}: the table does not declare the filter ${missing}`);
  const unsorted = resource.extraSorts.find((name) => !(name in (declaration.sorts ?? {})));
  if (unsorted) throw new Error(`${resource.name}: the table does not declare the sort ${unsorted}`);
  return {
    resource,
    columns: declaration.columns,
    addedLater: declaration.addedLater ?? [],
    computed: declaration.computed ?? {},
    ...(declaration.revisions && { revisions: declaration.revisions }),
    search: declaration.search ?? 'name',
    filters,
    lookups: declaration.lookups ?? {},
    lists,
    counted: declaration.counted ?? [],
    generated: declaration.generated ?? {},
    sorts: declaration.sorts ?? {},
    indexes: declaration.indexes ?? {},
    objects: declaration.objects ?? '',
    rules: declaration.rules ?? {},
  };
}

const mapValues = (of: Record<string, string>, change: (value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));

/** Returns the SQL of an array of GUIDs in lower case: in `data` they are stored as sent. */
export const lowerCase = (array: string): string => `lower((${array})::text)::jsonb`;

const contains = (array: string) => `${lowerCase(array)} ? lower($1)`;

/** Returns whether each record is of one location, which some memberships do not hold (docs/security.md#stores): its own, or its day's. */
export const isOfLocations = ({ resource: { name, fields } }: Pick<Table, 'resource'>): boolean =>
  'location_id' in fields || 'businessday_id' in fields || name === 'event';

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
export const recordJson = (table: Table, row = 't', { hidden = [] }: Sight = {}): string =>
  json(table, row, false, 'row_to_json', hidden);
/** Returns `recordJson` as `jsonb`, as events store it: half the cost of reading JSON that was just written. */
export const recordJsonb = (table: Table, row = 't'): string => json(table, row, false, 'to_jsonb');
/** Returns `recordJson` with the computed fields: the whole entity. */
export const entityJson = (table: Table, { hidden = [] }: Sight = {}): string =>
  json(table, 't', true, 'row_to_json', hidden);

/** What a caller does not see of a record (docs/security.md#roles). */
export interface Sight {
  readonly hidden?: readonly FieldGroup[];
}

/** Returns SQL of a record as JSON, of the resource, without what is hidden. */
export function withoutHidden(record: string, resource: string, { hidden = [] }: Sight): string {
  const paths = pathsIn(hidden, resource);
  return paths.length === 0
    ? record
    : `record_without(${record}, array[${paths.map((path) => `'${path.join('/')}'`).join(', ')}])`;
}

/** Returns `entityJson` with null for the computed fields: for a role that may write entities and not read them. */
export const blindEntityJson = (table: Table): string => json(table, 't', 'null');

function json(
  table: Table,
  row: string,
  computed: boolean | 'null',
  made: 'row_to_json' | 'to_jsonb' = 'row_to_json',
  hidden: readonly FieldGroup[] = [],
): string {
  const { name: resource } = table.resource;
  const paths = pathsIn(hidden, resource);
  const data = paths.some(([top]) => top === 'data')
    ? `${withoutHidden(`jsonb_build_object('data', ${row}.data)`, resource, { hidden })}->'data' as data`
    : `${row}.data`;
  const own = Object.entries(table.resource.fields).flatMap(([name, field]) => {
    if (paths.some((path) => path.length === 1 && path[0] === name)) return [];
    if (field.readOnly) {
      const expression = table.computed[name];
      if (!computed || !expression) return [];
      return [`(${computed === 'null' ? computed : expression}) as ${name}`];
    }
    return [wireValue(columnType(table, name), `${row}.${name}`, name)];
  });
  return `(select ${made}(e) from (select ${row}.id, ${row}.active, ${own.join(', ')}, ${row}.company_id,
    ${wireTime(`${row}.created_at`)} as created_at, ${wireTime(`${row}.modified_at`)} as modified_at,
    ${row}.version, ${data}) e)`;
}

function wireValue(type: string, column: string, name: string): string {
  // Decimals are text on the wire, and `numeric` keeps the scale that was written: "4.50" stays "4.50".
  if (type === 'numeric') return `${column}::text`;
  return type.startsWith('timestamptz') ? `${wireTime(column)} as ${name}` : column;
}
