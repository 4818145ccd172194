import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { OwnCurrency, useOwnCurrencyDefault } from '@/app/form/fields/own-currency';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { Checks, Fields } from '@/ui/layout/form-section';
import { useRecordValue } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { decimalOf } from '@/app/i18n/format';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { roundingModes, tender, tenderTypes } from './contract';
import { roundingExamples } from './rounding';

const unitPath: readonly string[] = ['data', 'rounding', 'unit'];
const modePath: readonly string[] = ['data', 'rounding', 'mode'];

/** Example of the rounding with two amounts; it updates while the form is edited. */
function RoundingExample() {
  const say = useTextOf('tender');
  const format = useFormat();
  const unit = decimalOf(textOf(useRecordValue(unitPath)));
  const given = textOf(useRecordValue(modePath)) || 'half_up';
  const mode = roundingModes.find((one) => one === given);
  if (!unit || unit.lte('0.01')) return <p className="meta">{say('rounding.none')}</p>;
  if (!mode) return <p className="meta">{say('rounding.unknown')}</p>;
  const [first, second] = roundingExamples(unit, mode).map(({ from, to }) => ({
    from: format.money(from.toFixed()),
    to: format.money(to.toFixed()),
  }));
  return (
    <p className="meta">
      {say('rounding.example', {
        from: second?.from ?? '',
        to: second?.to ?? '',
        otherFrom: first?.from ?? '',
        otherTo: first?.to ?? '',
      })}
    </p>
  );
}

export { texts } from './texts';

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
