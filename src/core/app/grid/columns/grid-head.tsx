// Rows stand anywhere in a tall element, so the table is the ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type KeyboardEvent } from 'react';
import { useText, useTextOf } from '../../i18n/i18n';
import type { ScreenColumn } from '../../shell/screen';
import { useFormat } from '../../i18n/use-format';
import { Checkbox } from '../../../ui/fields/choices/choice';
import { cx } from '../../../ui/style/cx';
import styles from '../../../ui/tables/grid.module.css';
import { Icon } from '../../../ui/display/icon';
import type { ShownColumn } from './use-columns';

/** The head: sorts by click or Enter; widths by dragging, or by Shift and an arrow on a head that sorts. */
export const GridHead = memo(function GridHead(props: {
  columns: readonly ShownColumn[];
  resource: string;
  /** Whether there are boxes. */
  selects: boolean;
  sort: string;
  onSort: (field: string) => void;
  /** All, some or none of the loaded rows are chosen. */
  chosen: 'all' | 'some' | 'none';
  onChoose: (chosen: boolean) => void;
}) {
  const { columns, resource, selects, sort, onSort, chosen, onChoose } = props;
  const say = useText();
  const label = useColumnLabel(resource);
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {selects && (
        <div role="columnheader" className={cx(styles.th, styles.box)}>
          <Checkbox
            aria-label={say('list.selectLoaded')}
            checked={chosen === 'all'}
            mixed={chosen === 'some'}
            onChange={onChoose}
          />
        </div>
      )}
      {columns.map((shown) => {
        const { column } = shown;
        const order =
          sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined;
        return (
          <div
            key={column.key}
            role="columnheader"
            aria-sort={column.sortable ? (order ?? 'none') : undefined}
            className={cx(styles.th, column.align === 'right' && styles.r)}
          >
            {column.sortable ? (
              <button
                type="button"
                className={styles.sort}
                onClick={() => onSort(column.key)}
                onKeyDown={(event) => widenBy(event, shown)}
              >
                <span className={styles.cut}>{label(column)}</span>
                {order && <Icon as={order === 'ascending' ? ArrowUp : ArrowDown} size="xs" />}
              </button>
            ) : (
              <span className={styles.cut}>{label(column)}</span>
            )}
            {/* A handle for pointers alone: the keyboard has Shift and an arrow on the head. */}
            <span
              role="presentation"
              className={styles.resize}
              data-on={shown.resizing || undefined}
              onMouseDown={shown.grab}
              onTouchStart={shown.grab}
            />
          </div>
        );
      })}
    </div>
  );
});

/** How far Shift and an arrow widen a column, in pixels. */
const step = 16;

function widenBy(event: KeyboardEvent, shown: ShownColumn): void {
  if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
  event.preventDefault();
  event.stopPropagation();
  shown.widen(event.key === 'ArrowRight' ? step : -step);
}

/** The words of a column's head: its label, with the unit where it has one: "Price €". */
export function useColumnLabel(resource: string): (column: Pick<ScreenColumn, 'key' | 'unit'>) => string {
  const say = useTextOf(resource);
  const { currency } = useFormat();
  return ({ key, unit }) =>
    unit === undefined ? say(key) : `${say(key)} ${unit === 'currency' ? currency : unit}`;
}
