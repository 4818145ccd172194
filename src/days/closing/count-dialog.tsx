import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useUnloadGuard } from '@/app/shell/unload-guard';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { controlled } from '@/ui/fields/field';
import { usePageText } from '@/app/i18n/i18n';
import { Banner } from '@/ui/display/banner';
import { useFormat } from '@/app/i18n/use-format';
import { Button, IconButton } from '@/ui/display/button';
import { Switch } from '@/ui/fields/choices/choice';
import { Modal } from '@/ui/overlays/modal';
import { TextAreaField } from '@/ui/fields/text-field';
import { usePhone } from '@/ui/layout/use-phone';
import { cx } from '@/ui/style/cx';
import { changeDay, ChangedSince } from './change-day';
import { currencyDecimals } from '@/app/i18n/format';
import { countOf, drawersOf, readingsWith, type Counted, type Typed } from './count';
import { CountCards, CountProgress, goToCount } from './count-cards';
import { CountTable } from './count-table';
import { dayTexts } from './day-texts';
import { noteWith } from './note';
import { phoneDay } from '../report/day-names';
import { DenominationTable } from '../report/tables/denomination-table';
import { dayReport, type DayReport } from '../report/data/report-query';
import phone from './count.module.css';
import styles from '../report/report.module.css';

/** The form values of the dialog. */
interface CountForm {
  /** Typed values by the key of the drawer. */
  typed: Readonly<Record<string, Typed>>;
  reason: string;
}

/** Thrown if receipts or a z report arrived after the differences were shown. */
class DrawersChanged extends Error {
  override readonly name = 'DrawersChanged';
}

/**
 * Dialog that counts the drawers of an open day, by notes and coins or as a sum, compares them with the expected cash, and
 * closes the day. A difference needs a reason. Typed values stay until the day is closed or the dialog is cancelled.
 */
export function CountDialog(props: {
  report: DayReport;
  registerName: (pos_id: string | null) => string;
  onClose: () => void;
}) {
  const { report, registerName, onClose } = props;
  const { businessday: day } = report;
  const say = usePageText('businessday/day', dayTexts);
  const { current } = useApp();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const format = useFormat();
  const isPhone = usePhone();
  const scale = currencyDecimals(report.currency);
  const { control, formState, getValues, handleSubmit, setValue, trigger } = useForm<CountForm>({
    defaultValues: { typed: emptyDrawers(report, scale), reason: '' },
  });
  const typed = useWatch({ control, name: 'typed' });
  const reason = useWatch({ control, name: 'reason' });

  const drawers = drawersOf(report.totals.cash, day.data);
  const countAll = (all: CountForm['typed']) =>
    drawers.map((drawer) => {
      const own = all[drawer.key] ?? {};
      return { drawer, count: countOf(drawer, own, scale), typed: own };
    });
  const counts = countAll(typed);
  const differs = hasDifference(counts);
  const faulty = counts.some(({ count }) => count.faults.opening || count.faults.counted);
  const [isBlind, setIsBlind] = useState(false);
  // Until the day was tried to be closed: a difference needs its reason then.
  const hides = isBlind && !formState.isSubmitted;
  const dirty = formState.isDirty || reason !== '';
  useUnloadGuard(dirty);

  const reloadReport = () => queries.fetchQuery({ ...dayReport(current.client, day.id), staleTime: 0 });
  const close = useMutation({
    mutationKey: ['businessday', 'close'],
    mutationFn: async () => {
      const now = await reloadReport();
      if (now.kind !== 'report' || !sameCash(now.report, report)) throw new DrawersChanged();
      try {
        await changeDay(current, day, (data) => ({
          fields: { status: 'closed', closed_at: new Date().toISOString() },
          data: {
            closed_by: current.me?.user?.name ?? current.me?.key?.name ?? '',
            z_reports: readingsWith(data['z_reports'], counts, scale),
            ...(reason.trim() !== '' && { note: noteWith(data['note'], reason) }),
          },
        }));
      } catch (error) {
        // The page behind the dialog shows the current day when the error appears.
        if (error instanceof ChangedSince) await reloadReport();
        throw error;
      }
    },
    onSuccess: onClose,
  });
  const confirm = handleSubmit(() => {
    if (!faulty) return close.mutate();
    const wrong = counts.find(({ count }) => count.faults.counted);
    if (wrong && isPhone) goToCount(wrong.drawer.key);
  });
  const type = (key: string, change: Typed) => {
    const all = getValues('typed');
    setValue('typed', { ...all, [key]: { ...all[key], ...change } }, { shouldDirty: true });
    // Whether a reason is required depends on the counted amounts.
    if (formState.isSubmitted) void trigger('reason');
  };
  const nameOf = (pos_id: string | null) => (pos_id === null ? say('noRegister') : registerName(pos_id));
  const smallest = report.rounding_units?.find(({ key }) => key === 'type cash')?.unit;
  const ofDrawers = {
    counts,
    isBlind: hides,
    typed,
    showsErrors: formState.isSubmitted,
    byPieces: report.currency,
    nameOf,
    onType: type,
  };
  const closing = (
    <Button
      size="md"
      kind={isPhone && faulty ? 'default' : 'primary'}
      busy={close.isPending}
      onClick={() => void confirm()}
    >
      {say('close.confirm')}
    </Button>
  );
  return (
    <Modal
      opened
      // On a phone the keyboard would cover half of what is to be counted.
      asksForInput={!isPhone}
      onClose={onClose}
      dismissible={!dirty && !close.isPending}
      title={say('close.title')}
      subtitle={isPhone ? `${day.location.name} · ${phoneDay(day.date, format.locale)}` : say('close.text')}
      back={
        isPhone && (
          <IconButton icon={ArrowLeft} label={say('cancel')} disabled={close.isPending} onClick={onClose} />
        )
      }
      width={860}
      flush={isPhone}
      footer={
        isPhone ? (
          <>
            <CountProgress counts={counts} isBlind={hides} nameOf={nameOf} />
            {closing}
          </>
        ) : (
          <>
            <span className="grow" />
            <Button size="md" disabled={close.isPending} onClick={onClose}>
              {say('cancel')}
            </Button>
            {closing}
          </>
        )
      }
    >
      <div className={isPhone ? undefined : styles.dialog}>
        {close.error && (
          <div className={isPhone ? phone.banner : undefined}>
            <Banner kind={close.error instanceof DrawersChanged ? 'attention' : 'danger'}>
              {close.error instanceof DrawersChanged
                ? say('close.moved')
                : close.error instanceof ChangedSince
                  ? say('changed')
                  : errorText(close.error)}
            </Banner>
          </div>
        )}
        {counts.length === 0 ? (
          <p className={cx('meta', isPhone && phone.rest)}>{say('close.nothing')}</p>
        ) : (
          <>
            <div className={isPhone ? phone.blind : undefined}>
              <Switch checked={isBlind} onChange={setIsBlind} label={say('close.blind')} />
            </div>
            {isPhone ? (
              <CountCards {...ofDrawers} cash={report.totals.cash} smallest={smallest} />
            ) : (
              <CountTable {...ofDrawers} />
            )}
          </>
        )}
        {!isPhone &&
          counts.map(({ drawer }) => {
            const pieces = typed[drawer.key]?.pieces;
            return (
              pieces && (
                <DenominationTable
                  smallest={smallest}
                  key={drawer.key}
                  name={nameOf(drawer.pos_id)}
                  currency={report.currency}
                  pieces={pieces}
                  onChange={(next) => type(drawer.key, { pieces: next })}
                />
              )
            );
          })}
        <div className={isPhone ? phone.rest : undefined}>
          <Controller
            control={control}
            name="reason"
            rules={{
              validate: (text, values) =>
                !hasDifference(countAll(values.typed)) || text.trim() !== '' || say('close.reasonMissing'),
            }}
            render={(field) => (
              <TextAreaField
                {...controlled(field)}
                // Its label would tell whether the count is right.
                label={say(differs && !hides ? 'close.reason' : 'close.note')}
                required={differs && !hides}
                help={isPhone ? say('close.text') : undefined}
              />
            )}
          />
        </div>
      </div>
    </Modal>
  );
}

/** Returns 0 as the count of each drawer in which no cash is expected and none was counted. */
const emptyDrawers = (report: DayReport, scale: number): CountForm['typed'] =>
  Object.fromEntries(
    drawersOf(report.totals.cash, report.businessday.data)
      .filter((drawer) => drawer.counted === null && drawer.readings < 2)
      .filter((drawer) => countOf(drawer, {}, scale).expected?.eq(0))
      .map(({ key }) => [key, { counted: (0).toFixed(scale) }]),
  );

const hasDifference = (counts: readonly { readonly count: Counted }[]): boolean =>
  counts.some(({ count }) => count.over_short !== null && !count.over_short.eq(0));

const sameCash = (one: DayReport, other: DayReport): boolean =>
  JSON.stringify(one.totals.cash) === JSON.stringify(other.totals.cash);
