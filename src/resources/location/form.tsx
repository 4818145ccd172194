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
import { useRecordValue } from '@/app/form/engine/record-context';
import { isArray, type Json } from '@/record/json';
import { ReceiptPreview } from '@/ui/display/receipt-preview';
import styles from './location.module.css';

const f = fieldsOf(location);

/** Fields for the lines above and below a receipt, with a preview of the printed receipt. */
function ReceiptLines() {
  const say = useTextOf('location');
  const format = useFormat();
  // Example prices of a coffee and a bun in the currency: 3.50, or 350 in a currency without decimals.
  const price = (cents: string) =>
    format.money(format.scale === 0 ? cents : `${cents.slice(0, 1)}.${cents.slice(1)}`);
  const header = linesOf(useRecordValue(headerPath));
  const footer = linesOf(useRecordValue(footerPath));
  return (
    <div className={styles.receipt}>
      <div className={styles.lines}>
        <f.Lines name="data.receipt_header" rows={3} />
        <f.Lines name="data.receipt_footer" rows={3} />
      </div>
      <ReceiptPreview
        caption={say('receipt.caption')}
        header={header}
        lines={[
          { label: say('receipt.coffee'), value: price('350') },
          { label: say('receipt.bun'), value: price('390') },
        ]}
        total={{ label: `${say('receipt.total')} ${format.currency}`, value: price('740') }}
        footer={footer}
      />
    </div>
  );
}

const headerPath: readonly string[] = ['data', 'receipt_header'];
const footerPath: readonly string[] = ['data', 'receipt_footer'];

const linesOf = (value: Json | undefined): string[] =>
  isArray(value) ? value.filter((line) => typeof line === 'string') : [];

export { texts } from './texts';

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
