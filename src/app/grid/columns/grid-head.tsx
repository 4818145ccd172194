// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { flexRender } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type KeyboardEvent, type PointerEvent } from 'react';
import { useText, useTextOf } from '../../i18n/i18n';
import type { ScreenColumn } from '../../shell/screen';
import { useFormat } from '../../i18n/use-format';
import { Checkbox } from '@/ui/fields/choices/choice';
import { cx } from '@/ui/style/cx';
import styles from '@/ui/tables/grid.module.css';
import { Icon } from '@/ui/display/icon';
import type { GridHeader } from './grid-features';

/**
 * Header row of the grid. A click or Enter sorts; dragging, or Shift with an arrow key on a sortable header, resizes.
 */
export const GridHead = memo(function GridHead(props: {
  headers: readonly GridHeader[];
  /** The column that the pointer is resizing, or false. */
  resizing: string | false;
  /** Whether rows have check boxes. */
  isSelectable: boolean;
  /** The order of the shown rows: `name`, `-name`. */
  sort: string;
  /** Orders by a column; by the one that the list is ordered by, the other way round. */
  onSort: (field: string) => void;
  /** Whether all, some or none of the loaded rows are selected. */
  selected: 'all' | 'some' | 'none';
  /** First and last column of the marked cells. */
  marked?: readonly [number, number] | undefined;
  onSelect: (selected: boolean) => void;
}) {
  const { headers, resizing, isSelectable, sort, onSort, selected, marked = [-1, -1], onSelect } = props;
  const say = useText();
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {isSelectable && (
        <div role="columnheader" className={cx(styles.th, styles.box)}>
          <Checkbox
            aria-label={say('list.selectLoaded')}
            checked={selected === 'all'}
            mixed={selected === 'some'}
            onChange={onSelect}
          />
        </div>
      )}
      {headers.map((header, place) => {
        const { column } = header;
        const order = sort === column.id ? 'asc' : sort === `-${column.id}` ? 'desc' : null;
        const canSort = column.columnDef.meta?.column.sortable === true;
        const label = (
          <span className={styles.cut} onPointerEnter={showWhole}>
            {flexRender(column.columnDef.header, header.getContext())}
          </span>
        );
        return (
          <div
            key={header.id}
            role="columnheader"
            aria-sort={canSort ? (order ? `${order}ending` : 'none') : undefined}
            className={cx(
              styles.th,
              column.columnDef.meta?.column.align === 'right' && styles.r,
              place >= marked[0] && place <= marked[1] && styles.ink,
              column.columnDef.meta?.column.stands && styles.stands,
            )}
            style={column.columnDef.meta?.column.stands && { left: `var(--stands-${place})` }}
          >
            {canSort ? (
              <button
                type="button"
                className={styles.sort}
                onClick={() => onSort(column.id)}
                onKeyDown={(event) => resizeByKey(event, header)}
              >
                {label}
                {order && <Icon as={order === 'asc' ? ArrowUp : ArrowDown} size="xs" />}
              </button>
            ) : (
              label
            )}
            {/* A handle for pointers only: the keyboard resizes with Shift and an arrow key on the header. */}
            <span
              role="presentation"
              className={styles.resize}
              data-on={resizing === column.id || undefined}
              onMouseDown={(event) => header.getResizeHandler()(event)}
              onTouchStart={(event) => header.getResizeHandler()(event)}
            />
          </div>
        );
      })}
    </div>
  );
});

/** Shows a head that is cut off as a whole while the pointer is on it. */
function showWhole({ currentTarget: label }: PointerEvent<HTMLElement>): void {
  label.title = label.scrollWidth > label.clientWidth ? label.innerText : '';
}

/** Pixels by which Shift and an arrow key resize a column. */
const step = 16;

function resizeByKey(event: KeyboardEvent, header: GridHeader): void {
  if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
  event.preventDefault();
  event.stopPropagation();
  const { column, table } = header.getContext();
  const { minSize = 48, maxSize = 800 } = column.columnDef;
  const size = column.getSize() + (event.key === 'ArrowRight' ? step : -step);
  table.setColumnSizing((was) => ({ ...was, [column.id]: Math.min(maxSize, Math.max(minSize, size)) }));
}

/** Returns a function for the label of a column without its unit: what its field is called. */
export function useFieldLabel(
  resource: string,
): (column: Pick<ScreenColumn, 'key' | 'labelKey' | 'label'>) => string {
  const say = useTextOf(resource);
  return ({ key, labelKey, label }) => label ?? say(labelKey ?? key);
}

/**
 * Returns a function for the text of a column header: the label, followed by the unit if there is one ("Price €").
 */
export function useColumnLabel(
  resource: string,
): (column: Pick<ScreenColumn, 'key' | 'unit' | 'labelKey' | 'label'>) => string {
  const label = useFieldLabel(resource);
  const { currency } = useFormat();
  return ({ unit, ...column }) =>
    unit === undefined ? label(column) : `${label(column)} ${unit === 'currency' ? currency : unit}`;
}
