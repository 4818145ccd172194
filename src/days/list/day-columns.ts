import { CalendarCheck } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import { businessday } from '@/resources/businessday/contract';
import { ChecksCell, CountCell, GrossCell, OverShortCell, StatusCell } from './day-cells';

/** The columns of the list of business days, which are not part of the first load. */
export const { columns: dayColumns } = defineScreen({
  contract: businessday,
  path: '/business-days',
  group: 'sales',
  icon: CalendarCheck,
  sort: '-date',
  columns: [
    { field: 'date', as: 'name', width: 150 },
    { field: 'location_id', as: 'reference', width: 170 },
    { key: 'status', cell: StatusCell, width: 110 },
    {
      key: 'count',
      cell: CountCell,
      width: 90,
      align: 'right',
      priority: 2,
    },
    {
      key: 'gross',
      cell: GrossCell,
      width: 120,
      align: 'right',
      tone: 'strong',
      unit: 'currency',
    },
    {
      key: 'over_short',
      cell: OverShortCell,
      width: 112,
      align: 'right',
      unit: 'currency',
    },
    { key: 'checks', cell: ChecksCell, width: 180, priority: 2 },
    { field: 'opened_at', as: 'moment', width: 130, extra: true, tone: 'muted' },
    { field: 'closed_at', as: 'moment', width: 130, priority: 2, tone: 'muted' },
    { field: 'data.voucher_num', as: 'text', width: 120, priority: 3 },
    { field: 'data.note', as: 'text', width: 220, extra: true },
  ],
  filters: [],
  // The screen has the texts.
  texts: {
    en: {
      title: '',
      new: '',
      search: '',
      searchLabel: '',
      none: '',
      addFirst: '',
      notRead: '',
      searched_one: '',
      searched_other: '',
      name: '',
    },
    fi: () => import('@/resources/businessday/fi'),
  },
});
