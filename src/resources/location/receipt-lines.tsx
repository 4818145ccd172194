import { fieldsOf } from '@/app/form/fields/fields-of';
import { useRecordValue } from '@/app/form/engine/record-context';
import { useTextOf } from '@/app/i18n/i18n';
import { isArray, type Json } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { ReceiptPreview } from '@/ui/display/receipt-preview';
import { location } from './contract';
import styles from './location.module.css';

const f = fieldsOf(location);

/** Fields for the lines above and below a receipt, with a preview of the printed receipt. */
export function ReceiptLines() {
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
