import type { Screen } from '../../shell/screen';

/** Which columns a list shows, in what order and how wide. */
export interface ColumnPreferences {
  readonly order: string[];
  readonly sizing: Record<string, number>;
  /** What somebody chose; of all others the declaration decides, and the room that there is. */
  readonly shown: Record<string, boolean>;
}

/** As the screen declares them. */
export const declaredColumns = (screen: Screen): ColumnPreferences => ({
  order: screen.columns.map((column) => column.key),
  sizing: {},
  shown: {},
});

/**
 * What was kept, as far as it is about columns that there are; columns that came since stand at the end, as the
 * screen declares them. Whatever else stands there, it says nothing.
 */
export function columnsFrom(kept: unknown, screen: Screen): ColumnPreferences {
  const declared = declaredColumns(screen);
  const given = entriesOf(kept);
  const order = Array.isArray(given['order']) ? given['order'] : [];
  const known = declared.order.filter((key) => order.includes(key));
  const inOrder = known.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  return {
    order: [...inOrder, ...declared.order.filter((key) => !order.includes(key))],
    sizing: pick(given['sizing'], declared.order, (size): size is number => {
      return typeof size === 'number' && size >= 48 && size <= 800;
    }),
    shown: pick(given['shown'], declared.order, (on): on is boolean => typeof on === 'boolean'),
  };
}

const entriesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function pick<T>(
  from: unknown,
  keys: readonly string[],
  fits: (value: unknown) => value is T,
): Record<string, T> {
  const given = entriesOf(from);
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = given[key];
      return fits(value) ? [[key, value]] : [];
    }),
  );
}

/** A list as somebody named it: what it shows (the query of its address), and its columns. */
export interface View {
  readonly name: string;
  readonly search: string;
  readonly columns: unknown;
}

/** The views that were kept; anything that is none is left out. */
export function viewsFrom(kept: unknown): View[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: unknown) => {
    const { name, search, columns } = entriesOf(one);
    return typeof name === 'string' && typeof search === 'string' ? [{ name, search, columns }] : [];
  });
}
