import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Entity, Resource, serverOwned } from '../../contract/resource';
import type { Role } from '../../contract/role';
import type { IconShape } from '../../ui/display/icon';
import { noValue } from '../i18n/format';
import type { Format } from '../i18n/formats';
import type { Client } from '../data/client';
import type { Row } from '../data/row';

/** A field of a resource by its name on the wire; those of `data` as `data.email`. */
export type FieldKey<R extends Resource> =
  | 'id'
  | 'active'
  | keyof typeof serverOwned
  | (keyof R['fields'] & string)
  | `data.${keyof R['data']['shape'] & string}`;

/** The groups of the navigation, in their order. */
export const navGroups = ['catalogue', 'customers', 'sales', 'settings', 'administration'] as const;
export type NavGroup = (typeof navGroups)[number];

/**
 * How a column shows its field. `name` identifies the row and carries its marks; `choice` shows the
 * text `field=value`; `reference` the name of the record that the GUID names.
 */
export type CellKind =
  | 'name'
  | 'code'
  | 'text'
  | 'money'
  | 'decimal'
  | 'integer'
  | 'moment'
  | 'day'
  | 'reference'
  | 'choice'
  | 'flag';

interface ColumnLayout {
  /** Pixels; what is left over goes to the `name` column. */
  readonly width: number;
  /** Shares what is left over with the name: texts of any length. */
  readonly grows?: true;
  /** 1 stays (when not given); where there is no room 3 leaves first, then 2; the sorted column never leaves. */
  readonly priority?: 1 | 2 | 3;
  /** Shown only when it is chosen. */
  readonly extra?: true;
  readonly align?: 'right';
  /** `strong` is what one looks for, `muted` what stands beside it. */
  readonly tone?: 'strong' | 'muted';
  /** Stands in the head, not in every cell: "%", or `currency` for the company's own. */
  readonly unit?: string;
}

/** A column that shows one field. It sorts where the contract sorts by that field. */
export type FieldColumn<R extends Resource> = ColumnLayout & {
  readonly field: FieldKey<R>;
  readonly as: CellKind;
  /** Its cells may be edited where they stand: text, decimals, references by search, yes and no. */
  readonly edit?: true;
};

/** A column worked out from the row. `key` labels it. */
export type ComputedColumn<R extends Resource> = ColumnLayout & {
  readonly key: string;
  readonly cell: ComponentType<{ row: Entity<R> }>;
  /** The reference that is edited in its cells: what they show follows from it. */
  readonly edit?: keyof R['fields'] & string;
};

/** How a cell is edited: what it becomes, and which field is sent. */
export interface CellEditing {
  readonly field: string;
  readonly kind: 'text' | 'decimal' | 'reference' | 'flag';
}

export type Column<R extends Resource> = FieldColumn<R> | ComputedColumn<R>;

/**
 * A filter of the list, a chip. `name` is the query parameter; its values are records of a resource
 * (`references`, searched) or the given `values`.
 */
export type Filter<R extends Resource> = { readonly name: keyof R['fields'] | (string & {}) } & (
  | { readonly references: string }
  | { readonly values: readonly string[] }
  | DayRange
);

/** From a day to a day, both counted in, by two query parameters. */
interface DayRange {
  readonly range: { readonly from: string; readonly until: string };
}

/** A list whose records name those of another screen. */
export interface UsedBy {
  readonly resource: string;
  readonly filter: string;
}

/** Sentences that every screen says about its records; inflected, so each screen writes its own. */
export interface ScreenWords {
  /** The list: "Products". */
  readonly title: string;
  /** The button: "New product". */
  readonly new: string;
  /** In the search box: "Name, code or barcode". */
  readonly search: string;
  /** Read for the search box and for the table: "Search products". */
  readonly searchLabel: string;
  /** "No products yet". */
  readonly none: string;
  /** What to do about it. */
  readonly addFirst: string;
  /** "The products could not be read". */
  readonly notRead: string;
  /** "{{count, number}} products searched", in both numbers. */
  readonly searched_one: string;
  readonly searched_other: string;
  readonly name: string;
}

type SortKeyOf<R extends Resource> = (keyof R['fields'] & string) | 'created_at' | 'modified_at';

/** What `resources/<name>/screen.tsx` declares. */
export interface ScreenDeclaration<R extends Resource, T extends ScreenWords> {
  readonly contract: R;
  /** The list's path; a record's is `path/:id`. */
  readonly path: `/${string}`;
  readonly group: NavGroup;
  readonly icon: IconShape;
  /**
   * Texts by key: `ScreenWords`, labels by field, `field=value` for choices. English comes with the screen, any
   * other language is loaded when it is chosen. What the form or a page says besides comes with that (`texts`).
   */
  readonly texts: {
    readonly en: T;
    readonly fi: () => Promise<{ readonly fi: { readonly [K in keyof T]: string } }>;
  };
  /** The field by which people call a record besides its name: a product's code. */
  readonly code?: FieldKey<R>;
  /** The filter that finds a record by the code that a scanner reads. */
  readonly scannedBy?: keyof R['extraFilters'] & string;
  readonly columns: readonly Column<R>[];
  readonly filters: readonly Filter<R>[];
  /** What people call a record whose `name` they do not: a business day by its date. */
  readonly called?: (row: Row, format: Format) => string;
  /** Which lists name its records, and by which of their filters: told before one is deactivated. */
  readonly usedBy?: readonly UsedBy[];
  /** The order of the list until another is chosen: `name`, `-modified_at`. */
  readonly sort: SortKeyOf<R> | `-${SortKeyOf<R>}`;
  /** Loads the record's form when one is opened. Without it records are listed and not opened. */
  readonly form?: () => Promise<{ readonly Form: Form } & WithTexts>;
  /** The roles that it is for, where those are fewer than may read the records. */
  readonly roles?: readonly Role[];
  /** `false`: neither the list nor the form activates and deactivates records: it is not possible, or for good. */
  readonly deactivates?: false;
  /** Loads what stands at the list's path in place of the grid. */
  readonly list?: () => Promise<{ readonly List: ScreenPage } & WithTexts>;
  /** Further addresses of the screen, each loaded when it is opened. They go before a record's. */
  readonly pages?: readonly PageRoute[];
}

/** Texts by their key. */
export type Words = Readonly<Record<string, string>>;

/** What a form, a list or a page that is loaded by itself brings to say, made by `defineTexts`. */
export interface WithTexts {
  readonly texts?: { readonly en: Words; readonly fi: Words };
}

/** A page of a screen: reads the parameters of its address itself. */
export type ScreenPage = ComponentType<{ screen: Screen }>;

/** An address of a screen and what stands there: `/business-days/:id/print`. */
export interface PageRoute {
  readonly path: `/${string}`;
  readonly load: () => Promise<{ readonly Page: ScreenPage } & WithTexts>;
  /**
   * Loads the function that requests what the page shows first, by the record's id in the path. The route's loader
   * calls it on our own service while the page's code is still loading.
   */
  readonly prefetch?: () => Promise<{
    readonly prefetch: (queries: QueryClient, client: Client, id: string) => Promise<void>;
  }>;
}

/** A screen as the core uses it: of any resource. */
export interface Screen {
  readonly contract: Resource;
  readonly path: string;
  readonly group: NavGroup;
  readonly icon: IconShape;
  readonly texts: { readonly en: Words; readonly fi: () => Promise<{ readonly fi: Words }> };
  readonly code: string | undefined;
  readonly scannedBy?: string;
  readonly columns: readonly (ColumnLayout & {
    readonly key: string;
    readonly as: CellKind | undefined;
    readonly cell: ComponentType<{ row: Row }> | undefined;
    readonly sortable: boolean;
    readonly references: string | undefined;
    readonly editing: CellEditing | undefined;
  })[];
  readonly filters: readonly {
    readonly name: string;
    readonly references?: string;
    readonly values?: readonly string[];
    readonly range?: DayRange['range'];
    /** What the chip and its values are called, where no text of the screen says it. */
    readonly label?: string;
    readonly names?: Readonly<Record<string, string>>;
  }[];
  readonly called?: (row: Row, format: Format) => string;
  readonly usedBy?: readonly UsedBy[];
  readonly sort: string;
  readonly form?: () => Promise<{ readonly Form: Form } & WithTexts>;
  readonly roles?: readonly Role[];
  readonly deactivates?: false;
  readonly list?: () => Promise<{ readonly List: ScreenPage } & WithTexts>;
  readonly pages?: readonly PageRoute[];
}
export type ScreenColumn = Screen['columns'][number];

/**
 * Declares the screen of a resource: column and filter names are checked against its contract, the
 * Finnish texts against the English ones. Throws at once for a filter or an order that lists of the
 * resource do not know.
 */
export function defineScreen<R extends Resource, const T extends ScreenWords & Record<string, string>>(
  declaration: ScreenDeclaration<R, T>,
): Screen {
  const { contract, columns, filters, sort, code } = declaration;
  const names = filters.flatMap((filter) =>
    'range' in filter ? [filter.range.from, filter.range.until] : [filter.name],
  );
  for (const name of names) {
    const known = contract.filters.includes(String(name)) || String(name) in contract.extraFilters;
    if (!known) throw new Error(`Lists of ${contract.name} have no filter "${String(name)}"`);
  }
  if (!contract.sorts.includes(sort.replace(/^-/, '')))
    throw new Error(`Lists of ${contract.name} do not sort by "${sort}"`);
  return {
    ...declaration,
    code,
    columns: columns.map((column) => {
      const key: string = 'field' in column ? column.field : column.key;
      return {
        ...column,
        key,
        as: 'field' in column ? column.as : undefined,
        // A cell asks for its own entity; the list it stands in holds no other.
        cell: 'cell' in column ? (column.cell as unknown as ComponentType<{ row: Row }>) : undefined,
        sortable: 'field' in column && contract.sorts.includes(key),
        references: contract.fields[key]?.references,
        editing: editingOf(contract, column),
      };
    }),
    filters: filters.map((filter) => ({ ...filter, name: String(filter.name) })),
  };
}

function editingOf<R extends Resource>(contract: R, column: Column<R>): CellEditing | undefined {
  if (column.edit === undefined) return undefined;
  if (!('field' in column)) return { field: column.edit, kind: 'reference' };
  const { field, as } = column;
  if (contract.fields[field]?.references !== undefined) return { field, kind: 'reference' };
  if (as === 'flag') return { field, kind: 'flag' };
  return { field, kind: as === 'money' || as === 'decimal' ? 'decimal' : 'text' };
}

/** The value of a field in a row: `data.email` looks into `data`. */
export const fieldOf = (row: Row, key: string): unknown =>
  key.startsWith('data.') ? row.data[key.slice(5)] : row[key];

/** What people call a record; on a server that names it otherwise than by text, what it says, or its id. */
export function nameOf(
  screen: { readonly called?: Screen['called'] | undefined },
  row: Row,
  format: Format,
): string {
  const name = screen.called ? screen.called(row, format) : row['name'];
  if (typeof name === 'string') return name === '' ? noValue : name;
  return name === undefined || name === null ? row.id.slice(0, 8) : JSON.stringify(name);
}

/** The address of a record, whatever its id is made of; null where records are listed and not opened. */
export function hrefOf({ path, form, pages = [] }: Screen, id: string): string | null {
  return form || pages.some((page) => page.path === `${path}/:id`)
    ? `${path}/${encodeURIComponent(id)}`
    : null;
}

/** The query parameters that a filter sets. */
export const parametersOf = (filter: Screen['filters'][number]): readonly string[] =>
  filter.range ? [filter.range.from, filter.range.until] : [filter.name];

/** The roles that a screen is for. */
export const rolesOf = ({ roles, contract }: Screen): readonly Role[] => roles ?? contract.access.read;
/** What the page of a record gives its form. */
export interface FormProps {
  readonly screen: Screen;
  /** Null for a record that does not exist yet. */
  readonly id: string | null;
}
/** The form of a resource: `resources/<name>/form.tsx` exports one as `Form`. */
export type Form = ComponentType<FormProps>;
