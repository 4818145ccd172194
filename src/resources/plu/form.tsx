import { useLocation } from 'react-router';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { useRecord, useRecordValue, useRecordContext } from '@/app/form/engine/record-context';
import { LaterSections } from '@/app/form/later-sections';
import { textOf } from '@/app/form/engine/number-text';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { valueAt, type JsonObject, isObject } from '@/record/json';
import { Fields, Checks } from '@/ui/layout/form-section';
import { checks } from './checks';
import { Barcodes } from './fields/barcodes';
import { plu, knownAllergens, knownFlags } from './contract';
import { Previews } from './fields/previews';
import { Prices } from './fields/prices';
import { SalesChart } from './fields/sales-chart';
import { StockUnits } from './fields/stock-units';
import { Supply } from './fields/supply';
import { useFormat } from '@/app/i18n/use-format';
import { useEffect } from 'react';
import { useReferencedRow } from '@/app/form/fields/reference-input';
import { NextCode } from '@/app/form/next-code';
import { useFieldGroup } from '@/app/form/engine/use-record-field';
import { Banner } from '@/ui/display/banner';
import styles from './fields/plu.module.css';

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

/** Characters that a receipt's line has for a name. */
const receiptWidth = 24;

/** Suggests what follows in a new product: receipt name from the name; tax and code from the department. */
function Beginnings() {
  const form = useRecordContext();
  const { locale } = useFormat();
  const isNew = useRecord((state) => state.isNew);
  const name = textOf(useRecordValue(namePath));
  const dptId = useRecordValue(dptPath);
  const department = useReferencedRow('dpt', dptId);
  const tax = department?.['tax_id'];
  useEffect(() => {
    if (isNew) form.suggest(['receipt_name'], receiptNameOf(name, locale));
  }, [form, isNew, name, locale]);
  useEffect(() => {
    if (isNew && typeof tax === 'string') form.suggest(['tax_id'], tax);
  }, [form, isNew, tax]);
  if (!isNew || !department) return null;
  return <NextCode field="productid" filters={{ dpt_id: [department.id] }} />;
}

const dptPath: readonly string[] = ['dpt_id'];

/** Returns a name as a receipt prints it: in capitals, and no longer than its line, cut between words if possible. */
function receiptNameOf(name: string, locale: string): string {
  const capitals = name.trim().toLocaleUpperCase(locale);
  if (capitals.length <= receiptWidth) return capitals;
  const cut = capitals.slice(0, receiptWidth + 1);
  const end = cut.lastIndexOf(' ');
  return (end > receiptWidth / 2 ? cut.slice(0, end) : cut.slice(0, receiptWidth)).replace(/[\s,;:-]+$/, '');
}

const flagsPath: readonly string[] = ['data', 'flags'];

/** Fields for what happens when the product is sold: flags, tags and allergens. */
function Kitchen() {
  const say = useTextOf('plu');
  const flags = useRecordValue(flagsPath);
  const known: readonly string[] = knownFlags;
  const others = isObject(flags) ? Object.keys(flags).filter((flag) => !known.includes(flag)) : [];
  const problem = useFieldGroup({
    path: flagsPath,
    label: say('data.flags'),
    kind: 'choice',
    show: () => '',
  });
  return (
    <Section id="kitchen">
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div className={styles.flags}>
        <p className="med ink">{say('data.flags')}</p>
        <Checks>
          {[...known, ...others].map((flag) => (
            <f.Check
              key={flag}
              name={`data.flags.${flag}`}
              path={[...flagsPath, flag]}
              label={known.includes(flag) ? say(`flag.${flag}`) : flag}
            />
          ))}
        </Checks>
      </div>
      <Fields>
        <f.Tags name="data.tags" span={12} addLabel={say('tag.add')} />
        <f.Pills name="data.allergies" span={12} options={knownAllergens} />
      </Fields>
    </Section>
  );
}
