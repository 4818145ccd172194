import { functionalUpdate, type ColumnSizingState, type Updater } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useApp } from '../../shell/app-context';
import { listNameOf, type Screen, type ScreenColumn } from '../../shell/screen';
import { columnsFrom, declaredColumns, type ColumnPreferences } from './column-preferences';
import { useGridWidthClass } from './use-width';

/** The columns of a list, and the actions of the columns menu. */
export interface Columns {
  /** The visible columns in their order. Keeps its identity until other columns are visible. */
  readonly visible: readonly ScreenColumn[];
  /** Visibility of every column, by column key. */
  readonly visibility: Record<string, boolean>;
  /** Whether rows have check boxes, because there is an action for selected rows. */
  readonly isSelectable: boolean;
  /** All columns in their order, for the columns menu; `fixed` ones cannot be hidden. */
  readonly choices: readonly { id: string; shown: boolean; fixed: boolean }[];
  show: (id: string, shown: boolean) => void;
  order: (ids: string[]) => void;
  resize: (change: Updater<ColumnSizingState>) => void;
  reset: () => void;
  /** The settings to store in a view. */
  readonly preferences: ColumnPreferences;
  /** Applies the settings that a view stored. */
  restore: (columns: unknown) => void;
}

/**
 * Returns the columns of a list: as declared, as the user chose them, and as the window has room for. Choices are
 * stored in this browser, by resource, company and person.
 */
export function useColumns(screen: Screen, sort: string, isSelectable: boolean): Columns {
  const { preferences: store } = useApp();
  const name = `${listNameOf(screen)}/columns`;
  const [preferences, setPreferences] = useState<ColumnPreferences>(() =>
    columnsFrom(store.read(name), screen),
  );
  const update = (next: (was: ColumnPreferences) => ColumnPreferences) =>
    setPreferences((was) => {
      const now = next(was);
      store.write(name, now);
      return now;
    });
  const merge = (change: Partial<ColumnPreferences>) => update((was) => ({ ...was, ...change }));

  const widthClass = useGridWidthClass(screen.columns);
  const sorted = sort.replace(/^-/, '');
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        screen.columns.map((column) => [
          column.key,
          column.as === 'name' ||
            column.key === sorted ||
            (preferences.shown[column.key] ?? (!column.extra && (column.priority ?? 1) <= widthClass)),
        ]),
      ),
    [screen, preferences.shown, widthClass, sorted],
  );
  const visible = useMemo(() => {
    const byKey = new Map(screen.columns.map((column) => [column.key, column]));
    // Columns that were added since the settings were read come last.
    const order = new Set([...preferences.order, ...byKey.keys()]);
    const shown = [...order].flatMap((key) => (visibility[key] ? (byKey.get(key) ?? []) : []));
    return shown.flatMap((column) => {
      if (column.nextTo !== undefined) return [];
      return [
        column,
        ...screen.columns.filter(({ key, nextTo }) => nextTo === column.key && visibility[key]),
      ];
    });
  }, [screen, preferences.order, visibility]);
  return {
    visible,
    visibility,
    isSelectable,
    choices: preferences.order.map((id) => ({
      id,
      shown: visibility[id] === true,
      fixed: screen.columns.find(({ key }) => key === id)?.as === 'name',
    })),
    show: (id, on) => merge({ shown: { ...preferences.shown, [id]: on } }),
    order: (order) => merge({ order }),
    resize: (change) => update((was) => ({ ...was, sizing: functionalUpdate(change, was.sizing) })),
    reset: () => merge(declaredColumns(screen)),
    preferences,
    restore: (columns) => merge(columnsFrom(columns, screen)),
  };
}
