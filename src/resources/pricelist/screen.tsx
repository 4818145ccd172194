import { Tags } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { defineScreen } from '@/core/app/shell/screen';
import type { Entity } from '@/core/contract/resource';
import { priceListTypes, pricelist } from './contract';

type Props = { row: Entity<typeof pricelist> };

/** Loads a cell when the list is shown. */
function lazyCell(name: 'WhenCell' | 'PricesCell'): (props: Props) => ReactNode {
  const Cell = lazy(async () => ({ default: (await import('./list-cells'))[name] }));
  return function LazyCell(props) {
    return (
      <Suspense>
        <Cell {...props} />
      </Suspense>
    );
  };
}

export const pricelistScreen = defineScreen({
  contract: pricelist,
  path: '/price-lists',
  group: 'catalogue',
  icon: Tags,
  sort: 'name',
  columns: [
    { field: 'name', as: 'name', width: 220 },
    { field: 'type', as: 'choice', width: 120 },
    { field: 'currency', as: 'text', width: 86, priority: 3 },
    { field: 'data.tax_included', as: 'flag', width: 112, priority: 3 },
    { key: 'when', cell: lazyCell('WhenCell'), width: 190, grows: 1 },
    { key: 'prices', cell: lazyCell('PricesCell'), width: 76, align: 'right' },
    { field: 'data.valid_from', as: 'day', width: 118, extra: true },
    { field: 'data.valid_until', as: 'day', width: 118, extra: true },
    { field: 'data.time_from', as: 'text', width: 82, extra: true },
    { field: 'data.time_until', as: 'text', width: 82, extra: true },
    { field: 'data.priority', as: 'integer', width: 90, align: 'right', priority: 2 },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [{ name: 'type', values: priceListTypes }],
  usedBy: [{ resource: 'plu', filter: 'pricelist' }],
  form: () => import('./form'),
  files: () => import('./import-fields'),
  texts: {
    en: {
      title: 'Price lists',
      new: 'New price list',
      search: 'Name',
      searchLabel: 'Search price lists',
      none: 'No price lists yet',
      addFirst: 'The base price stands on the product; add a list for prices beside it.',
      notRead: 'The price lists could not be read',
      searched_one: '{{count, number}} price list searched',
      searched_other: '{{count, number}} price lists searched',
      name: 'Name',
      active: 'Active',
      currency: 'Currency',
      type: 'Kind',
      'type=base': 'Base prices',
      'type=campaign': 'Campaign',
      'type=customer': 'Customers',
      'data.tax_included': 'Tax included',
      'data.valid_from': 'Valid from',
      'data.valid_until': 'Valid until',
      'data.weekdays': 'Weekdays',
      'data.time_from': 'Time from',
      'data.time_until': 'Time until',
      'data.location_ids': 'Locations',
      'data.priority': 'Priority',
      when: 'When',
      prices: 'Prices',
      'when.always': 'Always',
      'when.customers': 'For chosen customers',
      'when.from': 'from {{day}}',
      'when.until': 'until {{day}}',
      created_at: 'Created',
      modified_at: 'Modified',
      'section.general': 'Price list',
      'section.general.text': 'Of two that hold, the higher priority wins.',
      'section.validity': 'Validity',
      'section.validity.text': 'Leave empty for always; no days chosen is every day.',
      week: 'The week',
      'add.location': 'Add a location',
      'all.location': 'Everywhere',
    },
    fi: () => import('./fi'),
  },
});
