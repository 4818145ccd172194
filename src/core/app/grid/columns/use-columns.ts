import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type Updater,
} from '@tanstack/react-table';
import { useMemo, useState, type MouseEvent, type TouchEvent } from 'react';
import { useApp } from '../../shell/app-context';
import type { Screen, ScreenColumn } from '../../shell/screen';
import { columnsFrom, declaredColumns, type ColumnPreferences } from './column-preferences';
import { boxWidth, gutter, leastName, useGridWidth } from './use-width';

const features = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
});

const noRows: never[] = [];

/** A column as the grid shows it at the moment. */
export interface ShownColumn {
  readonly column: ScreenColumn;
  readonly resizing: boolean;
  /** Begins resizing by pointer. */
  grab: (event: MouseEvent | TouchEvent) => void;
  /** Wider or narrower by so many pixels. */
  widen: (by: number) => void;
}

export interface Columns {
  /** The shown columns in their order: the same array until others are shown. */
  readonly visible: readonly ScreenColumn[];
  /** The same with what their heads do. */
  readonly shown: readonly ShownColumn[];
  /** `grid-template-columns` of every row. */
  readonly template: string;
  /** Rows have boxes to choose them by: there is something to do with what is chosen. */
  readonly selects: boolean;
  /** The least width before the grid scrolls sideways, in pixels. */
  readonly width: number;
  /** Where the names begin, in pixels from the left, as long as they are not moved behind a column that gives. */
  readonly nameLeft: number;
  /** All columns in their order, for the menu. */
  readonly choices: readonly { id: string; shown: boolean; fixed: boolean }[];
  show: (id: string, shown: boolean) => void;
  order: (ids: string[]) => void;
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
  const columns = useMemo(
    () => screen.columns.map(({ key, width }) => ({ id: key, size: width, minSize: 48, maxSize: 800 })),
    [screen],
  );
  const table = useTable({
    features,
    columns,
    data: noRows,
    columnResizeMode: 'onChange',
    state: { columnOrder: kept.order, columnSizing: kept.sizing, columnVisibility: visibility },
    onColumnSizingChange: (change) => become((was) => ({ ...was, sizing: updated(change, was.sizing) })),
  });

  const byKey = useMemo(() => new Map(screen.columns.map((column) => [column.key, column])), [screen]);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const before = selects ? boxWidth : gutter;
  const tracks: string[] = selects ? [`${before}px`] : [];
  let width = before;
  let nameLeft = before;
  const shown: ShownColumn[] = [];
  for (const header of headers) {
    const column = byKey.get(header.column.id);
    if (!column) continue;
    const size = header.column.getSize();
    // The name takes what is left, and gives of its own first, unless somebody has sized it.
    if (column.as === 'name') nameLeft = width;
    const isGiving = column.as === 'name' && kept.sizing[column.key] === undefined;
    const least = isGiving ? Math.min(size, leastName) : size;
    width += least;
    const takes = column.as === 'name' || (column.grows && kept.sizing[column.key] === undefined);
    const edge = tracks.length === 0 ? gutter : 0;
    tracks.push(takes ? `minmax(${least + edge}px, 1fr)` : `${size + edge}px`);
    shown.push({
      column,
      resizing: header.column.getIsResizing(),
      grab: (event) => header.getResizeHandler()(event),
      widen: (by) =>
        keep({ sizing: { ...kept.sizing, [column.key]: Math.min(800, Math.max(48, size + by)) } }),
    });
  }
  const ids = shown.map(({ column }) => column.key).join();
  const visible = useMemo(() => ids.split(',').flatMap((id) => byKey.get(id) ?? []), [ids, byKey]);
  return {
    visible,
    shown,
    selects,
    template: tracks.join(' '),
    width,
    nameLeft,
    choices: kept.order.map((id) => ({
      id,
      shown: visibility[id] === true,
      fixed: byKey.get(id)?.as === 'name',
    })),
    show: (id, on) => keep({ shown: { ...kept.shown, [id]: on } }),
    order: (order) => keep({ order }),
    reset: () => keep(declaredColumns(screen)),
    kept,
    put: (columns) => keep(columnsFrom(columns, screen)),
  };
}

const updated = <T>(change: Updater<T>, was: T): T =>
  typeof change === 'function' ? (change as (was: T) => T)(was) : change;
