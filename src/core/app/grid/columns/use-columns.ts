import { functionalUpdate, type ColumnSizingState, type Updater } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useApp } from '../../shell/app-context';
import type { Screen, ScreenColumn } from '../../shell/screen';
import { columnsFrom, declaredColumns, type ColumnPreferences } from './column-preferences';
import { useGridWidth } from './use-width';

export interface Columns {
  /** The visible columns in their order. Keeps its identity until other columns are visible. */
  readonly visible: readonly ScreenColumn[];
  /** Visibility of every column, by column key. */
  readonly visibility: Record<string, boolean>;
  /** Whether rows have check boxes, because there is an action for selected rows. */
  readonly selects: boolean;
  /** All columns in their order, for the columns menu; `fixed` ones cannot be hidden. */
  readonly choices: readonly { id: string; shown: boolean; fixed: boolean }[];
  show: (id: string, shown: boolean) => void;
  order: (ids: string[]) => void;
  resize: (change: Updater<ColumnSizingState>) => void;
  reset: () => void;
  /** The settings to store in a view. */
  readonly kept: ColumnPreferences;
  /** Applies the settings that a view stored. */
  put: (columns: unknown) => void;
}

/**
 * Returns the columns of a list: as declared, as the user chose them, and as the window has room for. Choices are
 * stored in this browser, by resource, company and person.
 */
export function useColumns(screen: Screen, sort: string, selects: boolean): Columns {
  const { preferences: store } = useApp();
  const name = `${screen.contract.name}/columns`;
  const [kept, setKept] = useState<ColumnPreferences>(() => columnsFrom(store.read(name), screen));
  const become = (next: (was: ColumnPreferences) => ColumnPreferences) =>
    setKept((was) => {
      const now = next(was);
      store.write(name, now);
      return now;
    });
  const keep = (change: Partial<ColumnPreferences>) => become((was) => ({ ...was, ...change }));

  const room = useGridWidth(screen.columns);
  const sorted = sort.replace(/^-/, '');
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        screen.columns.map((column) => [
          column.key,
          column.as === 'name' ||
            column.key === sorted ||
            (kept.shown[column.key] ?? (!column.extra && (column.priority ?? 1) <= room)),
        ]),
      ),
    [screen, kept.shown, room, sorted],
  );
  const visible = useMemo(() => {
    const byKey = new Map(screen.columns.map((column) => [column.key, column]));
    return kept.order.flatMap((key) => (visibility[key] ? (byKey.get(key) ?? []) : []));
  }, [screen, kept.order, visibility]);
  return {
    visible,
    visibility,
    selects,
    choices: kept.order.map((id) => ({
      id,
      shown: visibility[id] === true,
      fixed: screen.columns.find(({ key }) => key === id)?.as === 'name',
    })),
    show: (id, on) => keep({ shown: { ...kept.shown, [id]: on } }),
    order: (order) => keep({ order }),
    resize: (change) => become((was) => ({ ...was, sizing: functionalUpdate(change, was.sizing) })),
    reset: () => keep(declaredColumns(screen)),
    kept,
    put: (columns) => keep(columnsFrom(columns, screen)),
  };
}
