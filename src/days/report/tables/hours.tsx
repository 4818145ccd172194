import { Big } from 'big.js';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { BarsChart } from '@/ui/charts/bars-chart';
import { big } from '../amounts';
import type { Totals } from '../schema/totals';
import { AskButton } from '../questions/ask-button';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

const two = (hour: number): string => String(hour).padStart(2, '0');

/** Bar chart of sales by hour, from the first to the last hour with sales, including empty hours between. */
export function Hours({ hours }: { hours: Totals['by_hour'] }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const first = hours[0];
  const last = hours.at(-1);
  if (!first || !last) return null;
  const known = new Map(hours.map((hour) => [hour.hour, hour.gross]));
  const span = (last.hour - first.hour + 24) % 24;
  const bars = Array.from({ length: span + 1 }, (_, step) => {
    const hour = (first.hour + step) % 24;
    const gross = known.get(hour) ?? '0.00';
    return {
      key: String(hour),
      short: two(hour),
      label: `${two(hour)}–${two((hour + 1) % 24)}`,
      // A float is exact enough for the height of the bar.
      amount: Number(gross),
      text: format.money(gross),
    };
  });
  const most = bars.reduce((one, other) => (other.amount > one.amount ? other : one));
  return (
    <section className={styles.block}>
      <h2>
        {say('hours')} <span className="meta">{say('hours.unit', { currency: format.currency })}</span>
        <AskButton subject="figure.by_hour" what={say('hours')} />
      </h2>
      <BarsChart
        label={say('hours.label', { hour: most.label, amount: most.text })}
        headers={[say('hour'), `${say('gross')} ${format.currency}`]}
        bars={bars}
        nameOf={(bar) => {
          const gross = known.get(Number(bar.key));
          return gross === undefined ? '' : format.decimal(big(gross).toFixed(0, Big.roundHalfUp));
        }}
      />
    </section>
  );
}
