import { useLocation } from 'react-router';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { useRecord, useRecordValue } from '@/app/form/engine/record-context';
import { LaterSections } from '@/app/form/later-sections';
import { textOf } from '@/app/form/engine/number-text';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { valueAt, type JsonObject } from '@/record/json';
import { Fields } from '@/ui/layout/form-section';
import { checks } from './checks';
import { Barcodes } from './fields/barcodes';
import { Beginnings, receiptNameOf, receiptWidth } from './fields/beginnings';
import { plu } from './contract';
import { Kitchen } from './fields/kitchen';
import { Previews } from './fields/previews';
import { Prices } from './fields/prices';
import { SalesChart } from './fields/sales-chart';
import { StockUnits } from './fields/stock-units';
import { Supply } from './fields/supply';
import { useFormat } from '@/app/i18n/use-format';

export { texts } from './texts';

const f = fieldsOf(plu);

/**
 * Form of a product (docs/interface.md#22-product-plu). A new one begins with what it needs; the rest opens when it is
 * asked for.
 */
export function Form(props: FormProps) {
  // A code that was scanned, and that no product has.
  const code = new URLSearchParams(useLocation().search).get('code');
  return (
    // Without a first value the price would be missing, and the service would take it as zero: the form reports an
    // empty price.
    <RecordForm
      {...props}
      key={code}
      sections={['general', 'prices', 'barcodes', 'stock', 'supply', 'kitchen']}
      initialValues={{ base_price: '', ...(code && { data: { barcodes: [code] } }) }}
      side={<SalesChart />}
      newSide={<Previews />}
      codeBy="form"
      checks={checks}
    >
      <Beginnings />
      <General />
      <Prices />
      <Barcodes path={props.screen.path} />
      <LaterSections
        sections={[
          { id: 'stock', content: <StockUnits />, isUsed: (record) => hasAny(record, stockKeys) },
          { id: 'supply', content: <Supply />, isUsed: (record) => hasAny(record, ['supply']) },
          { id: 'kitchen', content: <Kitchen />, isUsed: (record) => hasAny(record, kitchenKeys) },
        ]}
      />
    </RecordForm>
  );
}

const stockKeys = ['stock_units', 'stk_type', 'sales_unit', 'stock_qty_warning'];
const kitchenKeys = ['flags', 'tags', 'allergies'];

function General() {
  const say = useTextOf('plu');
  const { locale } = useFormat();
  const isNew = useRecord((state) => state.isNew);
  const name = textOf(useRecordValue(namePath));
  const receiptName = textOf(useRecordValue(receiptPath));
  const hasImage = useRecord((state) => typeof state.base['image_id'] === 'string');
  const length = say('form.receiptLength', { count: receiptName.length, most: receiptWidth });
  const isMade = receiptName !== '' && receiptName === receiptNameOf(name, locale);
  return (
    <Section id="general">
      <Fields>
        <f.Text name="name" span={7} />
        <f.Text
          name="receipt_name"
          span={5}
          {...(isNew && { help: isMade ? `${say('form.fromName')} ${length}` : length })}
        />
        <f.Reference name="dpt_id" span={4} references="dpt" creatable />
        <f.Reference name="tax_id" span={5} references="tax" />
        <f.Text name="productid" span={3} codes />
        <f.Select name="type" span={4} options={['0']} numeric open />
        <f.Text name="data.pricetag.line1" span={8} />
        <f.TextArea name="memo" span={12} />
        {hasImage && <f.Text name="image_id" span={12} />}
      </Fields>
    </Section>
  );
}

const namePath: readonly string[] = ['name'];
const receiptPath: readonly string[] = ['receipt_name'];

/** Whether a record has a value at any of these keys of its `data`. */
const hasAny = (record: JsonObject, keys: readonly string[]): boolean =>
  keys.some((key) => valueAt(record, ['data', key]) !== undefined);
