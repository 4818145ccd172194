import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { reportmail, reportTimes } from './contract';

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(reportmail, {
  columns: [
    { field: 'name', as: 'name', width: 240 },
    { field: 'frequency', as: 'choice', width: 210 },
    { field: 'location_id', as: 'reference', width: 180 },
    { field: 'made_by', as: 'text', width: 160, priority: 2 },
    { field: 'language', as: 'choice', width: 100, priority: 3 },
    { field: 'data.note', as: 'text', width: 220, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted', priority: 3 },
  ],
  filters: [
    { name: 'frequency', values: reportTimes },
    { name: 'location_id', references: 'location' },
  ],
});

/** List of reports by mail. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
