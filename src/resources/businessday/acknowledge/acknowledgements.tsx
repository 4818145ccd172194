import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { ReasonField, type Reason } from '@/core/app/form/fields/reason-field';
import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { Banner } from '@/core/ui/display/banner';
import { Button } from '@/core/ui/display/button';
import { Modal } from '@/core/ui/overlays/modal';
import type { Acknowledgement, Check, CheckCode } from '../report/report';
import type { DayReport } from '../report/data/report-query';
import { reportTexts } from '../report/report-texts';
import styles from '../report/report.module.css';

/** Who acknowledged the faults of each check, as the service says. */
export const acknowledgedIn = (report: DayReport): ReadonlyMap<CheckCode, Acknowledgement> =>
  new Map(report.checks.flatMap(({ code, acknowledged }) => (acknowledged ? [[code, acknowledged]] : [])));

/** Of each failing check that its faults are acknowledged, by whom and why, or the way to do so. */
export function Acknowledgements({ report, failing }: { report: DayReport; failing: readonly Check[] }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const [asked, setAsked] = useState<{ code: CheckCode; withdrawn: boolean } | null>(null);
  const entries = acknowledgedIn(report);
  const may = me?.role === 'admin' || me?.role === 'accountant';
  const theirs = new Set(report.checks.filter(({ ok }) => !ok).map(({ code }) => code));
  const shown = failing.filter(({ code }) => theirs.has(code) && (may || entries.has(code)));
  if (shown.length === 0) return null;
  return (
    <ul className={styles.known}>
      {shown.map(({ code }) => {
        const entry = entries.get(code);
        return (
          <li key={code} className={entry ? undefined : 'no-print'}>
            {say(`check.${code}`)}{' '}
            {entry && (
              <span className="meta">
                {say('acknowledged', { by: entry.by, at: format.moment(entry.at), reason: entry.reason })}
              </span>
            )}{' '}
            {may && (
              <Button size="xs" onClick={() => setAsked({ code, withdrawn: entry !== undefined })}>
                {say(entry ? 'acknowledge.withdraw' : 'acknowledge.do')}
              </Button>
            )}
          </li>
        );
      })}
      {asked && <AcknowledgeDialog id={report.businessday.id} {...asked} onClose={() => setAsked(null)} />}
    </ul>
  );
}

function AcknowledgeDialog(props: { id: string; code: CheckCode; withdrawn: boolean; onClose: () => void }) {
  const { id, code, withdrawn, onClose } = props;
  const say = usePageText('businessday/report', reportTexts);
  const { client } = useApp().current;
  const errorText = useErrorText();
  const { control, formState, handleSubmit } = useForm<Reason>({ defaultValues: { reason: '' } });
  const path = `report/businessdaytx/${encodeURIComponent(id)}/acknowledgement`;
  const send = useMutation({
    mutationKey: ['businessday', 'acknowledge'],
    mutationFn: ({ reason }: Reason) =>
      client.post(path, JSON.stringify({ code, reason: reason.trim(), withdrawn })),
    onSuccess: onClose,
  });
  const confirm = handleSubmit((typed) => send.mutate(typed));
  const action = say(withdrawn ? 'acknowledge.withdraw' : 'acknowledge.do');
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      dismissible={!formState.isDirty}
      title={`${action}: ${say(`check.${code}`)}`}
      subtitle={say('acknowledge.text')}
      footer={
        <>
          <span className="grow" />
          <Button size="md" onClick={onClose}>
            {say('acknowledge.cancel')}
          </Button>
          <Button size="md" kind="primary" busy={send.isPending} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {send.error && <Banner kind="danger">{errorText(send.error)}</Banner>}
        <ReasonField
          control={control}
          label={say('acknowledge.reason')}
          missing={say('acknowledge.missing')}
        />
      </div>
    </Modal>
  );
}
