import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { big, textOf } from '../amounts';
import type { Cash } from '../schema/totals';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** Difference between counted and expected cash, "5.00 over"; empty if there is none or nothing was counted. */
export function OverShort({ cash: { over_short } }: { cash: Cash }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const off = big(over_short);
  if (off.eq(0)) return null;
  const amount = format.money(textOf(off.abs()));
  return <span className={styles.off}>{say(off.gt(0) ? 'overBy' : 'shortBy', { amount })}</span>;
}
