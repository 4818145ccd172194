import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '@/ui/display/icon';
import { decimalOf, noValue } from '../../i18n/format';
import type { ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import { CellContent } from '../rows/cell';
import type { CellValue } from '../edit/cell-edits';
import { asItWouldBe, type PendingCell, type PendingRecord } from './pending';
import styles from './sheet.module.css';

/** What the cells of one record show that differs from what is stored. */
export interface CellMarks {
  readonly record: PendingRecord | undefined;
  /** Why a value was not taken, by field. */
  readonly refused: ReadonlyMap<string, string> | undefined;
}

/** Returns a function for the content of a record's cells; it returns undefined for those that are as stored. */
export function cellsOf(
  row: Row,
  { record, refused }: CellMarks,
  context: {
    readonly resource: string;
    readonly textOf: (column: ScreenColumn, value: CellValue) => string;
    readonly percent: Percent;
  },
): (column: ScreenColumn) => ReactNode {
  return (column) => {
    const { editing } = column;
    if (!editing) {
      if (column.differs !== undefined)
        return differenceOf(record?.cells.get(column.differs), context.percent);
      if (!record || !column.follows?.some((field) => record.cells.has(field))) return undefined;
      return (
        <span className={styles.follows}>
          <CellContent
            column={column}
            row={asItWouldBe(row, record)}
            resource={context.resource}
            href={null}
          />
        </span>
      );
    }
    const why = refused?.get(editing.field);
    const cell = record?.cells.get(editing.field);
    const text = (value: CellValue) => context.textOf(column, value);
    if (why !== undefined)
      return (
        <span className={styles.refused} title={why}>
          <Icon as={CircleAlert} size="s" />
          {cell ? (
            text(cell.after)
          ) : (
            <CellContent column={column} row={row} resource={context.resource} href={null} />
          )}
          <span className={styles.spoken}>{why}</span>
        </span>
      );
    return (
      cell && (
        <BeforeAfter
          cell={cell}
          isSaving={record?.isSaving === true}
          isLive={record?.isLive === true}
          text={text}
        />
      )
    );
  };
}

/** How per cent are written, and what is said of a value that was none before. */
export interface Percent {
  readonly format: (value: string) => string;
  readonly fresh: string;
}

/** Returns by how many per cent a value changes; nothing for one that stays. */
function differenceOf(cell: PendingCell | undefined, percent: Percent): ReactNode {
  if (!cell) return <span />;
  const [before, after] = [decimalOf(cell.before), decimalOf(cell.after)];
  if (!before) return after ? percent.fresh : <span />;
  if (!after || before.eq(0)) return <span />;
  const difference = after.minus(before).times(100).div(before);
  return `${difference.gt(0) ? '+' : ''}${percent.format(difference.toFixed(4))}`;
}

/** Pixels of a digit before and after, and of what stands around them. */
const digit = { before: 6.6, after: 7.8, around: 32, doubt: 12 };

/** Returns the least widths of columns in which amounts change: an amount is never cut. */
export function widthsOf(
  records: readonly PendingRecord[],
  columns: readonly ScreenColumn[],
  textOf: (column: ScreenColumn, value: CellValue) => string,
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  const amounts = columns.filter(({ editing }) => editing?.kind === 'decimal');
  for (const { cells, isSaving } of records)
    for (const column of isSaving ? [] : amounts) {
      const cell = cells.get(column.editing?.field ?? '');
      if (!cell) continue;
      const [before, after] = [textOf(column, cell.before).length, textOf(column, cell.after).length];
      const dot = (cell.doubt === undefined ? 0 : digit.doubt) + (cell.note === undefined ? 0 : digit.doubt);
      const width = Math.ceil(before * digit.before + after * digit.after + digit.around + dot);
      widths.set(column.key, Math.max(widths.get(column.key) ?? 0, width));
    }
  return widths;
}

/** A cell that will change: what it was, struck, and what it will be. */
function BeforeAfter(props: {
  cell: PendingCell;
  isSaving: boolean;
  isLive: boolean;
  text: (value: CellValue) => string;
}) {
  const { cell, isSaving, isLive, text } = props;
  const before = text(cell.before);
  const after = text(cell.after);
  if (isSaving) return <span className={styles.saving}>{after}</span>;
  return (
    <span
      className={styles.change}
      data-live={isLive || undefined}
      title={cell.doubt ?? cell.note ?? `${before} → ${after}`}
    >
      {cell.doubt !== undefined && <i className={styles.doubt} />}
      {cell.note !== undefined && <i className={styles.raised} />}
      {before === noValue ? <span className="muted">{noValue}</span> : <del>{before}</del>} <ins>{after}</ins>
    </span>
  );
}
