import { usePageText } from '@/app/i18n/i18n';
import { noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import { useChangeText } from '../../report/percent-text';
import { usePeriodWords } from '../../report/period-words';
import type { SalesFigures } from '../answer';
import { changeIn, type ComparedSales } from './compared';
import { texts } from './texts';
import styles from './history.module.css';

/** What all of it comes to, each figure with its change. */
export function Figures({ sales, today }: { sales: ComparedSales; today: string }) {
  const { now } = sales;
  const say = usePageText('sales/history', texts);
  const format = useFormat();
  const changeText = useChangeText();
  const { countedText, changesText } = usePeriodWords();
  const money = (value: string | null) => (value === null ? noValue : format.money(value));
  const change = (of: (totals: SalesFigures) => string | null) => changeText(changeIn(sales, of));
  const { totals } = now;
  const figures = [
    {
      label: `${say('gross')} ${format.currency}`,
      text: money(totals.gross),
      change: change(({ gross }) => gross),
    },
    { label: `${say('net')} ${format.currency}`, text: money(totals.net), change: change(({ net }) => net) },
    {
      label: say('receipts'),
      text: format.count(totals.receipts),
      change: change(({ receipts }) => String(receipts)),
    },
    {
      label: `${say('averageBasket')} ${format.currency}`,
      text: money(totals.average),
      change: change(({ average }) => average),
    },
    {
      label: `${say('discount')} ${format.currency}`,
      text: money(totals.discount),
      change: change(({ discount }) => discount),
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
              {figure.change !== '' && <span className={styles.change}>{figure.change}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{`${countedText('all')} ${changesText(today, now)}`}</p>
    </>
  );
}
