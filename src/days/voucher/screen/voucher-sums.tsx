import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import styles from './voucher.module.css';
import { voucherTexts } from './voucher-texts';

/** The sums of the debit and the credit of a voucher, or of several. */
export function VoucherSums(sums: { debit: string; credit: string }) {
  const say = usePageText('businessday/voucher', voucherTexts);
  const format = useFormat();
  return (
    <dl className={styles.sums}>
      {(['debit', 'credit'] as const).map((side) => (
        <div key={side}>
          <dt>{`${say(side)} ${format.currency}`}</dt>
          <dd>{format.money(sums[side])}</dd>
        </div>
      ))}
    </dl>
  );
}
