// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { useMemo } from 'react';
import styles from '@/ui/tables/grid.module.css';
import type { Row } from '../../data/row';
import type { Screen } from '../../shell/screen';
import type { GridTable } from '../columns/use-grid-table';
import { rowId, SkeletonRow } from '../rows/grid-row';
import { bodyStyle, SkeletonRows } from '../rows/grid-rows';
import type { Pages } from '../rows/use-pages';
import type { Selection } from '../selection/selection';
import type { VirtualRows } from '../rows/use-virtual-rows';
import { phoneLine } from './phone-line';
import { PhoneRow } from './phone-row';
import { phoneRowHeight } from './row-height';

/** The rendered rows of a list on a phone, in an element as high as the whole list. */
export function PhoneRows(props: {
  /** The grid's element id. */
  id: string;
  screen: Screen;
  table: GridTable;
  /** The rendered records by their index; undefined while loading. */
  rendered: ReadonlyMap<number, Row | undefined>;
  pages: Pages;
  view: VirtualRows;
  active: number;
  selection: Selection;
  /** Whether the grid has the keyboard focus. */
  isFocused: boolean;
  /** Returns the address of a row's record; null if it cannot be opened. */
  hrefOf: (row: Row) => string | null;
}) {
  const { id, screen, table, rendered, pages, view, active, selection, isFocused, hrefOf } = props;
  const line = useMemo(() => phoneLine(screen), [screen]);
  const waiting = [line.under[0], line.amount].filter((one) => one !== undefined);
  return (
    <div role="rowgroup" className={styles.body} style={bodyStyle(pages, view, phoneRowHeight)}>
      {pages.total === null ? (
        <SkeletonRows columns={waiting} isSelectable={false} height={phoneRowHeight} />
      ) : (
        [...rendered].map(([index, record]) => {
          const row = record && table.rowOf(record);
          const top = view.positionOf(index);
          const slot = index % view.maxRendered;
          if (!row)
            return (
              <SkeletonRow
                key={`waiting ${slot}`}
                {...{ index, top }}
                variant={slot}
                columns={waiting}
                isSelectable={false}
              />
            );
          return (
            <PhoneRow
              key={slot}
              id={rowId(id, index)}
              {...{ index, top, screen, line }}
              row={row.original}
              href={hrefOf(row.original)}
              isSelected={selection.has(row.id)}
              isFocused={isFocused && index === active}
            />
          );
        })
      )}
    </div>
  );
}
