import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApp } from '@/core/app/app-context';
import { useErrorText } from '@/core/app/error-text';
import { usePageText } from '@/core/app/i18n';
import { Banner } from '@/core/ui/banner';
import { Button } from '@/core/ui/button';
import { Modal } from '@/core/ui/modal';
import { TextAreaField } from '@/core/ui/text-field';
import { changeDay, ChangedSince } from './change-day';
import { currencyDecimals } from '@/core/app/format';
import { countOf, drawersOf, readingsWith, type Typed } from './count';
import { CountTable } from './count-table';
import { dayTexts } from './day-texts';
import { noteWith } from './note';
import { PiecesTable } from './pieces-table';
import { dayReport, type DayReport } from './report-query';
import styles from './report.module.css';

/** Receipts came in, or a drawer was read anew, since the differences were shown. */
class MovedOn extends Error {
  override readonly name = 'MovedOn';
}

/**
 * Counting the drawers of an open day and closing it: by notes and coins or as a sum, against what is expected; what
 * is over or short needs a reason. What was typed stays until the day is closed or the person gives up.
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
  const scale = currencyDecimals(report.currency);
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [reason, setReason] = useState('');
  const [told, setTold] = useState(false);

  const drawers = drawersOf(report.totals.cash, day.data);
  const counts = drawers.map((drawer) => ({
    drawer,
    count: countOf(drawer, typed[drawer.key] ?? {}, scale),
  }));
  const differs = counts.some(({ count }) => count.over_short !== null && !count.over_short.eq(0));
  const faulty = counts.some(({ count }) => count.faults.opening || count.faults.counted);
  const lacksReason = differs && reason.trim() === '';
  const dirty = Object.keys(typed).length > 0 || reason !== '';
  useBeforeUnload(dirty);

  const lookAgain = () => queries.fetchQuery({ ...dayReport(current.client, day.id), staleTime: 0 });
  const close = useMutation({
    mutationKey: ['businessday', 'close'],
    mutationFn: async () => {
      const now = await lookAgain();
      if (now.kind !== 'report' || !sameCash(now.report, report)) throw new MovedOn();
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
        // When it is said, the day stands behind the dialog as it is now.
        if (error instanceof ChangedSince) await lookAgain();
        throw error;
      }
    },
    onSuccess: onClose,
  });
  const confirm = () => {
    setTold(true);
    if (!faulty && !lacksReason) close.mutate();
  };
  const type = (key: string, change: Typed) =>
    setTyped((all) => ({ ...all, [key]: { ...all[key], ...change } }));
  const nameOf = (pos_id: string | null) => (pos_id === null ? say('noRegister') : registerName(pos_id));
  return (
    <Modal
      opened
      onClose={onClose}
      dismissible={!dirty && !close.isPending}
      title={say('close.title')}
      subtitle={say('close.text')}
      width={860}
      footer={
        <>
          <span className="grow" />
          <Button size="md" disabled={close.isPending} onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" kind="primary" busy={close.isPending} onClick={confirm}>
            {say('close.confirm')}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {close.error && (
          <Banner kind={close.error instanceof MovedOn ? 'attention' : 'danger'}>
            {close.error instanceof MovedOn
              ? say('close.moved')
              : close.error instanceof ChangedSince
                ? say('changed')
                : errorText(close.error)}
          </Banner>
        )}
        {counts.length === 0 ? (
          <p className="meta">{say('close.nothing')}</p>
        ) : (
          <CountTable
            counts={counts}
            typed={typed}
            told={told}
            byPieces={report.currency}
            nameOf={nameOf}
            onType={type}
          />
        )}
        {counts.map(({ drawer }) => {
          const pieces = typed[drawer.key]?.pieces;
          return (
            pieces && (
              <PiecesTable
                key={drawer.key}
                name={nameOf(drawer.pos_id)}
                currency={report.currency}
                pieces={pieces}
                onChange={(next) => type(drawer.key, { pieces: next })}
              />
            )
          );
        })}
        <TextAreaField
          label={say(differs ? 'close.reason' : 'close.note')}
          value={reason}
          onChange={setReason}
          required={differs}
          error={told && lacksReason ? say('close.reasonMissing') : undefined}
        />
      </div>
    </Modal>
  );
}

const sameCash = (one: DayReport, other: DayReport): boolean =>
  JSON.stringify(one.totals.cash) === JSON.stringify(other.totals.cash);

/** The browser asks before what was typed is left behind. */
function useBeforeUnload(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
