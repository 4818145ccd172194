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
import type { pricelist } from './contract';
import { plu } from '../plu/contract';

type Props = { row: Entity<typeof pricelist> };

/** Cell that says in words when the price list holds. */
export function WhenCell({ row }: Props) {
  const format = useFormat();
  const say = useTextOf('pricelist');
  const limits = scheduleText({ ...row.data }, format, (key, values) => say(`when.${key}`, values));
  return (
    <span title={limits}>{limits || say(row.type === 'customer' ? 'when.customers' : 'when.always')}</span>
  );
}

/** Cell with the number of active products that have a price on the list, and the way to them. */
export function PricesCell({ row }: Props) {
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
