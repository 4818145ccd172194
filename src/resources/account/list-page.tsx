import { BookOpenText } from 'lucide-react';
import { ListPage } from '@/app/grid/list-page';
import { noValue } from '@/app/i18n/format';
import { useTextOf } from '@/app/i18n/i18n';
import { mayCreate } from '@/app/session/session';
import { useApp } from '@/app/shell/app-context';
import { defineList, type Screen } from '@/app/shell/screen';
import { Button } from '@/ui/display/button';
import type { Entity } from '@/contract/resource';
import { account, accountUses } from './contract';

export { texts } from './texts';

/** The kind of tenders, in words. */
function TenderTypeCell({ row }: { row: Entity<typeof account> }) {
  const say = useTextOf('tender');
  const { tender_type: type } = row;
  const word = say(`type=${type}`);
  return word.includes('=') ? type || noValue : word;
}

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(account, {
  columns: [
    { field: 'code', as: 'code', width: 84 },
    { field: 'name', as: 'name', width: 220 },
    { field: 'use', as: 'choice', width: 170 },
    { field: 'tax_rate', as: 'decimal', width: 90, unit: '%' },
    { field: 'dpt_id', as: 'reference', width: 150, priority: 2 },
    { field: 'tender_id', as: 'reference', width: 140, priority: 3 },
    { key: 'tender_type', cell: TenderTypeCell, width: 120, priority: 2 },
    { field: 'kind', as: 'text', width: 180, priority: 2, labelKey: 'kindOrReason' },
    { field: 'data.vat_code', as: 'text', width: 90, priority: 3 },
    { field: 'data.note', as: 'text', width: 240, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted', priority: 3 },
  ],
  filters: [
    { name: 'use', values: accountUses },
    { name: 'dpt_id', references: 'dpt' },
    { name: 'tender_id', references: 'tender' },
  ],
});

/** The table of accounts, with the charts to begin from. */
export function List({ screen }: { screen: Screen }) {
  const say = useTextOf('account');
  const { current } = useApp();
  const offersCharts = current.server.can.chartsOfAccounts && mayCreate(current.me, account.access);
  return (
    <ListPage
      screen={{ ...screen, columns, filters, code: 'code' }}
      more={
        offersCharts && (
          <Button icon={BookOpenText} href="/accounts/charts">
            {say('charts')}
          </Button>
        )
      }
    />
  );
}
