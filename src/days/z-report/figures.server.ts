import { Big } from 'big.js';
import type { CellText, Column, Table } from '@/server/pdf/table-parts';
import type { Words } from './words.server';
import type { ZDay } from './z-day.server';

const text = (head: string): Column => ({ head, kind: 'text' });
const number = (head: string): Column => ({ head, kind: 'number' });
const main = (head: string): Column => ({ head, kind: 'number', isMain: true });

const sum = (values: readonly string[]): string =>
  values.reduce((all, value) => all.plus(value), new Big(0)).toFixed();

/** Formats money with an explicit sign: over/short. */
export function signed(value: string | null, scale: number, { decimal }: Words): CellText {
  if (value === null) return '–';
  const amount = new Big(value);
  const written = decimal(value, scale);
  return amount.eq(0) ? written : { text: amount.gt(0) ? `+${written}` : written, tone: 'risk' };
}

/** Returns the tables of a day's figures that have rows, in the order of the paper. */
export function figureTables({ report }: ZDay, words: Words, scale: number): Table[] {
  const { say, count, decimal } = words;
  const { totals, currency } = report;
  const { by_tax, by_tender, by_dpt, by_cashier } = totals;
  const money = (value: string) => decimal(value, scale);
  const total = (values: readonly string[]) => money(sum(values));
  const unit = (key: string) => `${say(key)} ${currency}`;
  const tables: Table[] = [
    {
      title: say('tax'),
      columns: [text(`${say('rate')} %`), number(unit('net')), number(unit('tax')), main(unit('gross'))],
      rows: by_tax.map(({ rate, net, tax, gross }) => [
        rate === null ? say('noRate') : decimal(rate),
        money(net),
        money(tax),
        money(gross),
      ]),
      foot: [
        say('all'),
        total(by_tax.map(({ net }) => net)),
        total(by_tax.map(({ tax }) => tax)),
        total(by_tax.map(({ gross }) => gross)),
      ],
      note: say('roundingRule'),
    },
    {
      title: say('tenders'),
      columns: [text(say('tender')), number(say('count')), number(unit('refunds')), main(unit('amount'))],
      rows: by_tender.map((row) => [
        row.name || row.type || say('noName'),
        count(row.count),
        money(row.refunded),
        money(row.amount),
      ]),
      foot: [
        say('all'),
        count(by_tender.reduce((all, row) => all + row.count, 0)),
        total(by_tender.map(({ refunded }) => refunded)),
        total(by_tender.map(({ amount }) => amount)),
      ],
    },
    {
      title: say('departments'),
      columns: [
        text(say('department')),
        number(say('qty')),
        number(unit('net')),
        number(unit('tax')),
        main(unit('gross')),
      ],
      rows: by_dpt.map((row) => [
        row.name || say('noName'),
        decimal(row.qty),
        money(row.net),
        money(row.tax),
        money(row.gross),
      ]),
      foot: [
        say('all'),
        '',
        total(by_dpt.map(({ net }) => net)),
        total(by_dpt.map(({ tax }) => tax)),
        total(by_dpt.map(({ gross }) => gross)),
      ],
    },
    {
      title: say('cashiers'),
      columns: [text(say('cashier')), number(say('receipts')), main(unit('gross'))],
      rows: by_cashier.map((row) => [
        row.cashier?.name || row.cashier?.id || say('nobody'),
        count(row.count),
        money(row.gross),
      ]),
      foot: [
        say('all'),
        count(by_cashier.reduce((all, row) => all + row.count, 0)),
        total(by_cashier.map(({ gross }) => gross)),
      ],
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}
