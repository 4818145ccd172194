import { usePageText } from '@/app/i18n/i18n';
import { noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import type { SalesHistory } from '../answer';
import { ChangeText } from './change-text';
import { texts } from './texts';
import styles from './history.module.css';

/** What all of it comes to, each figure with its change against the period before. */
export function Figures(props: { now: SalesHistory; before: SalesHistory | undefined; period: string }) {
  const { now, before, period } = props;
  const say = usePageText('sales/history', texts);
  const format = useFormat();
  const money = (value: string | null) => (value === null ? noValue : format.money(value));
  const { totals } = now;
  const old = before?.totals;
  const figures = [
    {
      label: `${say('gross')} ${format.currency}`,
      text: money(totals.gross),
      now: totals.gross,
      before: old?.gross,
    },
    { label: `${say('net')} ${format.currency}`, text: money(totals.net), now: totals.net, before: old?.net },
    {
      label: say('receipts'),
      text: format.count(totals.receipts),
      now: String(totals.receipts),
      before: old && String(old.receipts),
    },
    {
      label: `${say('averageBasket')} ${format.currency}`,
      text: money(totals.average),
      now: totals.average,
      before: old?.average,
    },
    {
      label: `${say('discount')} ${format.currency}`,
      text: money(totals.discount),
      now: totals.discount,
      before: old?.discount,
    },
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map((figure) => (
          <div key={figure.label}>
            <dt>{figure.label}</dt>
            <dd>
              {figure.text}
              <ChangeText now={figure.now} before={figure.before ?? null} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{say('compared', { period })}</p>
    </>
  );
}
