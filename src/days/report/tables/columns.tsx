import type { Format } from '@/app/i18n/formats';
import type { SheetColumn } from '@/ui/tables/sheet-table';
import { sumOf, textOf } from '../amounts';

type RowWith<Key extends string, Value> = { readonly [key in Key]: Value };

interface Total<Row> {
  /** The rows whose sum is the footer; without them the column has no footer. */
  readonly of?: readonly Row[];
}

/** Column of counts, right-aligned, with their sum as the footer; a null is shown as a dash. */
export function countColumn<Row extends RowWith<'count', number | null>>(
  props: Total<Row> & { header: string; width: number; format: Format },
): SheetColumn<Row> {
  const { header, width, format, of: rows } = props;
  return {
    id: 'count',
    header: () => header,
    meta: { width, align: 'right' },
    cell: ({ row: { original } }) => (
      <span className="muted">{original.count === null ? '–' : format.count(original.count)}</span>
    ),
    ...(rows && { footer: () => format.count(rows.reduce((sum, { count }) => sum + (count ?? 0), 0)) }),
  };
}

/** Column of amounts in the report's currency, right-aligned, with their sum as the footer; bold by `isMain`. */
export function moneyColumn<Key extends string, Row extends RowWith<Key, string>>(
  key: Key,
  props: Total<Row> & { header: string; width?: number; isMain?: boolean; format: Format },
): SheetColumn<Row> {
  const { header, width, isMain, format, of: rows } = props;
  return {
    id: key,
    header: () => `${header} ${format.currency}`,
    meta: { width, align: 'right' },
    cell: ({ row: { original } }) =>
      isMain ? <b className="ink">{format.money(original[key])}</b> : format.money(original[key]),
    ...(rows && { footer: () => format.money(textOf(sumOf(rows.map((row) => row[key])))) }),
  };
}
