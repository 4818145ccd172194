import { useEffect } from 'react';
import { useRecord, useRecordContext, useRecordValue } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { useReferencedRow } from '@/app/form/fields/reference-input';
import { NextCode } from '@/app/form/next-code';
import { useFormat } from '@/app/i18n/use-format';

/** Characters that a receipt's line has for a name. */
export const receiptWidth = 24;

/** Suggests what follows in a new product: receipt name from the name; tax and code from the department. */
export function Beginnings() {
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

const namePath: readonly string[] = ['name'];
const dptPath: readonly string[] = ['dpt_id'];

/** Returns a name as a receipt prints it: in capitals, and no longer than its line, cut between words if possible. */
export function receiptNameOf(name: string, locale: string): string {
  const capitals = name.trim().toLocaleUpperCase(locale);
  if (capitals.length <= receiptWidth) return capitals;
  const cut = capitals.slice(0, receiptWidth + 1);
  const end = cut.lastIndexOf(' ');
  return (end > receiptWidth / 2 ? cut.slice(0, end) : cut.slice(0, receiptWidth)).replace(/[\s,;:-]+$/, '');
}
