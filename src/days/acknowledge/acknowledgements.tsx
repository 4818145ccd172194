import { acts, allows } from '@/contract/role';
import { lowerFirst } from '@/record/words';
import { use, useRef, useState } from 'react';
import { useApp } from '@/app/shell/app-context';
import { ReasonDialog } from '@/app/form/fields/reason-dialog';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Button } from '@/ui/display/button';
import type { CheckCode } from '../report/schema/check-codes';
import type { Acknowledgement, Check } from '../report/schema/checks';
import type { DayReport } from '../report/data/report-query';
import { AskAction, AskContext } from '../report/questions/ask-button';
import { reportTexts } from '../report/report-texts';
import styles from '../report/report.module.css';

/** Returns the acknowledgement of each check that has one. */
export const acknowledgedIn = (report: DayReport): ReadonlyMap<CheckCode, Acknowledgement> =>
  new Map(report.checks.flatMap(({ code, acknowledged }) => (acknowledged ? [[code, acknowledged]] : [])));

/**
 * List of the failing checks: of each, who acknowledged its faults, when and why, and for an administrator or
 * accountant the button that acknowledges them or withdraws the acknowledgement.
 */
export function Acknowledgements({ report, failing }: { report: DayReport; failing: readonly Check[] }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const [dialog, setDialog] = useState<{ codes: readonly CheckCode[]; isWithdrawal: boolean } | null>(null);
  const entries = acknowledgedIn(report);
  const canAsk = use(AskContext) !== null;
  const canAcknowledge = me !== null && allows(me, acts.acknowledge);
  // The service refuses an acknowledgement of a check that fails in the browser alone.
  const failingAtService = new Set(report.checks.filter(({ ok }) => !ok).map(({ code }) => code));
  const shown = failing.filter(
    ({ code }) => failingAtService.has(code) && (canAcknowledge || canAsk || entries.has(code)),
  );
  if (shown.length === 0) return null;
  const left = shown.flatMap(({ code }) => (entries.has(code) ? [] : [code]));
  return (
    <ul className={styles.known}>
      {shown.map(({ code }) => {
        const entry = entries.get(code);
        return (
          <li key={code} className={entry ? undefined : 'no-print'}>
            {say(`check.${code}`)}{' '}
            {entry && (
              <span className="meta">
                {say('acknowledged', {
                  by: entry.by,
                  at: lowerFirst(format.moment(entry.at)),
                  reason: entry.reason,
                })}
              </span>
            )}{' '}
            <span className={styles.acts}>
              <AskAction subject={`check.${code}`} what={say(`check.${code}`)} />
              {canAcknowledge && (
                <Button
                  size="xs"
                  onClick={() => setDialog({ codes: [code], isWithdrawal: entry !== undefined })}
                >
                  {say(entry ? 'acknowledge.withdraw' : 'acknowledge.do')}
                </Button>
              )}
            </span>
          </li>
        );
      })}
      {canAcknowledge && left.length > 1 && (
        <li className="no-print">
          <span className={styles.acts}>
            <Button size="xs" onClick={() => setDialog({ codes: left, isWithdrawal: false })}>
              {say('acknowledge.all', { count: left.length })}
            </Button>
          </span>
        </li>
      )}
      {dialog && <AcknowledgeDialog id={report.businessday.id} {...dialog} onClose={() => setDialog(null)} />}
    </ul>
  );
}

/** Dialog for one check, or for several with the same reason: one wrong receipt often fails many. */
function AcknowledgeDialog(props: {
  id: string;
  codes: readonly CheckCode[];
  isWithdrawal: boolean;
  onClose: () => void;
}) {
  const { id, codes, isWithdrawal, onClose } = props;
  const say = usePageText('businessday/report', reportTexts);
  const { client } = useApp().current;
  const path = `report/businessdaytx/${encodeURIComponent(id)}/acknowledgement`;
  const action = say(isWithdrawal ? 'acknowledge.withdraw' : 'acknowledge.do');
  // What a failed attempt has written is not written again.
  const written = useRef(new Set<CheckCode>());
  const send = async (reason: string) => {
    for (const code of codes) {
      if (written.current.has(code)) continue;
      await client.post(path, JSON.stringify({ code, reason, withdrawn: isWithdrawal }));
      written.current.add(code);
    }
  };
  return (
    <ReasonDialog
      texts={{
        title: `${action}: ${codes.map((code) => say(`check.${code}`)).join(', ')}`,
        subtitle: say('acknowledge.text'),
        label: say('acknowledge.reason'),
        missing: say('acknowledge.missing'),
        cancel: say('acknowledge.cancel'),
        confirm: action,
      }}
      mutationKey={['businessday', 'acknowledge']}
      send={send}
      onClose={onClose}
    />
  );
}
