import { BadgePercent } from 'lucide-react';
import { defineScreen } from '@/core/app/shell/screen';
import { useFormat } from '@/core/app/i18n/use-format';
import type { Entity } from '@/core/contract/resource';
import { discount, discountTypes } from './contract';
import { en } from './en';

function WorthCell({ row }: { row: Entity<typeof discount> }) {
  const format = useFormat();
  if (row.type === 'percent') return `${format.decimal(row.value)} %`;
  return `${format.money(row.value)} ${format.currency}`;
}

export const discountScreen = defineScreen({
  contract: discount,
  path: '/discounts',
  group: 'catalogue',
  icon: BadgePercent,
  code: 'discount_num',
  sort: 'name',
  columns: [
    { field: 'discount_num', as: 'code', width: 74 },
    { field: 'name', as: 'name', width: 196 },
    { field: 'type', as: 'choice', width: 104, priority: 3 },
    { key: 'worth', cell: WorthCell, width: 100, align: 'right', tone: 'strong' },
    { field: 'data.scope', as: 'choice', width: 146, priority: 3 },
    { field: 'data.trigger', as: 'choice', width: 132, priority: 2 },
    { field: 'data.time_from', as: 'text', width: 82, priority: 3 },
    { field: 'data.time_until', as: 'text', width: 82, priority: 3 },
    { field: 'data.valid_until', as: 'day', width: 110, priority: 2 },
    { field: 'data.valid_from', as: 'day', width: 116, extra: true },
    { field: 'data.code', as: 'text', width: 110, extra: true },
    { field: 'data.max_amount', as: 'money', width: 110, align: 'right', unit: 'currency', extra: true },
    { field: 'data.priority', as: 'integer', width: 90, align: 'right', extra: true },
    { field: 'receipt_name', as: 'text', width: 150, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [{ name: 'type', values: discountTypes }],
  form: () => import('./form'),
  texts: { en, fi: () => import('./fi') },
});
