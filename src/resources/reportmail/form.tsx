import { useQuery } from '@tanstack/react-query';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { sendsMailQuery } from '@/app/session/features';
import { mailColors } from '@/app/session/mail';
import type { FormProps } from '@/app/shell/screen';
import { Banner } from '@/ui/display/banner';
import { Fields } from '@/ui/layout/form-section';
import { mailsSchema } from '@/contract/mail/mails';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { State } from '@/ui/display/badge';
import { reportLanguages, reportmail, reportTimes } from './contract';
import styles from './mails.module.css';

export { texts } from './texts';

const f = fieldsOf(reportmail);

/** Form of a report by mail, with what was sent of it. */
export function Form(props: FormProps) {
  const say = useTextOf('reportmail');
  const sendsMail = useQuery(sendsMailQuery).data;
  return (
    <RecordForm {...props} sections={['general', 'recipients', ...(props.id === null ? [] : ['mails'])]}>
      <Section id="general">
        {sendsMail === false && <Banner kind="attention">{say('noServer')}</Banner>}
        <Fields>
          <f.Text name="name" span={12} />
          <f.Select name="frequency" span={5} options={reportTimes} />
          <f.Reference name="location_id" span={4} references="location" clearable />
          <f.Select name="language" span={3} options={reportLanguages} />
        </Fields>
      </Section>
      <Section id="recipients">
        <Fields>
          <f.Lines name="data.recipients" rows={4} />
          <f.TextArea name="data.note" span={12} rows={2} />
        </Fields>
      </Section>
      {props.id !== null && (
        <Section id="mails">
          <Mails id={props.id} />
        </Section>
      )}
    </RecordForm>
  );
}

/** The mails of a report: to whom, when, and why one was not sent. */
function Mails({ id }: { id: string }) {
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
