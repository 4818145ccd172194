import { fieldsOf } from '@/core/app/form/fields/fields-of';
import type { FormProps } from '@/core/app/shell/screen';
import { OwnCurrency, useOwnCurrencyDefault } from '@/core/app/form/fields/own-currency';
import { RecordForm } from '@/core/app/form/record-form';
import { Section } from '@/core/app/form/section';
import { Checks, Fields } from '@/core/ui/layout/form-section';
import { roundingModes, tender, tenderTypes } from './contract';
import { RoundingExample } from './rounding-example';

export { texts } from './form-texts';

const f = fieldsOf(tender);

/** Form of a tender. */
export function Form(props: FormProps) {
  return (
    <RecordForm
      {...props}
      sections={['general', 'rounding', 'till', 'books']}
      initialValues={useOwnCurrencyDefault()}
    >
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <f.Select name="type" span={4} options={tenderTypes} open />
          <f.RecordNumber name="tender_num" span={2} />
          <f.Currency name="data.currency" span={6} />
          <f.Integer name="data.sort_order" span={6} />
        </Fields>
      </Section>
      <Section id="rounding">
        <OwnCurrency>
          <Fields>
            <f.Amount name="data.rounding.unit" span={6} money />
            <f.Select name="data.rounding.mode" span={6} options={roundingModes} open clearable />
          </Fields>
          <RoundingExample />
        </OwnCurrency>
      </Section>
      <Section id="till">
        <Checks>
          <f.Check name="data.gives_change" />
          <f.Check name="data.opens_drawer" />
          <f.Check name="data.allows_refund" />
          <f.Check name="data.allows_tip" />
          <f.Check name="data.counted_at_close" />
        </Checks>
        <OwnCurrency>
          <Fields>
            <f.Amount name="data.min_amount" span={6} money />
            <f.Amount name="data.max_amount" span={6} money />
          </Fields>
        </OwnCurrency>
      </Section>
      <Section id="books">
        <Fields>
          <f.Amount name="data.fee_percent" span={6} unit="%" />
          <f.Text name="data.account_code" span={6} />
        </Fields>
      </Section>
    </RecordForm>
  );
}
