import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { Fields } from '@/ui/layout/form-section';
import { pos } from './contract';
import { TillSection } from './till/till-section';

export { texts } from './texts';

const f = fieldsOf(pos);

/** Form of a register. */
export function Form(props: FormProps) {
  return (
    <RecordForm {...props} sections={['general', 'till', 'device']}>
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <f.Reference name="location_id" span={4} references="location" />
          <f.RecordNumber name="pos_num" span={2} />
        </Fields>
      </Section>
      <TillSection />
      <Section id="device">
        <Fields>
          <f.Text name="data.model" span={6} />
          <f.Text name="data.serial" span={6} codes />
          <f.TextArea name="data.note" span={12} rows={3} />
        </Fields>
      </Section>
    </RecordForm>
  );
}
