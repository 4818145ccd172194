import { Big } from 'big.js';
import type { CellText, Table } from '@/core/server/pdf/table-parts';
import { signed } from './figures.server';
import type { Words } from './words.server';
import type { ZDay } from './z-day.server';

/** Returns the table of the cash of each register, with the numbers of its z reports; null for a day without one. */
export function cashTable({ report }: ZDay, words: Words, scale: number): Table | null {
  const { say, decimal } = words;
  const { cash, cash_total } = report.totals;
  if (cash.length === 0) return null;
  const money = (value: string | null) => decimal(value, scale);
  const less = (value: string) => money(new Big(value).times(-1).toFixed());
  const amounts = (row: typeof cash_total): CellText[] => [
    money(row.opening_float),
    money(row.sales),
    less(row.refunds),
    money(row.paid_in),
    less(row.paid_out),
    money(row.expected),
    money(row.counted),
    signed(row.over_short, scale, words),
  ];
  return {
    title: `${say('cash')}, ${report.currency}`,
    columns: [
      { head: say('register'), kind: 'text' },
      ...(
        [
          'opening_float',
          'cash.sales',
          'cash.refunds',
          'paid_in',
          'paid_out',
          'cash.expected',
          'counted',
          'over_short',
        ] as const
      ).map((key) => ({ head: say(key), kind: 'number' as const })),
    ],
    rows: cash.map((row) => [registerName(report, row.pos_id, words), ...amounts(row)]),
    foot: cash.length > 1 ? [say('all'), ...amounts(cash_total)] : undefined,
  };
}

/** Returns the name of a register as it was on the day, and the numbers of its z reports. */
function registerName(report: ZDay['report'], pos_id: string | null, { say }: Words): string {
  if (pos_id === null) return say('noRegister');
  const known = report.registers.find((register) => register.pos_id === pos_id);
  const name = known?.name || (known?.pos_num == null ? pos_id : String(known.pos_num));
  const numbers = report.businessday.data.z_reports.flatMap((one) =>
    one.pos_id?.toLowerCase() === pos_id && one.z_number !== undefined ? [String(one.z_number)] : [],
  );
  return numbers.length > 0 ? `${name} · ${say('z.number', { numbers: numbers.join(', ') })}` : name;
}
