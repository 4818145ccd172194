import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import type { SentVoucher } from '../schema';
import styles from './voucher.module.css';
import { voucherTexts } from './voucher-texts';

/** The sums of a voucher's debit and credit. */
export function VoucherSums({ voucher }: { voucher: SentVoucher }) {
  const say = usePageText('businessday/voucher', voucherTexts);
  const format = useFormat();
  return (
    <dl className={styles.sums}>
      {(['debit', 'credit'] as const).map((side) => (
        <div key={side}>
          <dt>{`${say(side)} ${format.currency}`}</dt>
          <dd>{format.money(voucher[side])}</dd>
        </div>
      ))}
    </dl>
  );
}
