import { useMutation } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { csvOf } from '@/core/app/export/csv';
import { currencyDecimals } from '@/core/app/i18n/format';
import { download, fileName } from '@/core/app/export/download';
import { controlled } from '@/core/ui/fields/field';
import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { SkeletonLines } from '@/core/ui/display/empty-state';
import { Banner } from '@/core/ui/display/banner';
import { Button } from '@/core/ui/display/button';
import { Modal } from '@/core/ui/overlays/modal';
import { SheetTable } from '@/core/ui/tables/sheet-table';
import { TextField } from '@/core/ui/fields/text-field';
import type { Receipt } from '../../sales/receipts/receipt';
import { textOf } from '../report/amounts';
import { ChangedSince } from './change-day';
import { markExported } from './mark-exported';
import type { DayReport } from '../report/data/report-query';
import { reportTexts } from '../report/report-texts';
import styles from '../report/report.module.css';
import { currentSeal } from '../seal/current-seal';
import { withFacts } from '../seal/file-facts';
import { sealTexts } from '../seal/seal-texts';
import { useAccounts } from '../report/data/use-accounts';
import { differenceOf, voucherOf, voucherTable, voucherText, type VoucherRow } from './voucher';

/**
 * Dialog with the accounting voucher of a day: its rows, its number, the file to save, and, for roles that may do so, the
 * button that marks the day as exported.
 */
export function VoucherDialog(props: {
  report: DayReport;
  receipts: readonly Receipt[];
  /** Whether the day is closed and the role may mark it as exported. */
  mayMark: boolean;
  opened: boolean;
  onClose: () => void;
}) {
  const { report, receipts, mayMark, opened, onClose } = props;
  const { businessday, totals } = report;
  const say = usePageText('businessday/report', reportTexts);
  const saySeal = usePageText('businessday/seal', sealTexts);
  const { current } = useApp();
  const errorText = useErrorText();
  const { control, handleSubmit } = useForm({
    defaultValues: { number: businessday.data.voucher_num ?? '', rounding: '' },
  });
  const rounding = useWatch({ control, name: 'rounding' });
  const { ready, ...accounts } = useAccounts(totals);
  const rows = voucherOf(totals, receipts, { ...accounts, rounding });
  const mark = useMutation({
    mutationKey: ['businessday', 'export'],
    mutationFn: (number: string) => markExported(current, businessday, number),
    onSuccess: onClose,
  });
  const withNumber = (act: (number: string) => void) => () =>
    void handleSubmit((typed) => act(typed.number.trim()))();
  const save = (number: string) => {
    const scale = currencyDecimals(report.currency);
    const table = voucherTable(rows, { number, date: businessday.date, say, scale });
    const facts = { currency: report.currency, seal: currentSeal(report)?.hash };
    const sealed = withFacts(table, facts, { currency: saySeal('currency'), seal: saySeal('seal') });
    const name = fileName(say('voucher.title'), number, businessday.location.name, businessday.date);
    download(`${name}.csv`, new Blob([csvOf(sealed)], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={say(mayMark ? 'mark.title' : 'voucher.title')}
      subtitle={mayMark ? say('mark.text') : undefined}
      width={720}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button disabled={!ready} onClick={withNumber(save)}>
            {say('voucher.download')}
          </Button>
          {mayMark && (
            <Button
              kind="primary"
              busy={mark.isPending}
              onClick={withNumber((number) => mark.mutate(number))}
            >
              {say('mark.do')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.dialog}>
        {mark.error && (
          <Banner kind="danger">
            {mark.error instanceof ChangedSince ? say('mark.changed') : errorText(mark.error)}
          </Banner>
        )}
        <div className={styles.fields}>
          <Controller
            control={control}
            name="number"
            rules={{ validate: (number) => number.trim() !== '' || say('voucher.missing') }}
            render={(field) => (
              <TextField {...controlled(field)} label={say('voucher.number')} maxLength={100} required />
            )}
          />
          <Controller
            control={control}
            name="rounding"
            render={(field) => (
              <TextField {...controlled(field)} label={say('voucher.roundingAccount')} maxLength={60} />
            )}
          />
        </div>
        {ready ? <Rows rows={rows} /> : <SkeletonLines lines={6} />}
      </div>
    </Modal>
  );
}

function Rows({ rows }: { rows: readonly VoucherRow[] }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const off = differenceOf(rows);
  const without = rows
    .filter((row) => row.account === '' && row.kind !== 'difference')
    .map((row) => voucherText(row, say));
  const sum = (debit: boolean) =>
    format.money(
      textOf(
        rows
          .filter((row) => row.amount.gt(0) === debit)
          .reduce((total, row) => total.plus(row.amount.abs()), off.times(0)),
      ),
    );
  return (
    <>
      {!off.eq(0) && (
        <Banner kind="attention">{say('voucher.offBy', { amount: format.money(textOf(off.abs())) })}</Banner>
      )}
      <SheetTable
        label={say('voucher.title')}
        rows={rows}
        rowKey={(_row, index) => String(index)}
        columns={[
          {
            id: 'account',
            header: () => say('voucher.account'),
            meta: { width: 96 },
            cell: ({
              row: {
                original: { account },
              },
            }) => <span className="tn">{account || '–'}</span>,
          },
          {
            id: 'text',
            header: () => say('voucher.text'),
            cell: ({ row: { original: row } }) => (
              <span title={voucherText(row, say)}>{voucherText(row, say)}</span>
            ),
            footer: () => say('all'),
          },
          {
            id: 'debit',
            header: () => `${say('voucher.debit')} ${format.currency}`,
            meta: { width: 112, align: 'right' },
            cell: ({
              row: {
                original: { amount },
              },
            }) => (amount.gt(0) ? format.money(textOf(amount)) : ''),
            footer: () => sum(true),
          },
          {
            id: 'credit',
            header: () => `${say('voucher.credit')} ${format.currency}`,
            meta: { width: 112, align: 'right' },
            cell: ({
              row: {
                original: { amount },
              },
            }) => (amount.gt(0) ? '' : format.money(textOf(amount.abs()))),
            footer: () => sum(false),
          },
        ]}
      />
      {without.length > 0 && (
        <p className="meta">{say('voucher.noAccount', { names: without.join(', ') })}</p>
      )}
    </>
  );
}
