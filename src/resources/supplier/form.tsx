import { AddressFields } from '@/app/form/fields/address-fields';
import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { OwnCurrency, useOwnCurrencyDefault } from '@/app/form/fields/own-currency';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { Fields } from '@/ui/layout/form-section';
import { checks } from './checks';
import { supplier } from './contract';

export { texts } from './texts';

const f = fieldsOf(supplier);

/** Form of a supplier. */
export function Form(props: FormProps) {
  return (
    <RecordForm
      {...props}
      checks={checks}
      sections={['general', 'contact', 'terms']}
      initialValues={useOwnCurrencyDefault()}
    >
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <f.RecordNumber name="supplier_num" span={3} />
          <f.Text name="data.business_id" span={3} />
        </Fields>
      </Section>
      <Section id="contact">
        <Fields>
          <f.Text name="data.contact" span={4} />
          <f.Text name="data.email" span={5} type="email" />
          <f.Text name="data.phone" span={3} type="tel" />
          <AddressFields />
        </Fields>
      </Section>
      <Section id="terms">
        <Fields>
          <f.Text name="data.payment_terms" span={4} />
          <f.Currency name="data.currency" span={2} />
          <f.Integer name="data.lead_time_days" span={3} />
          <OwnCurrency>
            <f.Amount name="data.min_order_total" span={3} money />
          </OwnCurrency>
        </Fields>
      </Section>
    </RecordForm>
  );
}
