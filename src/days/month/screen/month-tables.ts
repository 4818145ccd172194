import type { ExportColumn, ExportTable } from '@/app/export/table';
import type { SayOf } from '@/app/i18n/i18n';
import type { Month } from '../schema';

const text = (head: string): ExportColumn => ({ head, kind: 'text' });
const number = (head: string): ExportColumn => ({ head, kind: 'number' });
const date = (head: string): ExportColumn => ({ head, kind: 'day' });

/** Returns a month as export tables; the numbers are the unchanged text of the wire. */
export function monthTables(month: Month, say: SayOf): ExportTable[] {
  const places = new Map(month.locations.map(({ id, name }) => [id, name]));
  const { totals, sealed, difference } = month;
  return [
    {
      name: say('rates'),
      columns: [
        text(say('location')),
        number(say('rate', { rate: '' }).trim()),
        number(say('net')),
        number(say('vat')),
      ],
      rows: [
        ...month.locations.flatMap(({ name, by_tax }) =>
          by_tax.map((row) => [name, row.rate, row.net, row.tax]),
        ),
        ...totals.by_tax.map((row) => [say('all'), row.rate, row.net, row.tax]),
      ],
    },
    {
      name: say('days'),
      columns: [
        date(say('date')),
        text(say('location')),
        text(say('state')),
        number(say('receipts')),
        number(say('net')),
        number(say('vat')),
        number(say('gross')),
        text(say('voucherNum')),
        text(say('sealHash')),
      ],
      rows: month.days.map((day) => [
        day.date,
        places.get(day.location_id) ?? null,
        say(`mark.${day.state}`, { count: 1 }),
        String(day.count),
        day.net,
        day.tax,
        day.gross,
        day.voucher_num,
        day.seal,
      ]),
    },
    {
      name: say('tenders'),
      columns: [text(say('tender')), number(say('amount'))],
      rows: totals.by_tender.map(({ name, type, amount }) => [name ?? type, amount]),
    },
    {
      name: say('owed'),
      columns: [
        text(say('kind')),
        number(say('forward')),
        number(say('received')),
        number(say('used')),
        number(say('carried')),
      ],
      rows: month.owed.map((row) => [
        say(`owed.${row.kind}`),
        row.brought_forward,
        row.received,
        row.used,
        row.carried_on,
      ]),
    },
    {
      name: say('vatReturn'),
      columns: [
        text(say('row')),
        number(say('rate', { rate: '' }).trim()),
        number(say('base')),
        number(say('vat')),
      ],
      rows: month.vat_returns.flatMap(({ rows }) =>
        rows.map((row) => [row.row, row.rate, row.stated_base ?? row.base, row.stated_tax ?? row.tax]),
      ),
    },
    {
      name: say('two'),
      columns: [
        text(say('what')),
        number(say('fromDays')),
        number(say('fromReceipts')),
        number(say('difference')),
      ],
      rows: (['net', 'tax', 'gross'] as const).map((name) => [
        say(name === 'tax' ? 'vat' : name),
        sealed[name],
        totals[name],
        difference[name],
      ]),
    },
  ];
}
