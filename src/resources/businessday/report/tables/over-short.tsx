import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { big, textOf } from '../amounts';
import type { Cash } from '../schema/totals';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** What was counted beside what was expected, "5.00 over"; nothing where they are the same or nobody counted. */
export function OverShort({ cash: { over_short } }: { cash: Cash }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const off = big(over_short);
  if (off.eq(0)) return null;
  const amount = format.money(textOf(off.abs()));
  return <span className={styles.off}>{say(off.gt(0) ? 'overBy' : 'shortBy', { amount })}</span>;
}
