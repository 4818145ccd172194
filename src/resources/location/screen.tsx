import { Store } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import type { Entity } from '@/contract/resource';
import { location, locationTypes } from './contract';

function AddressCell({ row }: { row: Entity<typeof location> }) {
  const { street, postal_code, city } = row.data.address ?? {};
  const place = [postal_code, city].filter(Boolean).join(' ');
  return [street, place].filter(Boolean).join(', ') || '–';
}

export const locationScreen = defineScreen({
  contract: location,
  path: '/locations',
  group: 'shops',
  behind: 'settings',
  icon: Store,
  code: 'location_num',
  sort: 'name',
  columns: [
    { field: 'location_num', as: 'code', width: 84 },
    { field: 'name', as: 'name', width: 210 },
    { field: 'type', as: 'choice', bulk: true, width: 120 },
    { key: 'address', cell: AddressCell, width: 260, priority: 2 },
    { field: 'data.phone', as: 'text', width: 140, priority: 3 },
    { field: 'data.email', as: 'text', width: 210, extra: true },
    { field: 'data.day_cutover', as: 'text', bulk: true, width: 120, priority: 3 },
    { field: 'data.timezone', as: 'text', bulk: true, width: 150, extra: true },
    { field: 'data.currency', as: 'text', bulk: true, width: 90, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [{ name: 'type', values: locationTypes }],
  usedBy: [{ resource: 'pos', filter: 'location_id' }],
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Locations',
      new: 'New location',
      search: 'Name, number, street or city',
      searchLabel: 'Search locations',
      none: 'No locations yet',
      addFirst: 'Add the first shop; its registers name it.',
      notRead: 'The locations could not be read',
      searched_one: '{{count, number}} location searched',
      searched_other: '{{count, number}} locations searched',
      location_num: 'Number',
      name: 'Name',
      active: 'Active',
      type: 'Kind',
      'type=store': 'Shop',
      'type=warehouse': 'Warehouse',
      'type=event': 'Event',
      address: 'Address',
      'data.address': 'Address',
      'data.address.street': 'Street',
      'data.address.postal_code': 'Postal code',
      'data.address.city': 'City',
      'data.address.country': 'Country',
      'data.business_id': 'Business ID',
      'data.phone': 'Phone',
      'data.email': 'E-mail',
      'data.timezone': 'Time zone',
      'data.locale': 'Language of receipts',
      'data.currency': 'Currency',
      'data.pricelist_id': 'Price list',
      'data.day_cutover': 'Day begins at',
      'data.count_at_close': 'Counting at close',
      'data.count_at_close=none': 'Not required',
      'data.count_at_close=required': 'Required',
      'data.receipt_header': 'Above the sale',
      'data.receipt_footer': 'Below the sale',
      created_at: 'Created',
      modified_at: 'Modified',
    },
    fi: () => import('./fi'),
  },
});
