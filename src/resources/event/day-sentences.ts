import type { SayOf } from '@/app/i18n/i18n';
import { decimalOf } from '@/app/i18n/format';
import type { Format } from '@/app/i18n/formats';
import { textOf } from '@/app/form/engine/number-text';
import { isArray, isObject, valueAt, type Json, type JsonObject } from '@/record/json';
import { shortId } from '@/app/record/value-words';
import { recordOf } from './difference';

/** A change of a day's cash as a sentence. */
export interface DaySentence {
  readonly key: string;
  readonly label: string;
}

/** What the sentences are made from. */
export interface SentenceSources {
  readonly tell: SayOf;
  readonly format: Format;
  readonly nameOf: (id: string) => string | undefined;
  /** Returns the cash that a register was expected to hold, if it is known. */
  readonly expectedIn: (pos_id: string) => string | undefined;
}

/**
 * Returns what an event did to the z reports of a business day, register by register: "Counted 245.60 in the drawer of
 * Register 2, expected 240.60".
 */
export function daySentences(event: JsonObject, sources: SentenceSources): DaySentence[] {
  const { tell, format, nameOf, expectedIn } = sources;
  const before = zReportsOf(event['before']);
  const amount = (value: Json | undefined) => format.decimal(textOf(value));
  return zReportsOf(recordOf(event)).flatMap((now, at): DaySentence[] => {
    const pos_id = textOf(now['pos_id']);
    const was = before.find((report) => textOf(report['pos_id']) === pos_id && sameReport(report, now)) ?? {};
    const register = nameOf(pos_id) ?? shortId(pos_id);
    const sentence = (name: string, values: Record<string, string>): DaySentence => ({
      key: `z/${at}/${name}`,
      label: tell(`day.${name}`, { register, ...values }),
    });
    const isNew = (field: string) => textOf(now[field]) !== '' && textOf(now[field]) !== textOf(was[field]);
    const sentences: DaySentence[] = [];
    if (isNew('opening_float')) sentences.push(changed('float', 'opening_float'));
    if (isNew('opening_note')) sentences.push(sentence('floatNote', { note: textOf(now['opening_note']) }));
    if (isNew('counted')) {
      const expected = expectedIn(pos_id);
      sentences.push(
        textOf(was['counted']) === '' && expected !== undefined
          ? sentence('countedExpected', {
              amount: amount(now['counted']),
              expected: format.decimal(expected),
            })
          : changed('counted', 'counted'),
      );
    }
    for (const field of ['paid_in', 'paid_out'])
      if (isNew(field) && decimalOf(textOf(now[field]))?.eq(0) === false)
        sentences.push(sentence(field, { amount: amount(now[field]) }));
    if (isNew('z_number')) sentences.push(sentence('z', { number: textOf(now['z_number']) }));
    if (isNew('last_receipt_num'))
      sentences.push(
        sentence('numbers', { from: textOf(now['first_receipt_num']), to: textOf(now['last_receipt_num']) }),
      );
    return sentences;

    function changed(name: string, field: string): DaySentence {
      const earlier = textOf(was[field]);
      return earlier === ''
        ? sentence(name, { amount: amount(now[field]) })
        : sentence(`${name}Instead`, { amount: amount(now[field]), was: amount(earlier) });
    }
  });
}

/** Returns whether an event counts the cash of a drawer. */
export const isCount = (event: JsonObject): boolean =>
  zReportsOf(recordOf(event)).some((report) => textOf(report['counted']) !== '') && isObject(event['before']);

const zReportsOf = (record: Json | undefined): readonly JsonObject[] => {
  const reports = isObject(record) ? valueAt(record, ['data', 'z_reports']) : undefined;
  return isArray(reports) ? reports.filter(isObject) : [];
};

/** A register may have several z reports; those with a number are told apart by it. */
const sameReport = (one: JsonObject, other: JsonObject): boolean => {
  const numbers = [textOf(one['z_number']), textOf(other['z_number'])];
  return numbers.includes('') || numbers[0] === numbers[1];
};
