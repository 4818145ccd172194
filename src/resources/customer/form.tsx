import { AddressFields } from '@/app/form/fields/address-fields';
import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { Fields } from '@/ui/layout/form-section';
import { checks } from './checks';
import { customer } from './contract';
import { PersonalData } from './privacy';
import { useCustomerGroups } from '@/app/form/fields/use-customer-groups';

const f = fieldsOf(customer);

/** Field for the group of a customer: offers those that customers are in, and takes any other. */
function CustomerGroup() {
  const groups = useCustomerGroups();
  return <f.Select name="data.customer_group" span={2} options={groups} labelOf={sameName} open clearable />;
}

const sameName = (group: string) => group;

export { texts } from './texts';

/** Form of a customer. */
export function Form(props: FormProps) {
  return (
    <RecordForm {...props} checks={checks} sections={['general', 'contact', 'note']} side={<PersonalData />}>
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <f.RecordNumber name="customer_num" span={2} />
          <CustomerGroup />
          <f.Text name="data.business_id" span={2} />
        </Fields>
      </Section>
      <Section id="contact" of="data">
        <Fields>
          <f.Text name="data.email" span={6} type="email" />
          <f.Text name="data.phone" span={6} type="tel" />
          <AddressFields />
        </Fields>
      </Section>
      <Section id="note" of="data">
        <Fields>
          <f.TextArea name="data.note" span={12} rows={4} />
        </Fields>
      </Section>
    </RecordForm>
  );
}
