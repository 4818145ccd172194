import { lowerFirst } from '@/record/words';
import type { ReactNode } from 'react';
import { mailColors } from '@/app/session/mail';
import { useLazyTexts } from '@/app/i18n/lazy-texts';
import { useFormat } from '@/app/i18n/use-format';
import { mailKinds, type CompanyMail } from '@/contract/mail/mails';
import { State } from '@/ui/display/badge';
import { Link } from '@/ui/layout/link';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import styles from './mails.module.css';
import { texts } from './texts';

const paths = { user: '/users', reportmail: '/report-mails', changeset: '/changes' } as const;

/** Mails with whom they go to, what they are about and why one was not sent, and what has become of them. On a phone all but the state stands below the recipient. */
export function MailTable({ mails }: { mails: readonly CompanyMail[] }) {
  const say = useLazyTexts('mails', texts);
  const format = useFormat();
  const isPhone = usePhone();
  const when = (mail: CompanyMail) => format.moment(mail.finished_at ?? mail.created_at);
  const state = (mail: CompanyMail) => (
    <State color={mailColors[mail.state]}>{say(`state=${mail.state}`)}</State>
  );
  const column = (
    id: string,
    show: (mail: CompanyMail) => ReactNode,
    meta?: SheetColumn<CompanyMail>['meta'],
  ): SheetColumn<CompanyMail> => ({
    id,
    header: () => say(id),
    cell: ({ row: { original } }) => show(original),
    ...(meta && { meta }),
  });
  return (
    <SheetTable
      label={say('title')}
      rows={mails}
      rowKey={({ id }) => id}
      columns={
        isPhone
          ? [
              column('recipient', (mail) => (
                <div className={styles.lines}>
                  <span className="strong">{mail.recipient}</span>
                  <About mail={mail} />
                  <Why mail={mail} />
                </div>
              )),
              column(
                'state',
                (mail) => (
                  <div className={styles.lines}>
                    {state(mail)}
                    <span className="meta">{when(mail)}</span>
                  </div>
                ),
                { width: 130 },
              ),
            ]
          : [
              column('when', when, { width: 130 }),
              column('recipient', ({ recipient }) => <span className={styles.whole}>{recipient}</span>, {
                width: 220,
              }),
              column('about', (mail) => (
                <div className={styles.lines}>
                  <About mail={mail} />
                  <Why mail={mail} />
                </div>
              )),
              column('state', state, { width: 110 }),
            ]
      }
    />
  );
}

/** What a mail is about, with the way to it, and in whose name a report is sent. */
function About({ mail: { kind, name, resource, record_id, sent_for } }: { mail: CompanyMail }) {
  const say = useLazyTexts('mails', texts);
  const known = mailKinds.find((each) => each === kind);
  const text = say(`kind.${known ?? 'other'}`, { name: name ?? '–' });
  return (
    <span className={styles.whole}>
      {resource && record_id ? (
        <Link href={`${paths[resource]}/${record_id}`} className="link">
          {text}
        </Link>
      ) : (
        text
      )}
      {sent_for !== null && <span className="meta"> {say('for', { name: sent_for })}</span>}
    </span>
  );
}

/** Why a mail was not sent, yet or at all. */
function Why({ mail }: { mail: CompanyMail }) {
  const say = useLazyTexts('mails', texts);
  const format = useFormat();
  const { state, problem, attempts, next_at } = mail;
  if (state === 'sent') return null;
  const text =
    state === 'failed'
      ? problem
      : problem === null
        ? say('notYet')
        : say('next', { count: attempts, when: lowerFirst(format.moment(next_at)), problem });
  return <span className={styles.whole}>{text}</span>;
}
