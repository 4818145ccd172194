import { Big } from 'big.js';
import { currencyScale } from '@/contract/values';
import type { CellText, Column, Table } from '@/server/pdf/table-parts';
import type { Words } from '../../z-report/words.server';
import type { Month } from '../schema';

const text = (head: string): Column => ({ head, kind: 'text' });
const number = (head: string): Column => ({ head, kind: 'number' });
const main = (head: string): Column => ({ head, kind: 'number', isMain: true });

/** Formats the amounts of a month. */
const moneyOf =
  ({ currency }: Month, { decimal }: Words) =>
  (value: string | null): string =>
    decimal(value, currencyScale(currency));

/** Returns the tables of a month that have rows, in the order of the paper. */
export const monthTables = (month: Month, words: Words): Table[] =>
  [
    twice(month, words),
    locations(month, words),
    rates(month, words),
    tenders(month, words),
    owed(month, words),
    ...month.vat_returns.flatMap((one) => vatReturn(month, one, words)),
    days(month, words),
  ].filter(({ rows }) => rows.length > 0);

function twice(month: Month, words: Words): Table {
  const { say } = words;
  const money = moneyOf(month, words);
  const { sealed, totals, difference } = month;
  const differs = (value: string): CellText =>
    new Big(value).eq(0) ? money(value) : { text: money(value), tone: 'risk' };
  return {
    title: say('month.twice'),
    columns: [
      text(say('month.what')),
      number(say('month.fromDays')),
      number(say('month.fromReceipts')),
      main(say('month.difference')),
    ],
    rows: (['net', 'tax', 'gross'] as const).map((key) => [
      say(key),
      money(sealed[key]),
      money(totals[key]),
      differs(difference[key]),
    ]),
  };
}

function locations(month: Month, words: Words): Table {
  const { say, count } = words;
  const money = moneyOf(month, words);
  const { totals } = month;
  return {
    title: say('month.locations'),
    columns: [
      text(say('month.location')),
      number(say('receipts')),
      number(say('net')),
      number(say('tax')),
      main(say('gross')),
    ],
    rows: month.locations.map((row) => [
      row.name,
      count(row.count),
      money(row.net),
      money(row.tax),
      money(row.gross),
    ]),
    foot: [say('all'), count(totals.count), money(totals.net), money(totals.tax), money(totals.gross)],
    note: month.late.of
      .map(({ month: of, count: late, gross, tax }) =>
        say('month.late', {
          count: late,
          month: of === null ? say('month.otherMonth') : words.month(of),
          gross: money(gross),
          tax: money(tax),
        }),
      )
      .join(' '),
  };
}

function rates(month: Month, words: Words): Table {
  const { say, decimal } = words;
  const money = moneyOf(month, words);
  const rateText = (rate: string | null) => (rate === null ? say('noRate') : decimal(rate));
  return {
    title: say('month.rates'),
    columns: [text(say('month.location')), number(`${say('rate')} %`), number(say('net')), main(say('tax'))],
    rows: month.locations.flatMap(({ name, by_tax }) =>
      // A location is named once, at its first rate.
      by_tax.map(({ rate, net, tax }, at) => [at === 0 ? name : '', rateText(rate), money(net), money(tax)]),
    ),
    foot: [say('all'), '', money(month.totals.net), money(month.totals.tax)],
    note: month.totals.by_tax
      .map(
        ({ rate, net, tax }) =>
          `${rateText(rate)}${rate === null ? '' : ' %'}: ${money(net)} + ${money(tax)}`,
      )
      .join(' · '),
  };
}

function tenders(month: Month, words: Words): Table {
  const { say } = words;
  const money = moneyOf(month, words);
  const rows = month.totals.by_tender;
  const sum = rows.reduce((all, { amount }) => all.plus(amount), new Big(0)).toFixed();
  return {
    title: say('tenders'),
    columns: [text(say('tender')), main(say('amount'))],
    rows: rows.map(({ name, type, amount }) => [name || type || say('noName'), money(amount)]),
    foot: [say('all'), money(sum)],
  };
}

function owed(month: Month, words: Words): Table {
  const { say } = words;
  const money = moneyOf(month, words);
  return {
    title: say('month.owed'),
    columns: [
      text(say('month.owed.kind')),
      number(say('month.forward')),
      number(say('month.received')),
      number(say('month.used')),
      main(say('month.carried')),
    ],
    rows: month.owed.map((row) => [
      say(`month.${row.kind}`),
      money(row.brought_forward),
      money(row.received),
      money(new Big(row.used).times(-1).toFixed()),
      money(row.carried_on),
    ]),
  };
}

function vatReturn(
  month: Month,
  { country, rows, tax: all, stated_tax: stated }: Month['vat_returns'][number],
  words: Words,
): Table[] {
  if (country === null) return [];
  const { say, decimal } = words;
  const money = moneyOf(month, words);
  return [
    {
      title: say(`month.return.${country}`),
      columns: [
        text(say('month.row')),
        number(`${say('rate')} %`),
        number(say('month.base')),
        main(say('tax')),
      ],
      rows: rows.map(({ row, name, rate, base, tax, stated_base, stated_tax }) => [
        `${row} ${say(`month.row.${name}`)}`.trim(),
        rate === null ? '' : decimal(rate),
        stated_base === null ? money(base) : decimal(stated_base),
        stated_tax === null ? (tax === null ? '' : money(tax)) : decimal(stated_tax),
      ]),
      foot: [say('month.taxOnSales'), '', '', stated === null ? money(all) : decimal(stated)],
      note: say('month.purchases'),
    },
  ];
}

function days(month: Month, words: Words): Table {
  const { say, count, day } = words;
  const money = moneyOf(month, words);
  const nameOf = new Map(month.locations.map(({ id, name }) => [id, name]));
  const closed = month.days.filter(({ state }) => state !== 'open');
  const { totals } = month;
  return {
    title: say('month.days'),
    columns: [
      { head: say('z.date'), kind: 'short' },
      text(say('month.location')),
      number(say('receipts')),
      number(say('net')),
      number(say('tax')),
      main(say('gross')),
      number(say('seal')),
    ],
    rows: closed.map((row) => [
      day(row.date),
      nameOf.get(row.location_id) ?? '',
      count(row.count),
      money(row.net),
      money(row.tax),
      money(row.gross),
      row.seal?.slice(0, 8) ?? '–',
    ]),
    foot: [
      say('all'),
      '',
      count(totals.count),
      money(totals.net),
      money(totals.tax),
      money(totals.gross),
      '',
    ],
  };
}
