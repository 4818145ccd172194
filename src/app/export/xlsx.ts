import { XlsxWriter } from '../files/out/xlsx-writer';
import type { ExportTable } from './table';

/** Returns the width of a column in characters, by its longest value. */
const widthOf = (table: ExportTable, index: number): number => {
  const widths = table.rows.slice(0, 200).map((row) => row[index]?.length ?? 0);
  return Math.min(48, Math.max(8, table.columns[index]?.head.length ?? 0, ...widths) + 2);
};

/** Creates a workbook with one sheet per table, each with a fixed header. Codes are text, numbers are numbers. */
export function xlsxOf(tables: readonly ExportTable[]): Blob {
  const workbook = new XlsxWriter();
  for (const table of tables) {
    workbook.sheet(
      table.name,
      table.columns.map((column, at) => ({ ...column, width: widthOf(table, at) })),
    );
    workbook.rows(table.rows);
  }
  return workbook.finish();
}
