import { useRecord, useRecordContext, useRecordValue } from '@/app/form/engine/record-context';
import { sameValue, valueAt } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { CellPlain } from '@/ui/tables/cell';

const at: readonly string[] = ['base_price'];

/** The base price in its row of the price table, as typed in its field; "–" while that is no number. */
export function BasePrice() {
  const format = useFormat();
  const form = useRecordContext();
  const price = useRecordValue(at);
  const changed = useRecord(({ base, isNew }) => !isNew && !sameValue(valueAt(base, at), price));
  const formatted = format.money(price);
  if (form.readOnly) return formatted;
  return (
    <CellPlain right changed={changed}>
      {formatted}
    </CellPlain>
  );
}
