import { Big } from 'big.js';
import { sameName, takenBy } from '@/app/form/checks/common-checks';
import { isChanged, type Checked, type Finding, type RecordChecks } from '@/app/form/checks/record-checks';
import { textOf } from '@/app/form/engine/number-text';
import { decimalOf } from '@/app/i18n/format';
import { isArray, isObject, sameValue, valueAt, withValueAt, type Json, type Path } from '@/record/json';
import type { Format } from '@/app/i18n/formats';
import type { Me } from '@/contract/session';
import { tax } from '../tax/contract';
import { holdsTax } from './fields/holds-tax';
import { profitOf } from './fields/price-parts';
import { newLine } from './fields/supply-line';
import { newUnit } from './fields/stock-unit';

export { texts } from './check-texts';

/** A price that differs by this factor from the one before is asked about. */
const unlikely = 10;

const unitsPath: Path = ['data', 'stock_units'];
const supplyPath: Path = ['data', 'supply'];
const pricePath: Path = ['base_price'];
const costPath: Path = ['data', 'cost_price'];

/** The checks of a product besides its contract. */
export const checks: RecordChecks = {
  wrong: (checked, { me, format }) => [
    ...pastLargestChange(checked, me?.largest_price_change ?? null, format),
    ...nameless(checked, unitsPath, 'name', 'check.unitName'),
    ...nameless(checked, supplyPath, 'supplier', 'check.supplier'),
  ],

  async doubtful(checked, context) {
    const { format, record, me } = context;
    const found = amountsOf(checked).flatMap(({ path, before, now }): Finding[] => {
      if (now.lt(0)) return [{ path, key: 'check.negative' }];
      if (!before?.gt(0) || now.lte(0)) return [];
      const values = { before: format.money(before.toFixed()) };
      if (now.gte(before.times(unlikely))) return [{ path, key: 'check.tenTimes', values }];
      return now.times(unlikely).lte(before) ? [{ path, key: 'check.tenth', values }] : [];
    });
    if (!found.some(({ path }) => sameValue([...path], [...pricePath])))
      found.push(...(await belowCost(checked, record, format.money, me)));
    found.push(...(await takenBy(checked, context, 'productid')));
    return [...found, ...(await sameName(checked, context))];
  },

  tidy: ({ record, stored }) =>
    withoutEmptyRows(
      withoutEmptyRows(record, stored, unitsPath, [newUnit(true), newUnit(false)]),
      stored,
      supplyPath,
      [newLine],
    ),
};

/**
 * Finds prices that were changed by more than the caller's role may, in per cent of the price before; a first price is no change
 * (docs/security.md#roles).
 */
function pastLargestChange(checked: Checked, largest: number | null, format: Format): Finding[] {
  if (largest === null || checked.stored === null) return [];
  // A first price on a list is held against the base price, as the service does it (write/role-limits.ts).
  const base = decimalOf(textOf(valueAt(checked.stored, pricePath)));
  return amountsOf(checked).flatMap(({ path, before: own, now }): Finding[] => {
    const before = own ?? base;
    if (path === costPath || !before || before.eq(0)) return [];
    const most = before.abs().times(largest).div(100);
    if (now.minus(before).abs().lte(most)) return [];
    const values = {
      percent: format.decimal(String(largest)),
      from: format.money(before.minus(most).toFixed()),
      until: format.money(before.plus(most).toFixed()),
    };
    return [{ path, key: 'check.largestChange', values }];
  });
}

/** Finds rows that lack what they are of: a unit's name, a line's supplier. */
function nameless(checked: Checked, path: Path, key: string, text: string): Finding[] {
  const rows = valueAt(checked.record, path);
  if (!isArray(rows)) return [];
  return rows.flatMap((row, n) => {
    const place = [...path, String(n)];
    const isMissing = isObject(row) && textOf(valueAt(row, [key])).trim() === '';
    return isMissing && isChanged(checked, place) ? [{ path: [...place, key], key: text }] : [];
  });
}

/** Returns the amounts that were changed: the base price, the cost, and those of price lists. */
function amountsOf(checked: Checked): { path: Path; before: Big | null; now: Big }[] {
  const prices = valueAt(checked.record, ['data', 'prices']);
  const paths = [
    pricePath,
    costPath,
    ...(isObject(prices) ? Object.keys(prices).map((id) => ['data', 'prices', id, 'amount']) : []),
  ];
  return paths.flatMap((path) => {
    const now = decimalOf(textOf(valueAt(checked.record, path)));
    if (!now || !isChanged(checked, path)) return [];
    const before = checked.stored && decimalOf(textOf(valueAt(checked.stored, path)));
    return [{ path, before: before ?? null, now }];
  });
}

async function belowCost(
  checked: Checked,
  record: (resource: typeof tax, id: string) => Promise<unknown>,
  money: (value: unknown) => string,
  me: Me | null,
): Promise<Finding[]> {
  if (![pricePath, costPath, ['tax_id']].some((path) => isChanged(checked, path))) return [];
  const taxId = textOf(valueAt(checked.record, ['tax_id']));
  const rate =
    taxId === ''
      ? null
      : ((await record(tax, taxId)) as { rate?: string; data: { included?: boolean } } | null);
  const profit = profitOf({
    price: textOf(valueAt(checked.record, pricePath)),
    cost: textOf(valueAt(checked.record, costPath)),
    rate: rate?.rate,
    taxIncluded: holdsTax(me, { owner: checked.stored?.['company_id'], tax: rate }),
  });
  if (profit === null || !profit.startsWith('-')) return [];
  return [{ path: pricePath, key: 'check.belowCost', values: { by: money(profit.slice(1)) } }];
}

/** Leaves out the rows of a list that were added and are as empty as when they were. */
function withoutEmptyRows(
  record: Checked['record'],
  stored: Checked['stored'],
  path: Path,
  empty: readonly Json[],
): Checked['record'] {
  const rows = valueAt(record, path);
  if (!isArray(rows)) return record;
  const known = stored ? valueAt(stored, path) : undefined;
  const kept = rows.filter(
    (row, n) => !empty.some((one) => sameValue(one, row)) || (isArray(known) && sameValue(known[n], row)),
  );
  if (kept.length === rows.length) return record;
  const isGone = kept.length === 0 && known === undefined;
  return withValueAt(record, path, isGone ? undefined : kept) as Checked['record'];
}
