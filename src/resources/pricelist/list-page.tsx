import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { priceListTypes, pricelist } from './contract';
import { useQuery } from '@tanstack/react-query';
import { usageCountQuery } from '@/app/data/queries';
import { noValue } from '@/app/i18n/format';
import { useTextOf } from '@/app/i18n/i18n';
import { scheduleText } from '@/app/i18n/schedule-text';
import { useFormat } from '@/app/i18n/use-format';
import { fieldRight } from '@/app/session/field-rights';
import { useApp, useReadableScreens } from '@/app/shell/app-context';
import type { Entity } from '@/contract/resource';
import { Link } from '@/ui/layout/link';
import { plu } from '../plu/contract';

type Props = { row: Entity<typeof pricelist> };

/** Cell that says in words when the price list holds. */
function WhenCell({ row }: Props) {
  const format = useFormat();
  const say = useTextOf('pricelist');
  const limits = scheduleText({ ...row.data }, format, (key, values) => say(`when.${key}`, values));
  return (
    <span title={limits}>{limits || say(row.type === 'customer' ? 'when.customers' : 'when.always')}</span>
  );
}

/** Cell with the number of active products that have a price on the list, and the way to them. */
function PricesCell({ row }: Props) {
  const format = useFormat();
  const { source, current } = useApp();
  const products = useReadableScreens().find(({ contract }) => contract.name === plu.name);
  const { data: count } = useQuery({
    ...usageCountQuery(source, plu, 'pricelist', row.id),
    enabled: products !== undefined && fieldRight(current.me, plu.name, 'pricelist') !== 'none',
  });
  if (!products || count === undefined) return noValue;
  if (count === 0) return <span className="muted">{format.count(0)}</span>;
  return (
    <Link href={`${products.path}?pricelist=${encodeURIComponent(row.id)}`} className="link">
      {format.count(count)}
    </Link>
  );
}

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(pricelist, {
  columns: [
    { field: 'name', as: 'name', width: 220 },
    { field: 'type', as: 'choice', bulk: true, width: 120 },
    { field: 'currency', as: 'text', bulk: true, width: 86, priority: 3 },
    { field: 'data.tax_included', as: 'flag', bulk: true, width: 112, priority: 3 },
    { key: 'when', cell: WhenCell, width: 190, grows: 1 },
    { key: 'prices', cell: PricesCell, width: 76, align: 'right' },
    { field: 'data.valid_from', as: 'day', bulk: true, width: 118, extra: true },
    { field: 'data.valid_until', as: 'day', bulk: true, width: 118, extra: true },
    { field: 'data.time_from', as: 'text', bulk: true, width: 82, extra: true },
    { field: 'data.time_until', as: 'text', bulk: true, width: 82, extra: true },
    { field: 'data.priority', as: 'integer', bulk: true, width: 90, align: 'right', priority: 2 },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [{ name: 'type', values: priceListTypes }],
});

/** List of price lists. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
