import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NextCode } from '@/app/form/next-code';
import { textOf } from '@/app/form/engine/number-text';
import { useRecord, useRecordContext, useRecordValue } from '@/app/form/engine/record-context';
import { decimalOf } from '@/app/i18n/format';
import { useApp } from '@/app/shell/app-context';
import { tax } from './contract';

/**
 * Suggests the code of a new tax: its rate where the codes of the company's taxes are their rates, which no number
 * follows; otherwise the next free number.
 */
export function CodeOfRate() {
  const { source } = useApp();
  const form = useRecordContext();
  const isNew = useRecord((state) => state.isNew);
  const rate = textOf(useRecordValue(ratePath)).trim();
  const { data } = useQuery({
    queryKey: [tax.name, 'codes and rates'],
    queryFn: async ({ signal }) =>
      (await source.page(tax, { q: '', sort: 'code', active: 'all', filters: {} }, 0, signal)).rows.map(
        (row) => ({ code: textIn(row['code']), rate: textIn(row['rate']) }),
      ),
    enabled: isNew && !form.readOnly,
    staleTime: 0,
  });
  const areRates = data && 2 * data.filter(isRate).length >= data.length;
  const code = rate === '' || data?.some((one) => one.code === rate) ? '' : rate;
  useEffect(() => {
    if (areRates) form.suggest(codePath, code);
  }, [form, areRates, code]);
  return isNew && areRates === false ? <NextCode field="code" /> : null;
}

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const isRate = ({ code, rate }: { readonly code: string; readonly rate: string }): boolean =>
  decimalOf(rate)?.eq(decimalOf(code) ?? -1) ?? false;

const ratePath: readonly string[] = ['rate'];
const codePath: readonly string[] = ['code'];
