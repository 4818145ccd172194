import { useQuery } from '@tanstack/react-query';
import { fieldsOf } from '@/core/app/form/fields/fields-of';
import { RecordForm } from '@/core/app/form/record-form';
import { Section } from '@/core/app/form/section';
import { useTextOf } from '@/core/app/i18n/i18n';
import { sendsMailQuery } from '@/core/app/session/mail';
import type { FormProps } from '@/core/app/shell/screen';
import { Banner } from '@/core/ui/display/banner';
import { Fields } from '@/core/ui/layout/form-section';
import { reportLanguages, reportmail, reportTimes } from './contract';
import { Mails } from './mails';

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
