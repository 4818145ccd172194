import { useSearchParams } from 'react-router';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import type { FormProps } from '@/app/shell/screen';
import { Fields } from '@/ui/layout/form-section';
import { tenderTypes } from '../tender/contract';
import { checks } from './checks';
import { account, accountUses } from './contract';

export { texts } from './texts';

const f = fieldsOf(account);

/** The fields that the address of a new account may fill: what a voucher lacks leads here with them. */
const filled = ['name', 'use', 'dpt_id', 'tax_rate', 'tender_id', 'tender_type', 'kind'] as const;

/** Form of an account. */
export function Form(props: FormProps) {
  const [params] = useSearchParams();
  const sayTender = useTextOf('tender');
  const given = filled.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  return (
    <RecordForm
      {...props}
      sections={['general', 'only']}
      initialValues={Object.fromEntries(given)}
      checks={checks}
    >
      <Section id="general">
        <Fields>
          <f.Select name="use" span={6} options={accountUses} />
          <f.Text name="code" span={3} codes />
          <f.Text name="data.vat_code" span={3} codes />
          <f.Text name="name" span={12} />
          <f.TextArea name="data.note" span={12} />
        </Fields>
      </Section>
      <Section id="only">
        <Fields>
          <f.Reference name="dpt_id" span={9} references="dpt" clearable />
          <f.DecimalText name="tax_rate" span={3} unit="%" />
          <f.Reference name="tender_id" span={6} references="tender" clearable />
          <f.Select
            name="tender_type"
            span={6}
            options={tenderTypes}
            labelOf={(type) => sayTender(`type=${type}`)}
            open
            clearable
          />
          <f.Text name="kind" span={12} />
        </Fields>
      </Section>
    </RecordForm>
  );
}
