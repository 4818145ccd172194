import { CalendarCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useApp } from '@/core/app/shell/app-context';
import { decimalOf, noValue } from '@/core/app/i18n/format';
import { defineScreen } from '@/core/app/shell/screen';
import type { Row } from '@/core/app/data/row';
import { useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import type { Format } from '@/core/app/i18n/formats';
import type { Entity } from '@/core/contract/resource';
import { LowValue, State } from '@/core/ui/display/badge';
import { businessday, dayStates } from './contract';

type Day = Entity<typeof businessday>;

// A generic server may send days without totals.
const totalsOf = (row: Day): Partial<Day['totals']> => row.totals ?? {};

/** Returns the day's own currency, which may differ from the company's. */
const currencyOf = (row: Partial<Day>): unknown => row.snapshot?.currency;

const colors = { open: 'ok', closed: 'ink', exported: 'done' } as const;

function StatusCell({ row }: { row: Day }) {
  const say = useTextOf('businessday');
  // From a generic server it may have any type or be missing.
  const status: unknown = row.status;
  if (typeof status !== 'string' || status === '') return noValue;
  const word = say(`status=${status}`);
  return <State color={colors[row.status] ?? 'hollow'}>{word.includes('=') ? row.status : word}</State>;
}

function CountCell({ row }: { row: Day }) {
  return useFormat().decimal(totalsOf(row).count);
}

function GrossCell({ row }: { row: Day }) {
  return useFormat().moneyIn(totalsOf(row).gross, currencyOf(row));
}

const DayMark = lazy(async () => ({ default: (await import('./list/day-mark')).DayMark }));

/** Cell with the failing checks of the day; empty for a generic server. */
function ChecksCell({ row }: { row: Day }) {
  const { genericServer } = useApp();
  return genericServer ? (
    ''
  ) : (
    <Suspense fallback="">
      <DayMark id={row.id} version={`${row.version} ${totalsOf(row).count}`} />
    </Suspense>
  );
}

/** Cell with counted − expected cash: empty until counted, in the risk colour if not zero. */
function OverShortCell({ row }: { row: Day }) {
  const format = useFormat();
  const amount = decimalOf(totalsOf(row).over_short);
  if (!amount) return '–';
  const text = format.moneyIn(amount.toFixed(), currencyOf(row));
  return amount.eq(0) ? text : <LowValue>{amount.gt(0) ? `+${text}` : text}</LowValue>;
}

/**
 * Returns the label of a day: its date. A day of a generic server without a date is labelled by its name, or by other
 * fields; its id is the last resort.
 */
function calledDay(row: Row, format: Format): string {
  const formatted = format.day(row['date']);
  if (formatted !== noValue) return formatted;
  const { id, date, name, ...others } = row;
  for (const label of [date, name]) if (typeof label === 'string' && label !== '') return label;
  const plain = Object.values(others).filter((value) => typeof value === 'string' && value !== '');
  return plain.slice(0, 3).join(' · ') || (id.startsWith('#') ? noValue : id);
}

/** The screen of business days. */
export const businessdayScreen = defineScreen({
  contract: businessday,
  path: '/business-days',
  group: 'sales',
  icon: CalendarCheck,
  sort: '-date',
  recordName: calledDay,
  columns: [
    { field: 'date', as: 'name', width: 150 },
    { field: 'location_id', as: 'reference', width: 170 },
    { key: 'status', cell: StatusCell, width: 110 },
    { key: 'count', cell: CountCell, width: 90, align: 'right', priority: 2 },
    { key: 'gross', cell: GrossCell, width: 120, align: 'right', tone: 'strong', unit: 'currency' },
    { key: 'over_short', cell: OverShortCell, width: 112, align: 'right', unit: 'currency' },
    { key: 'checks', cell: ChecksCell, width: 180, priority: 2 },
    { field: 'opened_at', as: 'moment', width: 130, extra: true, tone: 'muted' },
    { field: 'closed_at', as: 'moment', width: 130, priority: 2, tone: 'muted' },
    { field: 'data.voucher_num', as: 'text', width: 120, priority: 3 },
    { field: 'data.note', as: 'text', width: 220, extra: true },
  ],
  filters: [
    { name: 'location_id', references: 'location' },
    { name: 'status', values: dayStates },
    { name: 'date', range: { from: 'date_from', until: 'date_until' } },
  ],
  list: () => import('./list/days-page'),
  commands: () => import('./commands'),
  pages: [
    { path: '/business-days/summary', load: () => import('./summary/summary-page') },
    { path: '/business-days/open', load: () => import('./actions/open-page') },
    {
      path: '/business-days/:id',
      load: () => import('./report/report-page'),
      prefetch: () => import('./report/data/prefetch-report'),
    },
  ],
  texts: {
    en: {
      title: 'Business days',
      new: 'New business day',
      search: 'Date, voucher or note',
      searchLabel: 'Search business days',
      none: 'No business days yet',
      addFirst: 'They begin when a till opens one.',
      notRead: 'The business days could not be read',
      searched_one: '{{count, number}} business day searched',
      searched_other: '{{count, number}} business days searched',
      name: 'Name',
      date: 'Date',
      location_id: 'Location',
      status: 'Status',
      'status=open': 'Open',
      'status=closed': 'Closed',
      'status=exported': 'Exported',
      count: 'Receipts',
      gross: 'Gross',
      over_short: 'Over/short',
      checks: 'Does not add up',
      opened_at: 'Opened',
      closed_at: 'Closed',
      'data.voucher_num': 'Voucher',
      'data.note': 'Note',
      sumUp: 'Sum up days',
    },
    fi: () => import('./fi'),
  },
});
