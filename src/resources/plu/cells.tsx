import { useRecordLabel } from '@/app/shell/app-context';
import { decimalOf, noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import { useTextOf } from '@/app/i18n/i18n';
import type { Entity } from '@/contract/resource';
import { LowValue } from '@/ui/display/badge';
import { tax } from '../tax/contract';
import type { plu } from './contract';
import { useHoldsTax } from './fields/holds-tax';
import { lowMargin, marginOf } from './fields/margin';

type Props = { row: Entity<typeof plu> };

/** Cell with the cost price of the product. */
export function CostCell({ row }: Props) {
  const format = useFormat();
  return format.money(row.data.cost_price);
}

/** Cell with the margin of the base price after tax; a low margin is shown in copper. */
export function MarginCell({ row }: Props) {
  const say = useTextOf('plu');
  const format = useFormat();
  const holdsTax = useHoldsTax();
  const rate = useRecordLabel(tax, row.tax_id);
  const margin = marginOf({
    price: row.base_price,
    cost: row.data.cost_price,
    rate: rate?.rate,
    taxIncluded: holdsTax({ owner: row.company_id, tax: rate }),
  });
  if (!margin) return noValue;
  const percent = format.decimal(margin.percent, 1);
  if (!margin.low) return percent;
  return <LowValue title={say('marginLow', { percent: lowMargin })}>{percent}</LowValue>;
}

/** Cell with the rate of the product's tax. */
export function TaxCell({ row }: Props) {
  const format = useFormat();
  const rate = useRecordLabel(tax, row.tax_id);
  return format.decimal(rate?.rate);
}

/** Cell with the first barcode and the count of the others. */
export function BarcodeCell({ row }: Props) {
  const say = useTextOf('plu');
  const codes = (row.data.barcodes ?? []).filter((code) => typeof code === 'string');
  const [first, ...more] = codes;
  if (first === undefined) return noValue;
  return (
    <>
      {first}{' '}
      {more.length > 0 && <span className="muted">{say('moreBarcodes', { count: more.length })}</span>}
    </>
  );
}

/** Cell with the unit of the stock, and its size if that is not 1. */
export function StockUnitCell({ row }: Props) {
  const say = useTextOf('plu');
  const format = useFormat();
  const units = row.data.stock_units ?? [];
  const unit = units.find((each) => each.balance_unit) ?? units[0];
  if (!unit?.name) return noValue;
  const size = decimalOf(unit.value ?? 1)?.times(decimalOf(unit.multiplier ?? 1) ?? 1);
  if (!size || size.eq(1)) return unit.name;
  return say('stockUnitOf', { name: unit.name, size: format.decimal(size.toFixed()) });
}
