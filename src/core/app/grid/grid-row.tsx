// Rows stand anywhere in a tall element, so the table is the ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { memo } from 'react';
import { useText } from '../i18n';
import { useApp } from '../app-context';
import { nameOf, type Row, type ScreenColumn } from '../screen';
import { useFormat } from '../use-format';
import { Skeleton } from '../../ui/blank';
import { Checkbox } from '../../ui/choice';
import { cx } from '../../ui/cx';
import styles from '../../ui/grid.module.css';
import { CellContent } from './cell';

/** The element id of a row, by its place in the list. */
export const rowId = (grid: string, index: number): string => `${grid}-row-${index}`;

/** A row in its place. Props are plain values and lasting functions, so that scrolling renders new rows alone. */
export const GridRow = memo(function GridRow(props: {
  id: string;
  index: number;
  top: number;
  row: Row;
  columns: readonly ScreenColumn[];
  resource: string;
  href: string | null;
  chosen: boolean;
  focused: boolean;
  onToggle: (index: number) => void;
}) {
  const { id, index, top, row, columns, resource, href, chosen, focused, onToggle } = props;
  const say = useText();
  const format = useFormat();
  const name = nameOf(useApp().screens[resource] ?? {}, row, format);
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      data-index={index}
      className={cx(styles.row, chosen && styles.sel, !row.active && styles.off, focused && styles.focus)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className={cx(styles.td, styles.box)}>
        <Checkbox
          aria-label={say('list.select', { name })}
          checked={chosen}
          tabIndex={-1}
          onChange={() => onToggle(index)}
        />
      </div>
      {columns.map((column) => (
        <div key={column.key} role="gridcell" className={cellClass(column)}>
          <CellContent column={column} row={row} resource={resource} href={href} />
        </div>
      ))}
    </div>
  );
});

function cellClass(column: ScreenColumn): string {
  return cx(
    styles.td,
    column.align === 'right' && styles.r,
    column.as === 'name' && styles.main,
    column.as === 'code' && styles.key,
    column.as === 'moment' && styles.digits,
    column.tone === 'strong' && styles.n1,
    column.tone === 'muted' && styles.n2,
  );
}

/** How wide the bars of rows that have not come are, in percent of their column. */
const shares = [62, 78, 54, 70, 48];

/** A row that has not come yet: still bars at the columns' widths. */
export const WaitingRow = memo(function WaitingRow(props: {
  index: number;
  top: number;
  columns: readonly ScreenColumn[];
}) {
  const { index, top, columns } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy="true"
      className={cx(styles.row, styles.wait)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className={cx(styles.td, styles.box)}>
        <Skeleton width={16} />
      </div>
      {columns.map((column, place) => (
        <div key={column.key} role="gridcell" className={cx(styles.td, column.align === 'right' && styles.r)}>
          <Skeleton
            width={`${shares[(index + place) % shares.length] ?? 60}%`}
            right={column.align === 'right'}
          />
        </div>
      ))}
    </div>
  );
});
