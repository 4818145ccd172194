import { useFieldRights } from '@/app/form/engine/field-rights';
import { Big } from 'big.js';
import { useState } from 'react';
import { useRecordValue } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { useReferencedRow } from '@/app/form/fields/reference-input';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { decimalOf } from '@/app/i18n/format';
import { isArray } from '@/record/json';
import { EanBars } from '@/ui/charts/ean-bars';
import { ReceiptPreview } from '@/ui/display/receipt-preview';
import { SideSection } from '@/ui/layout/split-view';
import { grossOf, netOf } from './price-parts';
import { useOwnPrice } from './price-figures';
import { useReferencePrice } from './price-block';
import styles from './previews.module.css';

/** Side of a new product: its shelf label and its line on a receipt, as they grow with what is typed. */
export function Previews() {
  const say = useTextOf('plu');
  const name = textOf(useRecordValue(namePath));
  const receiptName = textOf(useRecordValue(receiptPath));
  // Both say the price.
  if (useFieldRights()('base_price') === 'none') return null;
  return (
    <>
      <SideSection title={say('preview.label')}>
        <ShelfLabel name={name} />
      </SideSection>
      <SideSection title={say('preview.receipt')}>
        <ReceiptLine name={receiptName || name} />
      </SideSection>
    </>
  );
}

function ShelfLabel({ name }: { name: string }) {
  const say = useTextOf('plu');
  const format = useFormat();
  const department = useReferencedRow('dpt', useRecordValue(dptPath));
  const code = textOf(useRecordValue(codePath));
  const codes = useRecordValue(barcodesPath);
  const barcode = isArray(codes) ? codes.map(textOf).find((each) => each !== '') : undefined;
  const own = useOwnPrice();
  // A shelf label says what a customer pays; a price without tax is said beside it.
  const price = own.taxIncluded ? own.price : (grossOf(own, format.scale) ?? '');
  const reference = useReferencePrice();
  const [whole = '', cents = ''] = decimalOf(price) ? format.money(price).split(/[.,](?=\d+$)/) : [];
  const departmentName = textOf(department?.['name'] as never);
  return (
    <div className={styles.label}>
      <div className={styles.name}>{name || '–'}</div>
      <div className={styles.facts}>{[code, departmentName].filter(Boolean).join(' · ')}</div>
      <div className={styles.reference}>
        {reference} {!own.taxIncluded && say('preview.net', { amount: format.money(own.price) })}
      </div>
      <div className={styles.bars}>{barcode && <EanBars code={barcode} />}</div>
      <div className={styles.price}>
        {whole || '–'}
        <sup>
          {cents} {whole && format.currency}
        </sup>
      </div>
    </div>
  );
}

/** Two of the product, so that price and sum are seen apart. */
const pieces = 2;

function ReceiptLine({ name }: { name: string }) {
  const say = useTextOf('plu');
  const format = useFormat();
  const given = useOwnPrice();
  const [now] = useState(() => new Date().toISOString());
  const price = decimalOf(given.price);
  const sum = price ? price.times(pieces).toFixed() : null;
  const net = sum === null ? null : netOf({ ...given, price: sum }, format.scale);
  const total = sum === null || given.taxIncluded ? sum : grossOf({ ...given, price: sum }, format.scale);
  const tax =
    total === null || net === null ? null : new Big(total).minus(given.taxIncluded ? net : (sum ?? 0));
  return (
    <ReceiptPreview
      caption={say('preview.caption')}
      header={[format.moment(now)]}
      lines={[
        { label: name || '–', value: format.money(sum) },
        { label: `\u2002${pieces} × ${format.money(price?.toFixed() ?? null)}`, value: '' },
      ]}
      total={{ label: `${say('preview.total')} ${format.code}`, value: format.money(total) }}
      footer={
        tax
          ? [`${say('price.tax', { rate: format.decimal(given.rate) })} ${format.money(tax.toFixed())}`]
          : []
      }
    />
  );
}

const namePath: readonly string[] = ['name'];
const receiptPath: readonly string[] = ['receipt_name'];
const codePath: readonly string[] = ['productid'];
const dptPath: readonly string[] = ['dpt_id'];
const barcodesPath: readonly string[] = ['data', 'barcodes'];
