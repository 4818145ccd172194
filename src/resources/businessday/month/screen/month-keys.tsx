import { CircleCheck, TriangleAlert } from 'lucide-react';
import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { Icon } from '@/core/ui/display/icon';
import { cx } from '@/core/ui/style/cx';
import type { Month } from '../schema';
import { monthTexts } from './month-texts';
import styles from './month.module.css';

/** Key figures of a month, and the verdict on its two computations. */
export function MonthKeys({ month }: { month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const { totals, sealed, states, equal } = month;
  const all = states.exported + states.closed + states.not_adding_up + states.open + states.missing;
  const figures = [
    [`${say('gross')} ${format.currency}`, format.money(totals.gross)],
    [`${say('net')} ${format.currency}`, format.money(totals.net)],
    [`${say('vat')} ${format.currency}`, format.money(totals.tax)],
    [say('receipts'), format.count(totals.count)],
  ];
  return (
    <>
      <dl className={styles.keys}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{say('days')}</dt>
          <dd>
            {format.count(sealed.days)} <small>{say('ofDays', { count: all })}</small>
          </dd>
        </div>
      </dl>
      <section className={cx(styles.verdict, !equal && styles.fail)} aria-label={say('two')}>
        <Icon as={equal ? CircleCheck : TriangleAlert} />
        <h2>{say(equal ? 'equal' : 'differs')}</h2>
        <span className={cx('meta', styles.how)}>
          {say('equal.meta', {
            days: say('closedDays', { count: sealed.days }),
            receipts: say('receiptsCount', { count: totals.count }),
          })}
        </span>
        <span className="grow" />
        <b className="ledger tn">{format.money(totals.gross)}</b>
      </section>
    </>
  );
}
