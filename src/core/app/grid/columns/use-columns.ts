import { functionalUpdate, type ColumnSizingState, type Updater } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useApp } from '../../shell/app-context';
import type { Screen, ScreenColumn } from '../../shell/screen';
import { columnsFrom, declaredColumns, type ColumnPreferences } from './column-preferences';
import { useGridWidth } from './use-width';

export interface Columns {
  /** The shown columns in their order: the same array until others are shown. */
  readonly visible: readonly ScreenColumn[];
  /** Of every column, whether it is shown. */
  readonly visibility: Record<string, boolean>;
  /** Rows have boxes to choose them by: there is something to do with what is chosen. */
  readonly selects: boolean;
  /** All columns in their order, for the menu. */
  readonly choices: readonly { id: string; shown: boolean; fixed: boolean }[];
  show: (id: string, shown: boolean) => void;
  order: (ids: string[]) => void;
  resize: (change: Updater<ColumnSizingState>) => void;
  reset: () => void;
  /** As they are to be kept in a view. */
  readonly kept: ColumnPreferences;
  /** As a view kept them. */
  put: (columns: unknown) => void;
}

/**
 * Which columns a list shows, in what order and how wide: as declared, as chosen, as the window has
 * room for. What is chosen is remembered on this machine, by resource, company and person.
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
