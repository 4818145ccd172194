import { useQueries } from '@tanstack/react-query';
import { useApp } from '@/app/shell/app-context';
import { useRecord } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { useReferencedContract } from '@/app/form/fields/reference-input';
import { useLanguage, useTextOf } from '@/app/i18n/i18n';
import { recordLabelQuery } from '@/app/data/queries';
import { isArray, isNumber, valueAt, type JsonObject } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { Statement } from '@/ui/display/statement';
import { discountSentence } from './sentence';

/** Sentence that says what the discount does; it updates while the form is edited. */
export function DiscountSentence() {
  const say = useTextOf('discount');
  const { language } = useLanguage();
  const { currency, scale } = useFormat();
  const record = useRecord((state) => state.current);
  const text = (key: string) => textOf(valueAt(record, ['data', key]));
  const stackable = valueAt(record, ['data', 'stackable']);
  const sentence = discountSentence(
    {
      type: textOf(record['type']),
      value: textOf(record['value']),
      scope: text('scope'),
      trigger: text('trigger'),
      code: text('code'),
      valid_from: text('valid_from'),
      valid_until: text('valid_until'),
      weekdays: daysIn(record),
      time_from: text('time_from'),
      time_until: text('time_until'),
      departments: useNames('dpt', textsIn(record, 'dpt_ids')),
      products: useNames('plu', textsIn(record, 'plu_ids')),
      customers: useNames('customer', textsIn(record, 'customer_ids')),
      groups: textsIn(record, 'customer_groups'),
      locations: useNames('location', textsIn(record, 'location_ids')),
      min_qty: text('min_qty'),
      min_total: text('min_total'),
      max_amount: text('max_amount'),
      stackable: typeof stackable === 'boolean' ? stackable : undefined,
      approval_required: valueAt(record, ['data', 'approval_required']) === true,
      reason_required: valueAt(record, ['data', 'reason_required']) === true,
      currency,
      scale,
    },
    language,
  );
  return <Statement quiet={sentence === null}>{sentence ?? say('says.nothing')}</Statement>;
}

/** Returns the names of records by their ids, with "…" for a name that is still loading. */
function useNames(references: string, ids: readonly string[]): string[] {
  const { source } = useApp();
  const say = useTextOf('form');
  const resource = useReferencedContract(references);
  const answers = useQueries({ queries: ids.map((id) => recordLabelQuery(source, resource, id)) });
  return answers.map(({ data }) => {
    if (data === undefined) return '…';
    return typeof data?.['name'] === 'string' ? data['name'] : say('unknownRecord');
  });
}

function textsIn(record: JsonObject, key: string): string[] {
  const list = valueAt(record, ['data', key]);
  return isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

function daysIn(record: JsonObject): number[] {
  const list = valueAt(record, ['data', 'weekdays']);
  return isArray(list) ? list.filter(isNumber).map((day) => Number(day.value)) : [];
}
