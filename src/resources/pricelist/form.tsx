import { useApp } from '@/core/app/shell/app-context';
import { fieldsOf } from '@/core/app/form/fields/fields-of';
import type { FormProps } from '@/core/app/shell/screen';
import { RecordForm } from '@/core/app/form/record-form';
import { Section } from '@/core/app/form/section';
import { useTextOf } from '@/core/app/i18n/i18n';
import { Fields } from '@/core/ui/layout/form-section';
import { checks } from './checks';
import { pricelist, priceListTypes } from './contract';
import { Prices } from './prices';
import { Week } from './week';

export { texts } from './form-texts';

const f = fieldsOf(pricelist);

/** Form of a price list. */
export function Form(props: FormProps) {
  const say = useTextOf('pricelist');
  const { me } = useApp().current;
  const currency = me?.company.currency;
  return (
    <RecordForm
      {...props}
      sections={['general', 'validity', 'prices']}
      checks={checks}
      // A new list is as the company's prices are.
      initialValues={{
        ...(currency && { currency }),
        data: { tax_included: me?.company.price_tax !== 'excluded' },
      }}
    >
      <Section id="general">
        <Fields>
          <f.Text name="name" span={5} />
          <f.Select name="type" span={3} options={priceListTypes} open />
          <f.Currency name="currency" span={2} />
          <f.Integer name="data.priority" span={2} />
          <f.Switch name="data.tax_included" span={12} help={say('tax_included.help')} />
        </Fields>
      </Section>
      <Section id="validity">
        <Fields>
          <f.Day name="data.valid_from" span={3} />
          <f.Day name="data.valid_until" span={3} />
          <f.Time name="data.time_from" span={3} />
          <f.Time name="data.time_until" span={3} />
          <f.Weekdays name="data.weekdays" span={12} />
        </Fields>
        <Week />
        <Fields>
          <f.References
            name="data.location_ids"
            span={12}
            references="location"
            addLabel={say('add.location')}
            noneLabel={say('all.location')}
          />
        </Fields>
      </Section>
      <Prices />
    </RecordForm>
  );
}
