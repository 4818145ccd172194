import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import type { Entity } from '@/contract/resource';
import { location, locationTypes } from './contract';

export { texts } from './texts';

function AddressCell({ row }: { row: Entity<typeof location> }) {
  const { street, postal_code, city } = row.data.address ?? {};
  const place = [postal_code, city].filter(Boolean).join(' ');
  return [street, place].filter(Boolean).join(', ') || '–';
}

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(location, {
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
});

/** List of locations. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
