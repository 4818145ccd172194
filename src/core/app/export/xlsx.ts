import writeXlsxFile from 'write-excel-file/universal';
import type { ExportColumn, ExportTable } from './table';

/**
 * Digits that a spreadsheet's number can hold; longer ones are written as text, or their last digits would
 * change.
 */
const maxDigits = 15;

/** Sheet names have at most 31 characters, and none of these. */
const sheetName = (name: string): string => name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31);

const head = ({ head: value, kind }: ExportColumn) => ({
  value,
  type: String,
  fontWeight: 'bold' as const,
  align: kind === 'number' ? ('right' as const) : ('left' as const),
});

function cell({ kind }: ExportColumn, value: string | null) {
  if (value === null || value === '') return null;
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(value) && value.replaceAll(/\D/g, '').length <= maxDigits) {
    const places = value.split('.')[1]?.length ?? 0;
    return { value: Number(value), type: Number, format: places === 0 ? '0' : `#,##0.${'0'.repeat(places)}` };
  }
  if (kind === 'day' && /^\d{4}-\d\d-\d\d$/.test(value))
    return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  return { value, type: String };
}

/** Returns the width of a column in characters, by its longest value. */
const widthOf = (table: ExportTable, index: number): number => {
  const widths = table.rows.slice(0, 200).map((row) => row[index]?.length ?? 0);
  return Math.min(48, Math.max(8, table.columns[index]?.head.length ?? 0, ...widths) + 2);
};

/** Creates a workbook with one sheet per table, each with a fixed header. Codes are text, numbers are numbers. */
export function xlsxOf(tables: readonly ExportTable[]): Promise<Blob> {
  const sheets = tables.map((table) => ({
    sheet: sheetName(table.name),
    stickyRowsCount: 1,
    columns: table.columns.map((_, index) => ({ width: widthOf(table, index) })),
    data: [
      table.columns.map(head),
      ...table.rows.map((row) => table.columns.map((column, index) => cell(column, row[index] ?? null))),
    ],
  }));
  return writeXlsxFile(sheets).toBlob();
}
