import { useQuery } from '@tanstack/react-query';
import { mailsSchema } from '@/core/contract/mail/mails';
import { useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { Banner } from '@/core/ui/display/banner';

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
    <ul>
      {read.data.map((mail) => (
        <li key={mail.id}>
          <b>{say(`state=${mail.state}`)}</b> {mail.recipient},{' '}
          {format.moment(mail.finished_at ?? mail.created_at)}
          {mail.problem !== null && (
            <span className="muted">
              {' '}
              {say('mails.tries', { count: mail.attempts })}: {mail.problem}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
