import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { Fields } from '@/ui/layout/form-section';
import { dpt } from './contract';

export { texts } from './texts';

const f = fieldsOf(dpt);

/** Form of a department. */
export function Form(props: FormProps) {
  return (
    <RecordForm
      {...props}
      sections={['general', 'till']}
      initialValues={{ data: { discount_allowed: true } }}
    >
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <f.RecordNumber name="dpt_num" span={3} />
          <f.Integer name="data.sort_order" span={3} />
          <f.Reference name="grp_id" span={6} references="grp" clearable creatable />
          <f.Reference name="tax_id" span={6} references="tax" clearable />
          <f.Color name="data.color" span={12} />
        </Fields>
      </Section>
      <Section id="till">
        <Fields>
          <f.Text name="data.printer" span={6} />
          <f.Integer name="data.age_limit" span={3} />
          <f.Text name="data.account_code" span={3} />
          <f.Switch name="data.discount_allowed" span={12} />
        </Fields>
      </Section>
    </RecordForm>
  );
}
