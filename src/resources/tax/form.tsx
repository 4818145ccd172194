import { fieldsOf } from '@/app/form/fields/fields-of';
import type { FormProps } from '@/app/shell/screen';
import { RecordForm } from '@/app/form/record-form';
import { Section } from '@/app/form/section';
import { Fields } from '@/ui/layout/form-section';
import { useTextOf } from '@/app/i18n/i18n';
import { checks } from './checks';
import { tax, taxTypes } from './contract';
import { RateFromDate } from './rate-from-date';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NextCode } from '@/app/form/next-code';
import { textOf } from '@/app/form/engine/number-text';
import { useRecord, useRecordContext, useRecordValue } from '@/app/form/engine/record-context';
import { decimalOf } from '@/app/i18n/format';
import { useApp } from '@/app/shell/app-context';

export { texts } from './texts';

const f = fieldsOf(tax);

/** Form of a tax rate. */
export function Form(props: FormProps) {
  const say = useTextOf('tax');
  return (
    <RecordForm
      {...props}
      checks={checks}
      codeBy="form"
      sections={['general', 'validity']}
      initialValues={{ data: { included: true, type: 'vat' } }}
    >
      <CodeOfRate />
      <Section id="general">
        <Fields>
          <f.Text name="name" span={6} />
          <f.Text name="code" span={2} />
          <f.DecimalText name="rate" span={4} unit="%" />
          <RateFromDate />
          <f.Select name="data.type" span={6} options={taxTypes} open clearable />
          <f.Text name="data.account_code" span={6} />
          <f.Switch name="data.included" span={12} help={say('included.help')} />
        </Fields>
      </Section>
      <Section id="validity">
        <Fields>
          <f.Day name="data.valid_from" span={6} />
          <f.Day name="data.valid_until" span={6} />
        </Fields>
      </Section>
    </RecordForm>
  );
}

/**
 * Suggests the code of a new tax: its rate where the codes of the company's taxes are their rates, which no number
 * follows; otherwise the next free number.
 */
function CodeOfRate() {
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
