import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { Fields } from '@/ui/layout/form-section';
import { useTextOf } from '@/app/i18n/i18n';
import { checks } from './checks';
import { CodeOfRate } from './code-of-rate';
import { tax, taxTypes } from './contract';
import { RateFromDate } from './rate-from-date';

export { texts } from './texts';

const f = fieldsOf(tax);

/** Form of a tax rate. */
export function Form(props: FormProps) {
  const say = useTextOf('tax');
  return (
    <RecordForm
      {...props}
      checks={checks}
      codeBy="form"
      sections={['general', 'validity']}
      initialValues={{ data: { included: true, type: 'vat' } }}
    >
      <CodeOfRate />
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <f.Text name="code" span={2} />
          <f.DecimalText name="rate" span={4} unit="%" />
          <RateFromDate />
          <f.Select name="data.type" span={6} options={taxTypes} open clearable />
          <f.Text name="data.account_code" span={6} />
          <f.Switch name="data.included" span={12} help={say('included.help')} />
        </Fields>
      </Section>
      <Section id="validity">
        <Fields>
          <f.Day name="data.valid_from" span={6} />
          <f.Day name="data.valid_until" span={6} />
        </Fields>
      </Section>
    </RecordForm>
  );
}
