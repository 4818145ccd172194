import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { Fields } from '@/ui/layout/form-section';
import { grp } from './contract';

export { texts } from './texts';

const f = fieldsOf(grp);

/** Form of a group. */
export function Form(props: FormProps) {
  return (
    <RecordForm {...props} sections={['general']}>
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <f.RecordNumber name="grp_num" span={3} />
          <f.Integer name="data.sort_order" span={3} />
          <f.Color name="data.color" span={12} />
        </Fields>
      </Section>
    </RecordForm>
  );
}
