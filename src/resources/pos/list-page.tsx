import { useApp } from '@/app/shell/app-context';
import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { usePhone } from '@/ui/layout/use-phone';
import { pos } from './contract';
import { TillCell, TillVersionCell } from './till/till-cells';
import { mayPairTills } from './till/tills';

export { texts } from './texts';

/** The columns of the list, which are not part of the first load. */
const { columns } = defineList(pos, {
  columns: [
    { field: 'pos_num', as: 'code', width: 84 },
    { field: 'name', as: 'name', width: 240 },
    { field: 'location_id', as: 'reference', bulk: true, width: 200 },
    { key: 'till', cell: TillCell, width: 170 },
    { key: 'till_version', cell: TillVersionCell, width: 110, priority: 2, tone: 'muted' },
    { field: 'data.model', as: 'text', bulk: true, width: 160, priority: 2 },
    { field: 'data.serial', as: 'text', width: 140, priority: 3 },
    { field: 'data.note', as: 'text', width: 220, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [],
});
const withoutTills = columns.filter(({ key }) => !key.startsWith('till'));
/** On a phone the till stands at the right, as a figure does: below the name there is room for number and location alone. */
const onPhone = columns.map((column) =>
  column.key === 'till' ? { ...column, align: 'right' as const } : column,
);

/** List of registers, with their tills for who may pair them. */
export function List({ screen }: { screen: Screen }) {
  const { current } = useApp();
  const isPhone = usePhone();
  const shown = !mayPairTills(current) ? withoutTills : isPhone ? onPhone : columns;
  return <ListPage screen={{ ...screen, columns: shown }} />;
}
