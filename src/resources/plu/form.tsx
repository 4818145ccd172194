import { fieldsOf } from '@/core/app/form/fields/fields-of';
import { useRecord } from '@/core/app/form/engine/record-context';
import type { FormProps } from '@/core/app/shell/screen';
import { RecordForm } from '@/core/app/form/record-form';
import { Section } from '@/core/app/form/section';
import { useTextOf } from '@/core/app/i18n/i18n';
import { Fields } from '@/core/ui/layout/form-section';
import { checks } from './checks';
import { Barcodes } from './fields/barcodes';
import { plu, refpriceTypes, unitTypes } from './contract';
import { Kitchen } from './fields/kitchen';
import { Prices } from './fields/prices';
import { SalesChart } from './fields/sales-chart';
import { StockUnits } from './fields/stock-units';
import { Supply } from './fields/supply';

export { texts } from './form-texts';

const f = fieldsOf(plu);

/** Form of a product (docs/interface.md#22-product-plu). */
export function Form(props: FormProps) {
  return (
    // Without a first value the price would be missing, and the service would take it as zero: the form reports an
    // empty price.
    <RecordForm
      {...props}
      sections={['general', 'prices', 'stock', 'supply', 'barcodes', 'kitchen']}
      initialValues={{ base_price: '' }}
      side={<SalesChart />}
      checks={checks}
    >
      <General />
      <Prices />
      <StockUnits />
      <Supply />
      <Barcodes path={props.screen.path} />
      <Kitchen />
    </RecordForm>
  );
}

function General() {
  const say = useTextOf('plu');
  const hasImage = useRecord((state) => typeof state.base['image_id'] === 'string');
  return (
    <Section id="general">
      <Fields>
        <f.Text name="name" span={6} />
        <f.Text name="receipt_name" span={4} />
        <f.Text name="productid" span={2} codes />
        <f.Reference name="dpt_id" span={4} references="dpt" />
        <f.Reference name="tax_id" span={4} references="tax" />
        <f.Select name="type" span={4} options={['0']} numeric open />
        <f.DecimalText name="base_price" span={3} label={say('form.base_price')} money />
        <f.Number name="data.cost_price" span={3} money />
        <f.Select name="data.unit_type" span={3} options={unitTypes} open clearable />
        <f.Number name="data.sales_unit" span={3} />
        <f.Number name="data.refprice_size" span={3} />
        <f.Select name="data.refprice_type" span={3} options={refpriceTypes} open clearable />
        <f.Text name="data.pricetag.line1" span={6} />
        <f.TextArea name="memo" span={12} />
        {hasImage && <f.Text name="image_id" span={12} />}
      </Fields>
    </Section>
  );
}
