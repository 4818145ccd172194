import { mayReadReports } from '../closing/day-roles';
import { useApp } from '@/app/shell/app-context';
import { decimalOf, noValue } from '@/app/i18n/format';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Entity } from '@/contract/resource';
import { LowValue, State } from '@/ui/display/badge';
import type { businessday } from '@/resources/businessday/contract';
import { lazy } from '@/ui/state/lazy';

type Day = Entity<typeof businessday>;

// Another server may send days without totals.
const totalsOf = (row: Day): Partial<Day['totals']> => row.totals ?? {};

/** Returns the day's own currency, which may differ from the company's. */
const currencyOf = (row: Partial<Day>): unknown => row.snapshot?.currency;

const colors = { open: 'ok', closed: 'ink', exported: 'done' } as const;

/** Cell with the state of a day in words. */
export function StatusCell({ row }: { row: Day }) {
  const say = useTextOf('businessday');
  // From another server it may have any type or be missing.
  const status: unknown = row.status;
  if (typeof status !== 'string' || status === '') return noValue;
  const word = say(`status=${status}`);
  return <State color={colors[row.status] ?? 'hollow'}>{word.includes('=') ? row.status : word}</State>;
}

/** Cell with the number of its receipts. */
export function CountCell({ row }: { row: Day }) {
  return useFormat().decimal(totalsOf(row).count);
}

/** Cell with its gross, in its own currency. */
export function GrossCell({ row }: { row: Day }) {
  return useFormat().moneyIn(totalsOf(row).gross, currencyOf(row));
}

const DayMark = lazy(async () => ({ default: (await import('./day-mark')).DayMark }));

/** Cell with the failing checks of the day; empty where the server has no checks. */
export function ChecksCell({ row }: { row: Day }) {
  const { me, server } = useApp().current;
  return server.can.dayReports && mayReadReports(me) ? (
    <DayMark id={row.id} version={`${row.version} ${totalsOf(row).count}`} />
  ) : (
    ''
  );
}

/** Cell with counted − expected cash: empty until counted, in the risk colour if not zero. */
export function OverShortCell({ row }: { row: Day }) {
  const format = useFormat();
  const amount = decimalOf(totalsOf(row).over_short);
  if (!amount) return '–';
  const text = format.moneyIn(amount.toFixed(), currencyOf(row));
  return amount.eq(0) ? text : <LowValue>{amount.gt(0) ? `+${text}` : text}</LowValue>;
}
