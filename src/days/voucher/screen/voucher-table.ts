import type { ExportTable } from '@/app/export/table';
import type { SayOf } from '@/app/i18n/i18n';
import { rowText } from './row-text';
import type { SentVoucher } from '../schema';

/**
 * Returns vouchers as an export table, a line for each row in the order of accounts. Amounts are the service's own text.
 *
 * @param number of a single voucher that has none yet, as it was typed.
 */
export function voucherTable(
  vouchers: readonly SentVoucher[],
  say: SayOf,
  { name, number = '' }: { name: string; number?: string },
): ExportTable {
  return {
    name,
    columns: [
      { head: say('number'), kind: 'text' },
      { head: say('date'), kind: 'day' },
      { head: say('account'), kind: 'text' },
      { head: say('text'), kind: 'text' },
      { head: say('debit'), kind: 'number' },
      { head: say('credit'), kind: 'number' },
      { head: say('accountName'), kind: 'text' },
      { head: say('rate'), kind: 'number' },
      { head: say('vatCode'), kind: 'text' },
      { head: say('location'), kind: 'text' },
      { head: say('costCentre'), kind: 'text' },
    ],
    rows: vouchers.flatMap((voucher) =>
      voucher.rows.map((row) => [
        voucher.number ?? number,
        voucher.to,
        row.account,
        rowText(row, say),
        row.debit,
        row.credit,
        row.account_name,
        row.rate,
        row.vat_code,
        voucher.location.name,
        row.cost_centre,
      ]),
    ),
  };
}
