import { acts } from '@/contract/role';
import { CalendarCheck, CalendarRange } from 'lucide-react';
import { noValue } from '@/app/i18n/format';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import type { Row } from '@/app/data/row';
import type { Format } from '@/app/i18n/formats';
import { businessday, dayStates } from './contract';

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

/** The screen of business days. Its columns and sentences are loaded with the list (list/days-page.tsx). */
export const businessdayScreen = defineScreen({
  contract: businessday,
  path: '/business-days',
  group: 'sales',
  icon: CalendarCheck,
  tab: 'inTabs',
  sort: '-date',
  recordName: calledDay,
  columns: [],
  filters: [
    { name: 'location_id', references: 'location' },
    { name: 'status', values: dayStates },
    { name: 'date', range: { from: 'date_from', until: 'date_until' } },
  ],
  list: () => import('@/days/list/days-page'),
  commands: () => import('@/days/list/commands'),
  pages: [
    {
      path: '/business-days/summary',
      needs: 'daySummaries',
      right: acts.readReports,
      load: () => import('@/days/summary/summary-page'),
    },
    {
      path: '/business-days/vouchers',
      needs: 'vouchers',
      right: acts.readReports,
      load: () => import('@/days/voucher/screen/vouchers-page'),
    },
    {
      path: '/months',
      needs: 'months',
      right: acts.readReports,
      nav: { label: 'months', icon: CalendarRange },
      load: () => import('@/days/month/list/months-page'),
    },
    {
      path: '/months/:month',
      needs: 'months',
      right: acts.readReports,
      load: () => import('@/days/month/screen/month-page'),
    },
    { path: '/group', load: () => import('@/days/group/page/group-page') },
    {
      path: '/business-days/open',
      needs: 'dayClosing',
      load: () => import('@/days/closing/open-page'),
    },
    {
      path: '/business-days/:id',
      right: acts.readReports,
      load: () => import('@/days/report/report-page'),
      prefetch: () => import('@/days/report/data/prefetch-report'),
    },
  ],
  texts: {
    en: {
      title: 'Business days',
      inTabs: 'Days',
      new: 'New business day',
      ...laterTexts,
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
      vouchers: 'Vouchers',
      months: 'Months',
    },
    fi: () => import('./fi'),
  },
});
