import type { Screen } from '../../shell/screen';

/** The user's column settings for one list: order, widths in pixels, and visibility, by column key. */
export interface ColumnPreferences {
  readonly order: string[];
  readonly sizing: Record<string, number>;
  /**
   * Explicit choices of the user. Visibility of every other column follows from its declaration and the window's
   * width.
   */
  readonly shown: Record<string, boolean>;
}

/** Returns the settings of a list that the user has not changed. */
export const declaredColumns = (screen: Screen): ColumnPreferences => ({
  order: screen.columns.map((column) => column.key),
  sizing: {},
  shown: {},
});

/**
 * Parses stored column settings. Unknown columns and invalid values are dropped; columns that were declared after the
 * settings were stored are appended in their declared order. Never throws: any value may be stored.
 */
export function columnsFrom(stored: unknown, screen: Screen): ColumnPreferences {
  const declared = declaredColumns(screen);
  const entries = entriesOf(stored);
  const order = Array.isArray(entries['order']) ? entries['order'] : [];
  const known = declared.order.filter((key) => order.includes(key));
  const inOrder = known.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  return {
    order: [...inOrder, ...declared.order.filter((key) => !order.includes(key))],
    sizing: pick(entries['sizing'], declared.order, (size): size is number => {
      return typeof size === 'number' && size >= 48 && size <= 800;
    }),
    shown: pick(entries['shown'], declared.order, (on): on is boolean => typeof on === 'boolean'),
  };
}

const entriesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function pick<T>(
  from: unknown,
  keys: readonly string[],
  fits: (value: unknown) => value is T,
): Record<string, T> {
  const entries = entriesOf(from);
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = entries[key];
      return fits(value) ? [[key, value]] : [];
    }),
  );
}

/** A saved view of a list: its name, the query string of its address, and its column settings, unparsed. */
export interface View {
  readonly name: string;
  readonly search: string;
  readonly columns: unknown;
}

/** Parses stored views; entries that are not views are dropped. */
export function viewsFrom(stored: unknown): View[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: unknown) => {
    const { name, search, columns } = entriesOf(one);
    return typeof name === 'string' && typeof search === 'string' ? [{ name, search, columns }] : [];
  });
}
