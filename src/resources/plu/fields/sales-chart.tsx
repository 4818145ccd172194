import { Big } from 'big.js';
import { useState } from 'react';
import { decimalOf } from '@/app/i18n/format';
import { textOf } from '@/app/form/engine/number-text';
import { useRecord } from '@/app/form/engine/record-context';
import { useTextOf } from '@/app/i18n/i18n';
import { isArray, valueAt, type Json } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { BarsChart, type Bar } from '@/ui/charts/bars-chart';
import { Figures } from '@/ui/display/facts';
import { SideSection } from '@/ui/layout/split-view';

const at: readonly string[] = ['sales_history', 'month_sales'];

/** Chart of the sales of twelve months (docs/interface.md#22-product-plu, `sales_history`), oldest first. */
export function SalesChart() {
  const say = useTextOf('plu');
  const format = useFormat();
  const [thisMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const list = useRecord((state) => valueAt(state.base, at));
  const months = (isArray(list) ? list : []).toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1));
  if (months.length === 0) return null;
  const short = new Intl.DateTimeFormat(format.locale, { month: 'narrow', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(format.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const bars = months.map((month): Bar => {
    const day = new Date(`${dateOf(month)}T00:00:00Z`);
    const isDay = !Number.isNaN(day.getTime());
    const qty = textOf(valueAt(month, ['qty']));
    return {
      key: dateOf(month),
      short: isDay ? short.format(day) : '',
      label: isDay ? long.format(day) : dateOf(month),
      amount: Number(qty),
      text: format.decimal(qty),
      isIncomplete: dateOf(month).startsWith(thisMonth),
    };
  });
  const sum = (field: string) =>
    months.reduce((total, month) => total.plus(decimalOf(textOf(valueAt(month, [field]))) ?? 0), new Big(0));
  const others = months.flatMap((month) => {
    const totals = valueAt(month, ['other_totals']);
    return isArray(totals) ? totals : [];
  });
  const currencies = [...new Set(others.map((one) => textOf(valueAt(one, ['currency']))))].sort();
  const sumIn = (currency: string) =>
    others
      .filter((one) => textOf(valueAt(one, ['currency'])) === currency)
      .reduce((total, one) => total.plus(decimalOf(textOf(valueAt(one, ['total']))) ?? 0), new Big(0));
  return (
    <SideSection title={say('sales.title')}>
      <Figures
        figures={[
          { label: say('sales.pieces'), value: format.decimal(sum('qty').toFixed()) },
          { label: `${say('sales.gross')} ${format.currency}`, value: format.money(sum('total').toFixed()) },
          ...currencies.map((currency) => ({
            label: `${say('sales.gross')} ${format.of(currency).currency}`,
            value: format.of(currency).money(sumIn(currency).toFixed()),
          })),
        ]}
      />
      <BarsChart label={say('sales.label')} headers={[say('sales.month'), say('sales.pieces')]} bars={bars} />
    </SideSection>
  );
}

const dateOf = (month: Json): string => textOf(valueAt(month, ['date']));
