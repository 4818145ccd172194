import { acts } from '@/contract/role';
import { ChartColumn, ReceiptEuro } from 'lucide-react';
import { useFormat } from '@/app/i18n/use-format';
import type { Entity } from '@/contract/resource';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { saleTypes, sales } from './contract';

/** Cell with the total in the receipt's own currency, which may differ from the company's. */
function TotalCell({ row }: { row: Entity<typeof sales> }) {
  return useFormat().moneyIn(row.total, row.currency);
}

export const salesScreen = defineScreen({
  contract: sales,
  path: '/receipts',
  group: 'sales',
  icon: ReceiptEuro,
  sort: '-completed_at',
  recordName: (row) => String(row['receipt_num'] || row['name']),
  columns: [
    { field: 'receipt_num', as: 'name', width: 100 },
    { field: 'completed_at', as: 'moment', width: 130 },
    { field: 'type', as: 'choice', width: 100 },
    { key: 'total', cell: TotalCell, width: 110, align: 'right', unit: 'currency' },
  ],
  filters: [
    { name: 'completed_at', range: { from: 'completed_from', until: 'completed_until' } },
    { name: 'location_id', references: 'location' },
    { name: 'pos_id', references: 'pos' },
    { name: 'type', values: saleTypes },
    { name: 'customer_id', references: 'customer' },
    { name: 'plu_id', references: 'plu' },
    { name: 'businessday_id', references: 'businessday' },
  ],
  list: () => import('@/days/receipts/receipts-page'),
  pages: [
    { path: '/receipts/:id', load: () => import('@/days/receipts/receipt-address') },
    {
      path: '/sales',
      needs: 'salesHistory',
      right: acts.readReports,
      nav: { label: 'sales', icon: ChartColumn },
      load: () => import('@/days/sales-history/page/history-page'),
    },
  ],
  texts: {
    en: {
      title: 'Receipts',
      sales: 'Sales',
      new: 'New receipt',
      ...laterTexts,
      name: 'Name',
      receipt_num: 'Receipt',
      completed_at: 'Time',
      type: 'Type',
      'type=sale': 'Sale',
      'type=return': 'Return',
      'type=void': 'Void',
      'type=training': 'Training',
      'type=paid_in': 'Paid in',
      'type=paid_out': 'Paid out',
      total: 'Total',
      location_id: 'Location',
      pos_id: 'Register',
      customer_id: 'Customer',
      plu_id: 'Product',
      businessday_id: 'Business day',
    },
    fi: () => import('./fi'),
  },
});
