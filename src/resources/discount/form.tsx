import { fieldsOf } from '@/app/form/fields/fields-of';
import { useRecordValue } from '@/app/form/engine/record-context';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { useCustomerGroups } from '@/app/form/fields/use-customer-groups';
import { Checks, Fields } from '@/ui/layout/form-section';
import { discount, discountScopes, discountTriggers, discountTypes } from './contract';
import { DiscountSentence } from './discount-sentence';

export { texts } from './texts';

const f = fieldsOf(discount);

/** Form of a discount. */
export function Form(props: FormProps) {
  return (
    <RecordForm {...props} sections={['says', 'general', 'targets', 'when', 'limits']}>
      <Section id="says">
        <DiscountSentence />
      </Section>
      <General />
      <Targets />
      <Section id="when">
        <Fields>
          <f.Weekdays name="data.weekdays" span={12} />
          <f.Time name="data.time_from" span={3} />
          <f.Time name="data.time_until" span={3} />
          <f.Day name="data.valid_from" span={3} />
          <f.Day name="data.valid_until" span={3} />
        </Fields>
      </Section>
      <Limits />
    </RecordForm>
  );
}

const typePath: readonly string[] = ['type'];

function General() {
  const type = useRecordValue(typePath);
  const isShare = type === 'percent';
  return (
    <Section id="general">
      <Fields>
        <f.Text name="name" span={6} />
        <f.Text name="receipt_name" span={4} />
        <f.RecordNumber name="discount_num" span={2} />
        <f.Select name="type" span={4} options={discountTypes} open />
        <f.DecimalText name="value" span={2} money={!isShare} {...(isShare && { unit: '%' })} />
        <f.Select name="data.scope" span={6} options={discountScopes} open clearable />
        <f.Select name="data.trigger" span={6} options={discountTriggers} open clearable />
        <f.Text name="data.code" span={3} codes />
        <f.Text name="data.account_code" span={3} />
      </Fields>
    </Section>
  );
}

function Targets() {
  const say = useTextOf('discount');
  const groups = useCustomerGroups();
  const field = (what: 'dpt' | 'plu' | 'customer' | 'location') => ({
    span: 12,
    references: what,
    addLabel: say(`add.${what}`),
    noneLabel: say(`all.${what}`),
  });
  return (
    <Section id="targets">
      <Fields>
        <f.References name="data.dpt_ids" {...field('dpt')} />
        <f.References name="data.plu_ids" {...field('plu')} />
        <f.References name="data.customer_ids" {...field('customer')} />
        <f.Tags name="data.customer_groups" span={12} addLabel={say('add.group')} suggestions={groups} />
        <f.References name="data.location_ids" {...field('location')} />
      </Fields>
    </Section>
  );
}

function Limits() {
  return (
    <Section id="limits">
      <Fields>
        <f.Amount name="data.min_qty" span={3} />
        <f.Amount name="data.min_total" span={3} money />
        <f.Amount name="data.max_amount" span={3} money />
        <f.Integer name="data.priority" span={3} />
      </Fields>
      <Checks>
        <f.Check name="data.stackable" />
        <f.Check name="data.reason_required" />
        <f.Check name="data.approval_required" />
      </Checks>
    </Section>
  );
}
