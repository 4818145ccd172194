import type { ExportColumn, ExportTable } from '@/app/export/table';
import type { SayOf } from '@/app/i18n/i18n';
import { paidWith, type Receipt } from '../../receipts/receipt';
import { formatClock, localDayOf } from '../../receipts/receipt-time';
import type { Report } from '../report';
import type { Check } from '../schema/checks';
import type { Summary } from '../schema/summary';
import type { Totals } from '../schema/totals';

const text = (head: string): ExportColumn => ({ head, kind: 'text' });
const number = (head: string): ExportColumn => ({ head, kind: 'number' });
const count = (value: number): string => String(value);

interface Words {
  readonly say: SayOf;
  readonly registerName: (pos_id: string | null) => string;
}

/** Returns the breakdowns of one day or several as export tables; the numbers are the unchanged text of the wire. */
export function totalsTables(totals: Totals, { say, registerName }: Words): ExportTable[] {
  const { by_tax, by_tender, by_dpt, by_plu, by_cashier, by_hour, cash } = totals;
  return [
    keyTable(totals, say),
    {
      name: say('tax'),
      columns: [number(`${say('rate')} %`), number(say('net')), number(say('tax')), number(say('gross'))],
      rows: by_tax.map((row) => [row.rate, row.net, row.tax, row.gross]),
    },
    {
      name: say('tenders'),
      columns: [text(say('tender')), number(say('count')), number(say('refunds')), number(say('amount'))],
      rows: by_tender.map((row) => [row.name ?? row.type, count(row.count), row.refunded, row.amount]),
    },
    {
      name: say('departments'),
      columns: [
        text(say('department')),
        number(say('qty')),
        number(say('net')),
        number(say('tax')),
        number(say('gross')),
      ],
      rows: by_dpt.map((row) => [row.name, row.qty, row.net, row.tax, row.gross]),
    },
    {
      name: say('cashiers'),
      columns: [text(say('cashier')), number(say('receipts')), number(say('gross'))],
      rows: by_cashier.map((row) => [
        row.cashier?.name ?? row.cashier?.id ?? null,
        count(row.count),
        row.gross,
      ]),
    },
    {
      name: say('products'),
      columns: [text(say('code')), text(say('product')), number(say('qty')), number(say('gross'))],
      rows: by_plu.map((row) => [row.productid, row.name, row.qty, row.gross]),
    },
    {
      name: say('hours'),
      columns: [number(say('hour')), number(say('receipts')), number(say('gross'))],
      rows: by_hour.map((row) => [count(row.hour), count(row.count), row.gross]),
    },
    {
      name: say('cash'),
      columns: [
        text(say('register')),
        ...[
          'opening_float',
          'cash.sales',
          'cash.refunds',
          'paid_in',
          'paid_out',
          'cash.expected',
          'counted',
          'over_short',
        ].map((key) => number(say(key))),
      ],
      rows: cash.map((row) => [
        registerName(row.pos_id),
        row.opening_float,
        row.sales,
        row.refunds,
        row.paid_in,
        row.paid_out,
        row.expected,
        row.counted,
        row.over_short,
      ]),
    },
  ];
}

function keyTable(totals: Totals, say: SayOf): ExportTable {
  const { voids, training, returns, removed } = totals;
  return {
    name: say('key.figures'),
    columns: [text(say('what_')), number(say('count')), number(say('amount'))],
    rows: [
      [say('key.gross'), count(totals.count), totals.gross],
      [say('key.net'), null, totals.net],
      [say('key.tax'), null, totals.tax],
      [say('key.discount'), null, totals.discount],
      [say('rounding'), null, totals.rounding],
      [say('returnsIn'), count(returns.count), returns.gross],
      [say('voidsIn'), count(voids.count), voids.gross],
      [say('training'), count(training.count), training.gross],
      ...totals.unknown_types.map(({ type, count: some, gross }) => [
        say('unknownType', { type }),
        count(some),
        gross,
      ]),
      [say('removedIn'), count(removed.count), removed.gross],
      ...totals.non_turnover.map(({ kind, count: some, amount }) => [kind, count(some), amount]),
      [say('over_short'), null, totals.cash_total.over_short],
    ],
  };
}

/** Returns the export tables of removed receipts, and of late ones with their other day. */
export const nonTurnoverTables = (
  { late, totals }: Pick<Report, 'late' | 'totals'>,
  say: SayOf,
): ExportTable[] => [
  {
    name: say('removed.title'),
    columns: [
      ...[say('receipt'), say('removed.by'), say('removed.at'), say('removed.reason')].map(text),
      number(say('gross')),
    ],
    rows: totals.removed.receipts.map((row) => [row.receipt_num, row.by, row.at, row.reason, row.gross]),
  },
  {
    name: say('late.title'),
    columns: [text(say('what_')), number(say('receipts')), number(say('tax')), number(say('gross'))],
    rows: (['of', 'elsewhere'] as const).flatMap((kind) =>
      late[kind].map((row) => [
        say(`late.${kind}`, { day: row.date ?? row.businessday_id }),
        count(row.count),
        row.tax,
        row.gross,
      ]),
    ),
  },
];

/**
 * Returns the export table of the checks: expected, actual, whether it passes, and the number of receipts with faults.
 */
export const checksTable = (checks: readonly Check[], say: SayOf): ExportTable => ({
  name: say('checks'),
  columns: [
    text(say('check')),
    number(say('expected')),
    number(say('found')),
    text(say('ok')),
    number(say('filter.fault')),
  ],
  rows: checks.map((check) => [
    say(`check.${check.code}`),
    check.expected,
    check.actual,
    say(check.ok ? 'ok' : 'notOk'),
    count(check.transaction_ids.length),
  ]),
});

/** Returns the export table of all receipts, one per row. */
export const receiptsTable = (
  receipts: readonly Receipt[],
  { say, sayReceipt, registerName, timeZone }: Words & { sayReceipt: SayOf; timeZone: string },
): ExportTable => ({
  name: say('receipts'),
  columns: [
    text(say('receipt')),
    { head: say('date'), kind: 'day' },
    text(say('time')),
    text(say('register')),
    text(say('cashier')),
    text(sayReceipt('type')),
    text(say('tenders')),
    number(say('net')),
    number(say('tax')),
    number(sayReceipt('total')),
    number(say('rounding')),
  ],
  rows: receipts.map((receipt) => [
    receipt.receipt_num,
    localDayOf(receipt.completed_at, timeZone),
    formatClock(receipt.completed_at, 'en-GB', timeZone, true),
    registerName(receipt.pos_id || null),
    receipt.cashier,
    receipt.type,
    paidWith(receipt),
    receipt.total_net,
    receipt.total_tax,
    receipt.total,
    receipt.rounding,
  ]),
});

/** Returns the export table of all receipt lines, one per row, with the codes as on the receipt. */
export const linesTable = (receipts: readonly Receipt[], say: SayOf, sayReceipt: SayOf): ExportTable => ({
  name: sayReceipt('lines'),
  columns: [
    text(say('receipt')),
    text(say('code')),
    text('EAN'),
    text(say('product')),
    number(say('qty')),
    number(sayReceipt('price')),
    number(sayReceipt('paper.discount')),
    number(`${say('rate')} %`),
    number(sayReceipt('total')),
  ],
  rows: receipts.flatMap((receipt) =>
    receipt.lines.map((line) => [
      receipt.receipt_num,
      line.productid,
      line.ean,
      line.name,
      line.qty,
      line.unit_price,
      line.discount,
      line.tax_rate,
      line.total,
    ]),
  ),
});

/** Returns the export table of the days of a summary, one per row. */
export const daysTable = ({ days, locations }: Summary, say: SayOf): ExportTable => ({
  name: say('summary.days'),
  columns: [
    { head: say('date'), kind: 'day' },
    text(say('location')),
    text(say('status')),
    number(say('receipts')),
    number(say('gross')),
    number(say('over_short')),
  ],
  rows: days.map((day) => [
    day.date,
    locations.find(({ id }) => id === day.location_id)?.name ?? null,
    day.status,
    count(day.count),
    day.gross,
    day.over_short,
  ]),
});
