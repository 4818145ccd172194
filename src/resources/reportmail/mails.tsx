import { useQuery } from '@tanstack/react-query';
import { mailColors } from '@/core/app/session/mail';
import { mailsSchema } from '@/core/contract/mail/mails';
import { useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { State } from '@/core/ui/display/badge';
import { Banner } from '@/core/ui/display/banner';
import styles from './mails.module.css';

/** The mails of a report: to whom, when, and why one was not sent. */
export function Mails({ id }: { id: string }) {
  const say = useTextOf('reportmail');
  const format = useFormat();
  const errorText = useErrorText();
  const { client } = useApp().current;
  const read = useQuery({
    queryKey: ['reportmail', 'mails', id],
    queryFn: async ({ signal }) =>
      mailsSchema.parse(await client.json(`/api/secure/reportmail/${encodeURIComponent(id)}/mails`, signal)),
  });
  if (read.error) return <Banner kind="danger">{errorText(read.error)}</Banner>;
  if (!read.data || read.data.length === 0) return <p className="muted">{say('mails.none')}</p>;
  return (
    <ul className={styles.mails}>
      {read.data.map((mail) => (
        <li key={mail.id}>
          <span className={styles.state}>
            <State color={mailColors[mail.state]}>{say(`state=${mail.state}`)}</State>
          </span>
          <span className={styles.whom}>
            {mail.recipient}
            {mail.problem !== null && (
              <span className="meta">
                {say('mails.tries', { count: mail.attempts })}: {mail.problem}
              </span>
            )}
          </span>
          <span className="meta">{format.moment(mail.finished_at ?? mail.created_at)}</span>
        </li>
      ))}
    </ul>
  );
}
