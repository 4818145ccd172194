import { usePageText } from '@/app/i18n/i18n';
import { noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import { faultsOf, faultText } from './fault-text';
import type { Check } from '../schema/checks';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** The faults of one receipt, one per line. */
export function ReceiptFault({ id, failing }: { id: string; failing: readonly Check[] }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const faults = faultsOf(failing).filter(({ fault }) => fault.transaction_id === id);
  return (
    <ul className={styles.faults}>
      {faults.map(({ check, fault }) => {
        const { what, expected, actual, off } = faultText(fault, say, format);
        return (
          <li key={`${check.code}-${fault.kind}-${fault.rate}-${fault.actual}`}>
            <b className="ink">{what}.</b>{' '}
            {off !== noValue &&
              `${say('expected')} ${expected}, ${say('found').toLocaleLowerCase()} ${actual}, ${off}.`}
          </li>
        );
      })}
    </ul>
  );
}
