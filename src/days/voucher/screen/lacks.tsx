import { TriangleAlert } from 'lucide-react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { mayCreate } from '@/app/session/session';
import { useApp } from '@/app/shell/app-context';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import { cx } from '@/ui/style/cx';
import { account } from '@/resources/account/contract';
import reportStyles from '../../report/report.module.css';
import { rowText } from './row-text';
import type { SentLack, SentVoucher } from '../schema';
import styles from './voucher.module.css';
import { voucherTexts } from './voucher-texts';

/** What lacks an account in some vouchers, each once, with the way to the place where it is given. */
export function Lacks({ vouchers }: { vouchers: readonly SentVoucher[] }) {
  const say = usePageText('businessday/voucher', voucherTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const lacks = distinct(vouchers.flatMap((voucher) => voucher.lacks));
  if (lacks.length === 0) return null;
  const mayGive = mayCreate(me, account.access);
  const rate = (value: string) => format.decimal(value);
  return (
    <section
      className={cx(reportStyles.checks, reportStyles.fail)}
      aria-label={say('lacks', { count: lacks.length })}
    >
      <header>
        <Icon as={TriangleAlert} />
        <h2>{say('lacks', { count: lacks.length })}</h2>
      </header>
      <ul className={styles.lacks}>
        {lacks.map((lack) => (
          <li key={keyOf(lack)}>
            <span>{rowText(lack, say, rate)}</span>
            {lack.reason === 'several' && <span className="meta">{say('several')}</span>}
            {mayGive && (
              <Link
                href={
                  lack.reason === 'several'
                    ? `/accounts?use=${lack.use}`
                    : placeOf(lack, rowText(lack, say, rate))
                }
                className="link no-print"
                aria-label={`${say(lack.reason === 'several' ? 'choose' : 'give')}: ${rowText(lack, say, rate)}`}
              >
                {say(lack.reason === 'several' ? 'choose' : 'give')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {!mayGive && <p className={cx('meta', styles.may)}>{say('noMay')}</p>}
    </section>
  );
}

const keyOf = ({ use, kind, rate, dpt_id, tender_id, tender_type, name }: SentLack): string =>
  JSON.stringify([use, kind, rate, dpt_id ?? name, tender_id, tender_type]);

const distinct = (all: readonly SentLack[]): SentLack[] => [
  ...new Map(all.map((lack) => [keyOf(lack), lack])).values(),
];

/** Returns the address of a new account with what it is for filled in. */
export function placeOf(lack: SentLack, name: string): string {
  const params = new URLSearchParams({ use: lack.use, name });
  const set = (key: string, value: string | null) => {
    if (value) params.set(key, value);
  };
  set('dpt_id', lack.dpt_id);
  set('tax_rate', lack.use === 'revenue' || lack.use === 'vat' ? lack.rate : null);
  if (lack.use === 'tender' || lack.use === 'card_fee') {
    set('tender_id', lack.tender_id);
    if (!lack.tender_id) set('tender_type', lack.tender_type);
  }
  set('kind', lack.use === 'non_turnover' || lack.use.startsWith('paid_') ? lack.kind : null);
  return `/accounts/new?${params.toString()}`;
}
