import type { CellText, Table } from '@/server/pdf/table-parts';
import type { Words } from './words.server';
import type { ZDay } from './z-day.server';

/** Returns the tables of what is counted apart: voids, training, non-turnover, rounding, removed and late receipts. */
export function outsideSalesTables({ report, seal }: ZDay, words: Words, scale: number): Table[] {
  const { say, count, decimal, day, moment } = words;
  const { totals, currency, late, timezone } = report;
  const { returns, voids, training, unknown_types, removed, non_turnover, rounding } = totals;
  const money = (value: string) => decimal(value, scale);
  const counted = (label: string, of: { readonly count: number; readonly gross: string }): CellText[] => [
    label,
    count(of.count),
    money(of.gross),
  ];
  const kindOf = (kind: string): string => {
    const word = say(`kind=${kind}`);
    return word.includes('=') ? kind : word;
  };
  const amount = `${say('amount')} ${currency}`;
  const tables: Table[] = [
    {
      title: say('aside'),
      columns: [
        { head: say('what_'), kind: 'text' },
        { head: say('count'), kind: 'number' },
        { head: amount, kind: 'number', isMain: true },
      ],
      rows: [
        counted(say('returnsIn'), returns),
        counted(say('voidsIn'), voids),
        counted(say('training'), training),
        ...unknown_types.map((row) => counted(say('unknownType', { type: row.type }), row)),
        ...(removed.count > 0 ? [counted(say('removedIn'), removed)] : []),
        ...non_turnover.map((row) => [kindOf(row.kind), count(row.count), money(row.amount)]),
        [say('rounding'), '', money(rounding)],
      ],
    },
    {
      title: say('removed.title'),
      columns: [
        { head: say('receipt'), kind: 'text' },
        { head: say('removed.by'), kind: 'text' },
        { head: say('removed.at'), kind: 'text' },
        { head: say('removed.reason'), kind: 'text' },
        { head: `${say('gross')} ${currency}`, kind: 'number', isMain: true },
      ],
      rows: removed.receipts.map((row) => [
        row.receipt_num,
        row.by ?? '–',
        row.at === null ? '–' : moment(row.at, timezone),
        row.reason || say('removed.none'),
        money(row.gross),
      ]),
    },
    {
      title: say('late.title'),
      columns: [
        { head: say('what_'), kind: 'text' },
        { head: say('receipts'), kind: 'number' },
        { head: `${say('tax')} ${currency}`, kind: 'number' },
        { head: `${say('gross')} ${currency}`, kind: 'number', isMain: true },
      ],
      // Receipts that came to another day come after this one was sealed: they are on the paper of that day.
      rows: (seal ? (['of'] as const) : (['of', 'elsewhere'] as const)).flatMap((kind) =>
        late[kind].map((row) => [
          say(`late.${kind}`, { day: row.date === null ? row.businessday_id : day(row.date) }),
          count(row.count),
          money(row.tax),
          money(row.gross),
        ]),
      ),
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}
