import { Truck } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import type { Entity } from '@/contract/resource';
import { supplier } from './contract';

function SmallestOrderCell({ row }: { row: Entity<typeof supplier> }) {
  return useFormat().moneyIn(row.data.min_order_total, row.data.currency);
}

export const supplierScreen = defineScreen({
  contract: supplier,
  path: '/suppliers',
  group: 'catalogue',
  behind: 'settings',
  icon: Truck,
  code: 'supplier_num',
  sort: 'name',
  columns: [
    { field: 'supplier_num', as: 'code', width: 80 },
    { field: 'name', as: 'name', width: 230 },
    { field: 'data.contact', as: 'text', width: 130, priority: 3 },
    { field: 'data.email', as: 'text', width: 220, grows: 1, priority: 2 },
    { field: 'data.phone', as: 'text', width: 136 },
    { field: 'data.lead_time_days', as: 'integer', bulk: true, width: 114, align: 'right', extra: true },
    {
      key: 'data.min_order_total',
      cell: SmallestOrderCell,
      width: 122,
      align: 'right',
      unit: 'currency',
      priority: 3,
    },
    { field: 'data.business_id', as: 'text', width: 110, extra: true },
    { field: 'data.payment_terms', as: 'text', bulk: true, width: 150, extra: true },
    { field: 'data.currency', as: 'text', bulk: true, width: 90, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 136, tone: 'muted' },
  ],
  filters: [],
  usedBy: [{ resource: 'plu', filter: 'supplier' }],
  form: () => import('./form'),
  files: () => import('./import-fields'),
  checks: () => import('./checks'),
  texts: {
    en: {
      title: 'Suppliers',
      new: 'New supplier',
      search: 'Name, number or contact',
      searchLabel: 'Search suppliers',
      none: 'No suppliers yet',
      addFirst: 'Add the first one; products name it in their supply lines.',
      notRead: 'The suppliers could not be read',
      searched_one: '{{count, number}} supplier searched',
      searched_other: '{{count, number}} suppliers searched',
      supplier_num: 'Number',
      name: 'Name',
      active: 'Active',
      'data.business_id': 'Business ID',
      'data.contact': 'Contact person',
      'data.email': 'E-mail',
      'data.phone': 'Phone',
      'data.address': 'Address',
      'data.address.street': 'Street',
      'data.address.postal_code': 'Postal code',
      'data.address.city': 'City',
      'data.address.country': 'Country',
      'data.currency': 'Currency',
      'data.payment_terms': 'Payment terms',
      'data.lead_time_days': 'Lead time, days',
      'data.min_order_total': 'Smallest order',
      created_at: 'Created',
      modified_at: 'Modified',
      'section.general': 'Supplier',
      'section.general.text': 'Who delivers.',
      'section.contact': 'Contact',
      'section.contact.text': 'Where orders go.',
      'section.terms': 'Terms',
      'section.terms.text': 'What an order costs and how long it takes.',
    },
    fi: () => import('./fi'),
  },
});
