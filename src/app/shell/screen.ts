import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { excluding } from '@/contract/paging';
import { sortNames, type Entity, type Resource, type serverOwned } from '@/contract/resource';
import type { Origin } from '@/contract/change-set';
import type { Grant, Role } from '@/contract/role';
import type { IconShape } from '@/ui/display/icon';
import { noValue } from '../i18n/format';
import type { Format } from '../i18n/formats';
import type { LoadComputed } from '../files/out/computed';
import type { ImportDeclaration } from '../files/understanding/import-field';
import type { Capabilities, PageCapability } from '../session/capabilities';
import type { Me, SignedIn } from '../session/session';
import type { RecordChecks } from '../form/checks/record-checks';
import type { Row } from '../data/row';
import type { JsonObject } from '@/record/json';

/** Field of a resource by its wire name; those of `data` as `data.email`. */
export type FieldKey<R extends Resource> =
  | 'id'
  | 'active'
  | keyof typeof serverOwned
  | (keyof R['fields'] & string)
  | `data.${keyof R['data']['shape'] & string}`;

/**
 * Groups of the navigation by job, in their order; `start` and `customers` have no heading. What is in one of the last
 * four is set up and then left alone: it is in the navigation only for those who pin it there.
 */
export const navGroups = [
  'start',
  'catalogue',
  'customers',
  'sales',
  'shops',
  'bookkeeping',
  'access',
  'company',
] as const;
/** A group of the navigation. */
export type NavGroup = (typeof navGroups)[number];

/** The pages that name what is not used daily (`/settings`), each with one entry in the navigation. */
export const settingsPages = ['settings', 'administration'] as const;
/** One of these pages. */
export type SettingsPageName = (typeof settingsPages)[number];

/**
 * The lists and pages that a role opens most, by address, the most used first: on a phone the first four that are
 * offered stand at the thumb, and the group of the first list leads the navigation.
 */
export type Daily = Readonly<Record<Role, readonly string[]>>;

/**
 * How a column displays its field. `name` identifies the row and carries its badges; `choice` displays the text
 * `field=value`; `reference` the name of the record with that GUID.
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

/**
 * A component for the cells of a column. Declared as a method, so that a component for the entity of one resource is
 * accepted for any row: a list has rows of its own resource alone.
 */
type CellOf<R> = { render(props: { row: R }): ReactNode }['render'];

interface ColumnLayout {
  /** Pixels; remaining width goes to the `name` column. */
  readonly width: number;
  /** Its share of the remaining width, of which the name column has 1: for texts of any length. */
  readonly grows?: 1 | 2;
  /**
   * Priority 1 (the default) is always shown; without enough width 3 is hidden first, then 2. The sorted column
   * is never hidden.
   */
  readonly priority?: 1 | 2 | 3;
  /** Hidden unless the user chooses it. */
  readonly extra?: true;
  /** Its field can be set on many records at once, if clients write it. What tells records apart has no such mark. */
  readonly bulk?: true;
  readonly align?: 'right';
  /** `strong` for the value that users look for, `muted` for secondary values. */
  readonly tone?: 'strong' | 'muted';
  /** The text of its label, where that is not its key's. */
  readonly labelKey?: string;
  /** The edited fields that this cell follows: it shows at once what it would be with what is being typed there. */
  readonly follows?: readonly string[];
  /** Shown in the header instead of every cell: "%", or `currency` for the company's own. */
  readonly unit?: string;
}

/** Column that shows one field. Sortable if the contract sorts by that field. */
export type FieldColumn<R extends Resource> = ColumnLayout & {
  readonly field: FieldKey<R>;
  readonly as: CellKind;
  /** Cells can be edited in place: text, decimals, references by search, booleans. */
  readonly edit?: true;
};

/** A column whose cells compute what they show from the row. `key` names its label. */
export type ComputedColumn<R extends Resource> = ColumnLayout & {
  readonly key: string;
  readonly cell: CellOf<Entity<R>>;
  /** What is edited in its cells: the reference that they follow from, or a decimal of `data`. */
  readonly edit?: (keyof R['fields'] & string) | `data.${keyof R['data']['shape'] & string}`;
};

/** How a cell is edited: the kind of its editor, and the field that is sent. */
export interface CellEditing {
  readonly field: string;
  readonly kind: 'text' | 'decimal' | 'reference' | 'flag';
  /** The decimal is a JSON number on the wire, as those of `data` are. */
  readonly isNumber?: true;
  /** What is written next to it, in the object that holds it; without a value that object goes. */
  readonly beside?: JsonObject;
  /** The currency of an amount that is not in the company's. */
  readonly currency?: string;
}

/** A column of a list. */
export type Column<R extends Resource> = FieldColumn<R> | ComputedColumn<R>;

/**
 * Filter of a list, shown as a chip. `name` is the query parameter; its values are records of a resource
 * (`references`, with a search), the given `values`, or those that the service offers under an address of its own (`offered`).
 */
export type Filter<R extends Resource> = { readonly name: keyof R['fields'] | (string & {}) } & (
  | { readonly references: string }
  | { readonly values: readonly string[] }
  | { readonly offered: string }
  | DayRange
);

/** Range of days, both ends included, in two query parameters. */
interface DayRange {
  readonly range: { readonly from: string; readonly until: string };
}

/** A list whose records refer to those of another screen, and the filter that finds them. */
export interface UsedBy {
  readonly resource: string;
  readonly filter: string;
}

/** Sentences about a screen's records. They are inflected, so each screen writes its own. */
export interface ScreenTexts {
  /** Title of the list: "Products". */
  readonly title: string;
  /** Button label: "New product". */
  readonly new: string;
  /** Placeholder of the search input: "Name, code or barcode". */
  readonly search: string;
  /** Accessible name of the search input and the table: "Search products". */
  readonly searchLabel: string;
  /** Message of an empty list: "No products yet". */
  readonly none: string;
  /** Hint below that message. */
  readonly addFirst: string;
  /** Error title: "The products could not be read". */
  readonly notRead: string;
  /** "{{count, number}} products searched", in both numbers. */
  readonly searched_one: string;
  readonly searched_other: string;
  readonly name: string;
}

/** The sentences of a screen whose list brings its own: i18next takes those instead of empty ones. */
export const laterTexts = {
  search: '',
  searchLabel: '',
  none: '',
  addFirst: '',
  notRead: '',
  searched_one: '',
  searched_other: '',
} as const satisfies Partial<ScreenTexts>;

type SortKeyOf<R extends Resource> = (keyof R['fields'] & string) | 'created_at' | 'modified_at';

/** The parts of a screen that its declaration and the core have in common. */
interface ScreenParts<R extends Resource, T extends TextMap> {
  readonly contract: R;
  /** Path of the list; a record's is `path/:id`. */
  readonly path: `/${string}`;
  readonly group: NavGroup;
  /** The page that names it, if it is not used daily: it is in the navigation only when it is pinned. */
  readonly behind?: SettingsPageName;
  readonly icon: IconShape;
  /** The text that names it in the tabs of a phone, if its title is too long there. */
  readonly tab?: string;
  /** What the server must be able to do; elsewhere the screen is not offered. */
  readonly needs?: PageCapability;
  /** Beside its name in the navigation: how much waits for this person. */
  readonly count?: ComponentType;
  /**
   * Texts by key: `ScreenTexts`, labels by field, `field=value` for choices. English is part of the screen's
   * code; other languages are loaded on demand. Forms and pages bring further texts of their own (`texts`).
   */
  readonly texts: {
    readonly en: T;
    readonly fi: () => Promise<{ readonly fi: { readonly [K in keyof T]: string } }>;
  };
  /** The field besides the name by which people identify a record, such as a product's code. */
  readonly code?: FieldKey<R>;
  /**
   * Further paths whose values only one record may have (`data.supply.*.ean` of each element of a list); a duplicate begins without
   * them, and without its `code`.
   */
  readonly unique?: readonly (FieldKey<R> | `${FieldKey<R>}.*.${string}`)[];
  /** The filter that finds a record by a scanned code. */
  readonly scannedBy?: keyof R['extraFilters'] & string;
  /** Returns the display name of a record that people do not call by its `name`: a business day's date. */
  readonly recordName?: (row: Row, format: Format) => string;
  /** Lists whose records reference this screen's, with the filter to count them by: shown before a deactivation. */
  readonly usedBy?: readonly UsedBy[];
  /** Loads the record's form when a record is opened. Without it records are listed and cannot be opened. */
  readonly form?: () => Promise<{ readonly Form: Form } & WithTexts>;
  /** Loads what is checked of a record besides its contract, in the form and in the list's cells. */
  readonly checks?: () => Promise<{ readonly checks: RecordChecks } & WithTexts>;
  /** The roles that see the screen, if they are fewer than those that may read the records. */
  readonly right?: Grant;
  /** `false`: neither list nor form offers (de)activation, because it is impossible or cannot be undone. */
  readonly deactivates?: false;
  /** `false`: a record is not offered as the beginning of another one. */
  readonly duplicates?: false;
  /** Loads a page that replaces the grid at the list's path. */
  readonly list?: () => Promise<{ readonly List: ScreenPage } & WithTexts>;
  /** Returns the columns of the list while these filters are set, if they show something else then. */
  readonly columnsFor?: (columns: readonly ScreenColumn[], filters: SetFilters) => readonly ScreenColumn[];
  /** Loads the actions that the search (Ctrl K) offers for this screen. */
  readonly commands?: () => Promise<{ readonly commandsOf: CommandsOf } & WithTexts>;
  /** Loads what files say about its records: they are imported and exported. */
  readonly files?: () => Promise<{ readonly files: ImportDeclaration; readonly computed?: LoadComputed }>;
  /** Further routes of the screen, each loaded when it is opened. They are matched before a record's route. */
  readonly pages?: readonly PageRoute[];
}

/** The declaration of a screen in `resources/<name>/screen.tsx`, typed by its contract. */
export interface ScreenDeclaration<R extends Resource, T extends ScreenTexts & TextMap> extends ScreenParts<
  R,
  T
> {
  readonly columns: readonly Column<R>[];
  readonly filters: readonly Filter<R>[];
  /** The default order of the list: `name`, `-modified_at`. */
  readonly sort: SortKeyOf<R> | `-${SortKeyOf<R>}`;
}

/** Returns the actions of a screen that the search offers on every page, by what the user may do. */
export type CommandsOf = (context: {
  readonly say: (key: string, values?: Readonly<Record<string, string>>) => string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly locale: string;
  readonly me: Me | null;
  readonly can: Capabilities;
}) => readonly { readonly label: string; readonly icon: IconShape; readonly href: string }[];

/** Texts by key. */
export type TextMap = Readonly<Record<string, string>>;

/** Texts of a part that is loaded on demand (form, list or page), created with `defineTexts`. */
export interface WithTexts {
  readonly texts?: { readonly en: TextMap; readonly fi: TextMap };
}

/** Page component of a screen; it reads its route parameters itself. */
export type ScreenPage = ComponentType<{ screen: Screen }>;

/** A page of a screen and its path, such as `/business-days/:id/print`. */
export interface PageRoute {
  readonly path: `/${string}`;
  /** What the server must be able to do; elsewhere the page says that it is not there. */
  readonly needs?: PageCapability;
  /** What the caller must be allowed to do besides reading the records. */
  readonly right?: Grant;
  /** The field that it is about: it is not there for a role that does not see it. */
  readonly field?: string;
  /** Its entry in the navigation, after that of the list; `label` is a text of the screen. */
  readonly nav?: { readonly label: string; readonly icon: IconShape };
  readonly load: () => Promise<{ readonly Page: ScreenPage } & WithTexts>;
  /**
   * Loads the function that requests what the page shows first, by the record's id in the path. The route's loader
   * calls it while the page's code is still loading.
   */
  readonly prefetch?: () => Promise<{
    readonly prefetch: (queries: QueryClient, current: SignedIn, id: string) => Promise<void>;
  }>;
}

/** A column of a screen of any resource, with what the contract says about its field. */
export type ScreenColumn = ColumnLayout & {
  readonly key: string;
  readonly as: CellKind | undefined;
  readonly cell: CellOf<Row> | undefined;
  readonly sortable: boolean;
  readonly references: string | undefined;
  readonly editing: CellEditing | undefined;
  /** Its label, where that is no text of the screen: the name of a price list. */
  readonly label?: string;
  /** The edited field whose change in per cent the column shows; it is empty where nothing changes. */
  readonly differs?: string;
  /** It stays in its place while the others scroll sideways. */
  readonly stands?: true;
  /** The key of the column that it comes after, in whatever order the user puts them. */
  readonly nextTo?: string;
};

/** A filter of a screen of any resource. */
export interface ScreenFilter {
  readonly name: string;
  readonly references?: string;
  readonly values?: readonly string[];
  readonly offered?: string;
  readonly range?: DayRange['range'];
  /** Labels of the chip and of its values, for filters without a text of the screen. */
  readonly label?: string;
  readonly names?: Readonly<Record<string, string>>;
}

/** Filters that are set: query parameter → values. */
export type SetFilters = Readonly<Record<string, readonly string[]>>;

/** A screen of any resource, as the core uses it. */
export interface Screen extends ScreenParts<Resource, TextMap> {
  readonly columns: readonly ScreenColumn[];
  readonly filters: readonly ScreenFilter[];
  readonly sort: string;
  /** A page that shows the records with other columns: the name under which it keeps columns, place and changes. */
  readonly listName?: string;
  /** The title of that page. */
  readonly title?: string;
  /** The origin of change sets that are made in its rows; `grid` without one. */
  readonly origin?: Origin;
  /** Returns whether a sort of this name tells what the caller's role does not see (grid/seen-screen.ts). */
  readonly isHidden?: (name: string) => boolean;
}

/** Returns the name under which a list keeps its columns, its place and the changes that are collected in it. */
export const listNameOf = ({ listName, contract }: Screen): string => listName ?? contract.name;

/**
 * Declares the screen of a resource. Types check column and filter names against its contract, and the Finnish
 * texts against the English ones. Throws at once if the resource's lists do not know a filter or the order.
 */
export function defineScreen<R extends Resource, const T extends ScreenTexts & Record<string, string>>(
  declaration: ScreenDeclaration<R, T>,
): Screen {
  const { contract, columns, filters, sort } = declaration;
  if (!contract.sorts.includes(sort.replace(/^-/, '')))
    throw new Error(`Lists of ${contract.name} do not sort by "${sort}"`);
  return { ...declaration, ...defineList(contract, { columns, filters }) };
}

/**
 * Declares the columns and filters of a list: those of a screen, or those that its list brings, which are not part of the first load.
 * Throws at once if the resource's lists do not know a filter.
 */
export function defineList<R extends Resource>(
  contract: R,
  { columns, filters }: Pick<ScreenDeclaration<R, ScreenTexts & TextMap>, 'columns' | 'filters'>,
): Pick<Screen, 'columns' | 'filters'> {
  const names = filters.flatMap((filter) =>
    'range' in filter ? [filter.range.from, filter.range.until] : [filter.name],
  );
  for (const name of names) {
    const known = contract.filters.includes(String(name)) || String(name) in contract.extraFilters;
    if (!known) throw new Error(`Lists of ${contract.name} have no filter "${String(name)}"`);
  }
  return {
    columns: columns.map((column) => {
      const key: string = 'field' in column ? column.field : column.key;
      return {
        ...column,
        key,
        as: 'field' in column ? column.as : undefined,
        cell: 'cell' in column ? column.cell : undefined,
        sortable: sortNames(contract).includes(key),
        references: contract.fields[key]?.references,
        editing: editingOf(contract, column),
      };
    }),
    filters: filters.map((filter) => ({ ...filter, name: String(filter.name) })),
  };
}

function editingOf<R extends Resource>(contract: R, column: Column<R>): CellEditing | undefined {
  if (column.edit === undefined) return undefined;
  if (!('field' in column)) {
    const { edit } = column;
    return edit.startsWith('data.')
      ? { field: edit, kind: 'decimal', isNumber: true }
      : { field: edit, kind: 'reference' };
  }
  const { field, as } = column;
  if (contract.fields[field]?.references !== undefined) return { field, kind: 'reference' };
  if (as === 'flag') return { field, kind: 'flag' };
  return { field, kind: as === 'money' || as === 'decimal' ? 'decimal' : 'text' };
}

/** Returns the value of a field of a row; `data.email` reads from `data`, `data.prices.{id}.amount` from further down. */
export function fieldOf(row: Row, key: string): unknown {
  if (!key.startsWith('data.')) return row[key];
  const own = row.data[key.slice(5)];
  if (own !== undefined || !key.includes('.', 5)) return own;
  return pathIn(row, key).reduce((at: unknown, part) => (at as Row | undefined)?.[part], row);
}

/** Returns the path of a field in a row; keys that are GUIDs are the same in upper and lower case. */
export function pathIn(row: Row, key: string): string[] {
  let at: unknown = row;
  return key.split('.').map((part) => {
    const keys = Object.keys(at ?? {});
    const found = keys.includes(part) ? part : keys.find((one) => one.toLowerCase() === part);
    at = (at as Row | undefined)?.[found ?? part];
    return found ?? part;
  });
}

/**
 * Returns what people call a record; if its name is not text (on a generic server), its JSON or a prefix of its
 * id.
 */
export function nameOf(
  screen: { readonly recordName?: Screen['recordName'] | undefined },
  row: Row,
  format: Format,
): string {
  const name = screen.recordName ? screen.recordName(row, format) : row['name'];
  if (typeof name === 'string') return name === '' ? noValue : name;
  return name === undefined || name === null ? row.id.slice(0, 8) : JSON.stringify(name);
}

/** Returns the address of a record with any id; null if records cannot be opened. */
export function hrefOf({ path, form, pages = [] }: Screen, id: string): string | null {
  return form || pages.some((page) => page.path === `${path}/:id`)
    ? `${path}/${encodeURIComponent(id)}`
    : null;
}

/** Returns the query parameters that a filter sets: the last one asks for records without its values. */
export const parametersOf = (filter: ScreenFilter): readonly string[] => {
  if (filter.range) return [filter.range.from, filter.range.until];
  return isSwitch(filter) ? [filter.name] : [filter.name, excluding + filter.name];
};

/** Returns whether a filter has only one value, so that it is set or not. */
export const isSwitch = ({ values }: ScreenFilter): boolean => values?.length === 1;

/** What is chosen in a filter: its values, and whether records must have one of them or none. */
export interface Chosen {
  readonly values: readonly string[];
  readonly isExcluding: boolean;
}

/** Returns what is chosen in a filter that is no range. */
export function chosenOf(filter: ScreenFilter, filters: SetFilters): Chosen {
  const excluded = filters[excluding + filter.name] ?? [];
  return excluded.length > 0
    ? { values: excluded, isExcluding: true }
    : { values: filters[filter.name] ?? [], isExcluding: false };
}

/** Returns the query parameters of what is chosen in a filter; empty ones are not set. */
export const withChosen = ({ name }: ScreenFilter, { values, isExcluding }: Chosen): SetFilters => ({
  [name]: isExcluding ? [] : values,
  [excluding + name]: isExcluding ? values : [],
});

/** Returns the roles that may open a screen. */
export const neededFor = ({ right, contract }: Screen): Grant => right ?? contract.access.read;
/** Props of a resource's form. */
export interface FormProps {
  readonly screen: Screen;
  /** Null for a new record. */
  readonly id: string | null;
}
/** Form component of a resource, which `resources/<name>/form.tsx` exports as `Form`. */
export type Form = ComponentType<FormProps>;
