import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { sumOf } from '../../report/amounts';
import { rowText } from './row-text';
import type { SentRow, SentVoucher } from '../schema';
import styles from './voucher.module.css';
import { voucherTexts } from './voucher-texts';

/** What to know about a voucher before it is booked: why its figures contradict each other, what is open or came late. */
export function VoucherNotes({ voucher }: { voucher: SentVoucher }) {
  const say = usePageText('businessday/voucher', voucherTexts);
  const format = useFormat();
  const { differences, notes } = voucher;
  if (differences.length === 0 && notes.length === 0) return null;
  const off = sumOf(differences.map(({ difference }) => difference)).abs();
  return (
    <div className={styles.notes}>
      {differences.length > 0 && (
        <Banner kind="attention">
          <p>{say('off', { amount: format.money(off.toFixed()) })}</p>
          {differences.map(({ code, expected, actual }) => (
            <p key={code} className="meta">
              {say(`off.${code}`, { expected: format.money(expected), actual: format.money(actual) })}
            </p>
          ))}
        </Banner>
      )}
      {notes.length > 0 && (
        <Banner kind="note">
          {notes.map(({ code, count }) => (
            <p key={code}>{say(code, { count })}</p>
          ))}
        </Banner>
      )}
    </div>
  );
}

/** The rows of a voucher, in the order of accounts. On a phone the account stands under the text. */
export function VoucherRows({ voucher, label }: { voucher: SentVoucher; label: string }) {
  const say = usePageText('businessday/voucher', voucherTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const rate = (value: string) => format.decimal(value);
  const hasCodes = !isPhone && voucher.rows.some(({ vat_code }) => vat_code !== null);
  const account: SheetColumn<SentRow> = {
    id: 'account',
    header: () => say('account'),
    meta: { width: 84 },
    cell: ({ row: { original } }) => <span className="tn">{original.account || '–'}</span>,
  };
  const code: SheetColumn<SentRow> = {
    id: 'vat_code',
    header: () => say('vatCode'),
    meta: { width: 76 },
    cell: ({ row: { original } }) => original.vat_code ?? '',
  };
  const side = (of: 'debit' | 'credit'): SheetColumn<SentRow> => ({
    id: of,
    header: () => `${say(of)} ${format.currency}`,
    meta: { width: isPhone ? 76 : 96, align: 'right' },
    cell: ({ row: { original } }) => (original[of] === null ? '' : format.money(original[of])),
  });
  const about = ({ account: number, account_name }: SentRow) =>
    [isPhone && (number || say('lacks', { count: 1 })), account_name].filter(Boolean).join(' ');
  const text: SheetColumn<SentRow> = {
    id: 'text',
    header: () => say('text'),
    cell: ({ row: { original } }) => (
      <span className={styles.what}>
        {rowText(original, say, rate)}
        {about(original) !== '' && <span className="meta">{about(original)}</span>}
      </span>
    ),
  };
  return (
    <SheetTable
      label={label}
      rows={voucher.rows}
      rowKey={(_row, index) => String(index)}
      columns={[
        ...(isPhone ? [] : [account]),
        text,
        ...(hasCodes ? [code] : []),
        side('debit'),
        side('credit'),
      ]}
    />
  );
}
