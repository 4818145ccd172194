import type { ExportColumn } from '@/app/export/table';
import type { CsvForm } from '@/app/files/out/guarded-csv';
import type { FileFormat } from '@/app/export/file-kinds';
import { tableWriter } from '@/app/files/out/write-file';
import type { SayOf } from '@/app/i18n/i18n';
import { paidWith, type Receipt } from './receipt';

/** The most receipts of one file: more are asked for in parts, by their days. */
export const receiptsAtMost = 200_000;

/** What the rows of a file need besides the receipts. */
export interface FileOf {
  readonly name: string;
  readonly form: CsvForm;
  readonly say: SayOf;
  readonly nameOf: (id: string) => string;
  readonly timeZoneOf: (receipt: Receipt) => string | undefined;
}

/** Writes receipts into a file as they are read, a row each with its exact amounts; returns it with their number. */
export async function writeReceipts(
  format: FileFormat,
  pages: AsyncIterable<readonly Receipt[]>,
  { name, form, say, nameOf, timeZoneOf }: FileOf,
): Promise<{ readonly file: Blob; readonly count: number }> {
  const text = (head: string): ExportColumn => ({ head, kind: 'text' });
  const number = (head: string): ExportColumn => ({ head, kind: 'number' });
  const columns = [
    ...['number', 'time', 'location', 'register', 'type', 'cashier', 'tenders'].map((key) => text(say(key))),
    ...['paper.net', 'paper.tax', 'total', 'paper.rounding'].map((key) => number(say(key))),
    ...['file.currency', 'file.removed'].map((key) => text(say(key))),
  ];
  const writer = tableWriter(format, name, columns, form);
  let count = 0;
  for await (const receipts of pages) {
    count += receipts.length;
    writer.rows(
      receipts.map((receipt) => [
        receipt.receipt_num,
        wallTime(receipt.completed_at, timeZoneOf(receipt)),
        nameOf(receipt.location_id),
        nameOf(receipt.pos_id),
        say(`type=${receipt.type}`),
        receipt.cashier,
        paidWith(receipt),
        receipt.total_net,
        receipt.total_tax,
        receipt.total,
        receipt.rounding,
        receipt.currency,
        receipt.active ? null : receipt.removed?.reason || say('file.noReason'),
      ]),
    );
  }
  return { file: writer.finish(), count };
}

/** Returns a moment as the clock on a wall shows it, in a form that every spreadsheet reads and sorts: 2026-03-21 14:05:00. */
function wallTime(at: string, timeZone: string | undefined): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return moment.toLocaleString('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone && { timeZone }),
  });
}
