import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { Banner } from '@/core/ui/display/banner';
import { SheetTable } from '@/core/ui/tables/sheet-table';
import { sumOf } from '../../report/amounts';
import { rowText } from './row-text';
import type { SentVoucher } from '../schema';
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

/** The rows of a voucher, in the order of accounts. */
export function VoucherRows({ voucher, label }: { voucher: SentVoucher; label: string }) {
  const say = usePageText('businessday/voucher', voucherTexts);
  const format = useFormat();
  const hasCodes = voucher.rows.some(({ vat_code }) => vat_code !== null);
  const rate = (value: string) => format.decimal(value);
  return (
    <SheetTable
      label={label}
      rows={voucher.rows}
      rowKey={(_row, index) => String(index)}
      columns={[
        {
          id: 'account',
          header: () => say('account'),
          meta: { width: 84 },
          cell: ({ row: { original } }) => <span className="tn">{original.account || '–'}</span>,
        },
        {
          id: 'text',
          header: () => say('text'),
          cell: ({ row: { original } }) => (
            <span className={styles.what}>
              {rowText(original, say, rate)}
              {original.account_name && <span className="meta">{original.account_name}</span>}
            </span>
          ),
        },
        ...(hasCodes
          ? [
              {
                id: 'vat_code',
                header: () => say('vatCode'),
                meta: { width: 76 },
                cell: ({ row: { original } }: { row: { original: SentVoucher['rows'][number] } }) =>
                  original.vat_code ?? '',
              },
            ]
          : []),
        {
          id: 'debit',
          header: () => `${say('debit')} ${format.currency}`,
          meta: { width: 96, align: 'right' },
          cell: ({ row: { original } }) => (original.debit === null ? '' : format.money(original.debit)),
        },
        {
          id: 'credit',
          header: () => `${say('credit')} ${format.currency}`,
          meta: { width: 96, align: 'right' },
          cell: ({ row: { original } }) => (original.credit === null ? '' : format.money(original.credit)),
        },
      ]}
    />
  );
}
