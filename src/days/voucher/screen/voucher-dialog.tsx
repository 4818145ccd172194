import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm, Controller } from 'react-hook-form';
import { csvOf } from '@/app/files/out/guarded-csv';
import { download, fileName } from '@/app/export/download';
import { useLanguage, usePageText } from '@/app/i18n/i18n';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { controlled } from '@/ui/fields/field';
import { TextField } from '@/ui/fields/text-field';
import { Modal } from '@/ui/overlays/modal';
import { ChangedSince, changeDay, type DayShown } from '../../closing/change-day';
import type { DayReport } from '../../report/data/report-query';
import styles from '../../report/report.module.css';
import { currentSeal } from '../../seal/current-seal';
import { withFacts } from '../../seal/file-facts';
import { sealTexts } from '../../seal/seal-texts';
import { Lacks } from './lacks';
import type { SentVoucher } from '../schema';
import { takeNumbers, vouchersQuery } from './voucher-query';
import { VoucherNotes, VoucherRows } from './voucher-sheet';
import { VoucherSums } from './voucher-sums';
import { voucherTable } from './voucher-table';
import { voucherTexts } from './voucher-texts';
import type { SignedIn } from '@/app/session/session';

/**
 * Dialog with the voucher of a day: its sums and what lacks an account, its rows, the file to save, and, for roles that may do
 * so, the button that marks the day as exported. A number that is typed is the day's; without one it gets the next of its series.
 */
export function VoucherDialog(props: {
  report: DayReport;
  /** Whether the day is closed and the role may mark it as exported. */
  mayMark: boolean;
  opened: boolean;
  onClose: () => void;
}) {
  const { report, mayMark, opened, onClose } = props;
  const { businessday } = report;
  const say = usePageText('businessday/voucher', voucherTexts);
  const { current } = useApp();
  const errorText = useErrorText();
  const given = businessday.data.voucher_num?.trim() ?? '';
  const { control, handleSubmit } = useForm({ defaultValues: { number: given } });
  const read = useQuery(vouchersQuery(current.client, { businessday_id: businessday.id }));
  const voucher = read.data?.vouchers[0];
  const isEmpty = voucher?.rows.length === 0;
  const save = useSave(report);
  const mark = useMutation({
    mutationKey: ['businessday', 'export'],
    mutationFn: async (number: string) => {
      if (number === '') await takeNumbers(current.client, [[businessday.id]], 'day');
      else await markExported(current, businessday, number);
    },
    // A number that was typed is known; one of the series is shown, and goes into the file.
    onSuccess: (_answer, number) => number !== '' && onClose(),
  });
  const withNumber = (act: (number: string) => void) => () =>
    void handleSubmit((typed) => act(typed.number.trim()))();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={say(mayMark ? 'markTitle' : 'title')}
      subtitle={mayMark ? say('markText') : undefined}
      width={760}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{say(mayMark ? 'cancel' : 'close')}</Button>
          <Button disabled={!voucher} onClick={withNumber((number) => voucher && save(voucher, number))}>
            {say('download')}
          </Button>
          {mayMark && (
            <Button
              kind="primary"
              busy={mark.isPending}
              onClick={withNumber((number) => mark.mutate(number))}
            >
              {say('mark')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.dialog}>
        {mark.error && (
          <Banner kind="danger">
            {mark.error instanceof ChangedSince ? say('changed') : errorText(mark.error)}
          </Banner>
        )}
        {isEmpty && given === '' ? (
          <output>{say(businessday.status === 'exported' ? 'exportedWithout' : 'takesNone')}</output>
        ) : mayMark ? (
          <div className={styles.fields}>
            <Controller
              control={control}
              name="number"
              render={(field) => (
                <TextField
                  {...controlled(field)}
                  label={say('number')}
                  maxLength={100}
                  placeholder={voucher?.next_number ?? undefined}
                  help={given === '' ? say('takesNext') : undefined}
                />
              )}
            />
          </div>
        ) : (
          given !== '' && <output>{say('exportedAs', { number: given })}</output>
        )}
        {voucher ? (
          <>
            <VoucherSums debit={voucher.debit} credit={voucher.credit} />
            <Lacks vouchers={[voucher]} />
            <VoucherNotes voucher={voucher} />
            {!isEmpty && <VoucherRows voucher={voucher} label={say('title')} />}
          </>
        ) : read.error ? (
          <ErrorState
            title={say('notRead')}
            text={errorText(read.error)}
            retry={say('again')}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </Modal>
  );
}

/** Returns a function that saves the voucher as CSV, with the currency and the seal of the day in the file. */
function useSave(report: DayReport) {
  const say = usePageText('businessday/voucher', voucherTexts);
  const { language } = useLanguage();
  const saySeal = usePageText('businessday/seal', sealTexts);
  const { businessday, currency } = report;
  return (voucher: SentVoucher, number: string) => {
    const table = voucherTable([voucher], say, { name: say('title'), number });
    const facts = { currency, seal: currentSeal(report)?.hash };
    const sealed = withFacts(table, facts, { currency: saySeal('currency'), seal: saySeal('seal') });
    const name = fileName(
      say('title'),
      voucher.number ?? number,
      businessday.location.name,
      businessday.date,
    );
    download(`${name}.csv`, new Blob([csvOf(sealed, language)], { type: 'text/csv;charset=utf-8' }));
  };
}

/**
 * Marks a closed day as exported with its voucher number (docs/design.md#7-resources-and-fields); throws the errors of
 * `changeDay`.
 */
const markExported = (
  signedIn: Pick<SignedIn, 'client' | 'server'>,
  day: DayShown,
  voucher_num: string,
): Promise<void> =>
  changeDay(signedIn, day, () => ({ fields: { status: 'exported' }, data: { voucher_num } }));
