import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { cx } from '@/ui/style/cx';
import { useChangeText } from '../../report/percent-text';
import { compareTexts } from './compare-texts';
import { compareShops, type Comparison } from './comparison';
import type { PeriodNames } from './period-names';
import monthStyles from '../screen/month.module.css';
import styles from './compare.module.css';

type Shop = ReturnType<typeof compareShops>[number];

/** Shops side by side: a bar each, gross, receipts, average receipt, and the changes against the other periods. */
export function ShopComparison({ comparison, names }: { comparison: Comparison; names: PeriodNames }) {
  const say = usePageText('businessday/month/compare', compareTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const changeText = useChangeText();
  const shops = compareShops(comparison);
  if (shops.length < 2) return null;
  const [most] = shops;
  const bar = ({ gross }: Shop) => (
    <span className={styles.bar} aria-hidden="true">
      <i
        style={{
          width: `${most?.gross.gt(0) && gross.gt(0) ? (100 * Number(gross)) / Number(most.gross) : 0}%`,
        }}
      />
    </span>
  );
  const money = (sum: Shop['average']) => (sum === null ? noValue : format.money(sum.toFixed()));
  const compared = ([1, 2] as const).filter((at) => comparison.periods[at].totals.count > 0);
  const changeOf = (shop: Shop, at: 1 | 2) => changeText(at === 1 ? shop.onBefore : shop.onYear);
  const titleOf = (at: 1 | 2) => names[at].short;
  const change = (at: 1 | 2): SheetColumn<Shop> => ({
    id: `change${at}`,
    header: () => <span title={names[at].long}>{say('changeOn', { month: titleOf(at) })}</span>,
    meta: { width: 104, align: 'right' },
    cell: ({ row: { original } }) => <span className="muted">{changeOf(original, at)}</span>,
  });
  return (
    <>
      <h3 className={styles.head}>{say('byLocation')}</h3>
      {isPhone ? (
        <ul className={monthStyles.list} aria-label={say('byLocation')}>
          {shops.map((shop) => (
            <li key={shop.id}>
              <span className={monthStyles.main}>
                <span>{shop.name}</span>
                <b>{money(shop.gross)}</b>
              </span>
              {bar(shop)}
              <span className="meta">
                {[
                  say('receiptsCount', { count: shop.count }),
                  `${say('averageShort')} ${money(shop.average)}`,
                  ...compared.flatMap((at) =>
                    changeOf(shop, at) === ''
                      ? []
                      : [`${say('changeOn', { month: titleOf(at) })} ${changeOf(shop, at)}`],
                  ),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <SheetTable
          label={say('byLocation')}
          rows={shops}
          rowKey={({ id }) => id}
          minWidth={620}
          columns={[
            {
              id: 'shop',
              header: () => say('shop'),
              meta: { width: 150 },
              cell: ({ row: { original } }) => (
                <span className={cx('ink', styles.name)}>{original.name}</span>
              ),
            },
            { id: 'bar', header: () => '', cell: ({ row: { original } }) => bar(original) },
            {
              id: 'gross',
              header: () => `${say('gross')} ${format.currency}`,
              meta: { width: 104, align: 'right' },
              cell: ({ row: { original } }) => <b className="ink">{money(original.gross)}</b>,
            },
            {
              id: 'receipts',
              header: () => say('receipts'),
              meta: { width: 76, align: 'right' },
              cell: ({ row: { original } }) => <span className="muted">{format.count(original.count)}</span>,
            },
            {
              id: 'average',
              header: () => `${say('averageShort')} ${format.currency}`,
              meta: { width: 92, align: 'right' },
              cell: ({ row: { original } }) => money(original.average),
            },
            ...compared.map(change),
          ]}
        />
      )}
    </>
  );
}
