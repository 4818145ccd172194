import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { usePageText, useText } from '@/app/i18n/i18n';
import { rangeText } from '@/app/grid/filters/range-chip';
import { useFormat } from '@/app/i18n/use-format';
import type { Screen } from '@/app/shell/screen';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import type { SentVoucher } from '../schema';
import { VoucherNotes, VoucherRows } from './voucher-sheet';
import { VoucherSums } from './voucher-sums';
import styles from './voucher.module.css';
import { voucherTexts } from './voucher-texts';

/** One voucher of several: its line with the sums, and its rows when it is opened. */
export function VoucherItem(props: {
  screen: Screen;
  voucher: SentVoucher;
  isOpenAtFirst: boolean;
  showsAll: boolean;
}) {
  const { screen, voucher, isOpenAtFirst, showsAll } = props;
  const say = usePageText('businessday/voucher', voucherTexts);
  const sayCore = useText();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const { location, from, to, days, number, next_number, rows } = voucher;
  const [first] = days;
  const isOne = days.length === 1 && first !== undefined;
  const dates = isOne ? format.day(from) : rangeText(from, to, format, sayCore);
  const name = `${location.name}, ${dates}`;
  const shown = isOpen || showsAll;
  const hasNothing = rows.length === 0 && days.every(({ status }) => status !== 'open');
  return (
    <details
      className={styles.voucher}
      open={shown}
      onToggle={({ currentTarget }) => {
        if (!showsAll) setIsOpen(currentTarget.open);
      }}
    >
      <summary>
        <Icon as={ChevronRight} size="s" />
        <b className="strong">{name}</b>
        {number === null ? (
          <span className="meta">
            {next_number === null ? hasNothing && say('noRows') : say('next', { number: next_number })}
          </span>
        ) : (
          <span>{number}</span>
        )}
        <span className="meta">
          {isOne ? say(`status_${first.status}`) : say('dayCount', { count: days.length })}{' '}
          {voucher.lacks.length > 0 && (
            <span className={styles.risk}>{say('missing', { count: voucher.lacks.length })}</span>
          )}
        </span>
        <VoucherSums debit={voucher.debit} credit={voucher.credit} />
      </summary>
      {shown && (
        <div className={styles.inside}>
          {isOne && (
            <Link href={`${screen.path}/${first.id}`} className="link no-print">
              {say('toDay')}
            </Link>
          )}
          <VoucherNotes voucher={voucher} />
          {rows.length > 0 && <VoucherRows voucher={voucher} label={say('show', { name })} />}
        </div>
      )}
    </details>
  );
}
