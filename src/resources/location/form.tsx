import { AddressFields } from '@/app/form/fields/address-fields';
import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { OwnCurrency, useOwnCurrencyDefault } from '@/app/form/fields/own-currency';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Fields } from '@/ui/layout/form-section';
import { countingAtClose, location, locationTypes } from './contract';
import { ReceiptLines } from './receipt-lines';

export { texts } from './form-texts';

const f = fieldsOf(location);

const zones = Intl.supportedValuesOf('timeZone');
const locales = ['fi-FI', 'sv-FI', 'en-GB', 'sv-SE', 'et-EE', 'nb-NO', 'da-DK', 'de-DE'] as const;

/** Form of a location. */
export function Form(props: FormProps) {
  const say = useTextOf('location');
  const { locale } = useFormat();
  const languages = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' });
  return (
    <RecordForm
      {...props}
      sections={['general', 'contact', 'selling', 'books', 'receipt']}
      initialValues={useOwnCurrencyDefault()}
    >
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <f.Select name="type" span={4} options={locationTypes} open />
          <f.RecordNumber name="location_num" span={2} />
        </Fields>
      </Section>
      <Section id="contact">
        <Fields>
          <AddressFields />
          <f.Text name="data.business_id" span={4} />
          <f.Text name="data.phone" span={4} type="tel" />
          <f.Text name="data.email" span={4} type="email" />
        </Fields>
      </Section>
      <Section id="selling">
        <Fields>
          <f.Reference name="data.pricelist_id" span={6} references="pricelist" clearable />
          <f.Time name="data.day_cutover" span={6} help={say('cutover.help')} />
          <f.Select
            name="data.timezone"
            span={6}
            options={zones}
            labelOf={(zone) => zone.replaceAll('_', ' ')}
            open
            clearable
          />
          <f.Select
            name="data.locale"
            span={4}
            options={locales}
            labelOf={(tag) => languages.of(tag) ?? tag}
            open
            clearable
          />
          <f.Currency name="data.currency" span={2} />
          <f.Select
            name="data.count_at_close"
            span={12}
            options={countingAtClose}
            clearable
            help={say('counting.help')}
          />
        </Fields>
      </Section>
      <Section id="books">
        <Fields>
          <f.Text name="data.cost_centre" span={6} codes />
          <f.Text name="data.voucher_series" span={6} codes help={say('series.help')} />
        </Fields>
      </Section>
      <Section id="receipt">
        <OwnCurrency>
          <ReceiptLines />
        </OwnCurrency>
      </Section>
    </RecordForm>
  );
}
