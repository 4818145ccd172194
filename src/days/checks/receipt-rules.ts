import { Big } from 'big.js';
import { Decimal, zero } from '@/record/decimal';
import { saleTypes } from '@/resources/sales/contract';
import type { DayFacts, Rounding } from '../report/day-facts';
import { countOf, type CheckResult, type Outcome } from './check-result';
import { currencyScale } from '@/contract/values';
import { isTaxedAside, type Reconciled } from './reconcile';
import { businessDateReader } from './business-date';

const activeOf = (all: readonly Reconciled[]) => all.filter(({ receipt }) => receipt.active);
/** Of a division, which `Decimal` does not have. */
const ofBig = (value: Big) => Decimal.parse(value.toFixed());
const unitOf = (currency: string) => Decimal.scaled(1, currencyScale(currency));

/**
 * Checks that quantity × unit price − discount is the total of each line or, of a receipt whose prices are without tax, the net of
 * each line, at the currency's smallest unit. Rounding half up and half to even are both accepted. Of a receipt that fits
 * neither way, the lines that do not fit the way in which fewer are wrong are named (docs/report.md#checks, `receipt_prices`).
 */
export function checkPrices(counted: readonly Reconciled[]): Outcome {
  const faults = counted.flatMap((at) => {
    const gross = priceFaults(at, 'total');
    if (gross.length === 0) return [];
    const net = priceFaults(at, 'untaxed');
    return net.length < gross.length ? net : gross;
  });
  return countOf(counted.length, faults);
}

function priceFaults(at: Reconciled, of: 'total' | 'untaxed'): CheckResult[] {
  const unit = unitOf(at.receipt.currency);
  return at.receipt.lines.flatMap(({ worth, [of]: actual }, index): CheckResult[] =>
    worth?.minus(actual).abs().times(2).gt(unit)
      ? [{ kind: 'line', at, line: index + 1, expected: worth, actual }]
      : [],
  );
}

/**
 * Checks that each tax row's tax follows from its gross and rate, and that the company had that rate
 * (docs/report.md#checks, `receipt_rates`).
 */
export function checkRates(day: DayFacts, counted: readonly Reconciled[]): Outcome {
  const faults = counted.flatMap((at) => [...rowFaults(at, day.scale), ...unknownRates(day, at)]);
  return countOf(counted.length, faults);
}

function rowFaults(at: Reconciled, scale: number): CheckResult[] {
  const { receipt } = at;
  return receipt.taxes.flatMap(({ rate, gross, tax }): CheckResult[] => {
    if (!rate) return [];
    const whole = rate.plus(100);
    const lines = receipt.lines.filter((line) => line.rate?.eq(rate)).length;
    const most = unitOf(receipt.currency).times(Math.max(1, lines)).times(whole.abs());
    if (!tax.times(whole).minus(gross.times(rate)).abs().gt(most)) return [];
    const expected = whole.eq(0)
      ? null
      : ofBig(gross.times(rate).toBig().div(whole.toBig()).round(scale, Big.roundHalfUp));
    return [{ kind: 'rate_tax', at, rate, expected, actual: tax }];
  });
}

function unknownRates({ tax_rates }: DayFacts, at: Reconciled): CheckResult[] {
  if (!tax_rates) return [];
  const rates = [...at.receipt.taxes, ...at.receipt.lines].flatMap(({ rate }) => rate ?? []);
  return rates
    .filter((rate, index) => rates.findIndex((one) => one.eq(rate)) === index)
    .filter((rate) => !tax_rates.some((one) => one.eq(rate)))
    .map((rate): CheckResult => ({ kind: 'rate_unknown', at, rate }));
}

/**
 * Checks that a receipt is rounded as one of its tenders says: to the nearest unit by at most half of it, up or down by less than a
 * whole one. A refund is rounded as its sale was (docs/report.md#checks, `receipt_rounding`).
 */
export function checkRounding({ rounding_units: units }: DayFacts, counted: readonly Reconciled[]): Outcome {
  if (!units) return countOf(counted.length, []);
  const faults = counted.flatMap((at): CheckResult[] => {
    const { rounding, tenders, total } = at.receipt;
    if (rounding.eq(0)) return [];
    const ways = tenders.flatMap(({ tender_id, type }) => units.get(tender_id ?? `type ${type}`) ?? []);
    const turned = total.lt(0) ? rounding.neg() : rounding;
    if (ways.some((one) => isRounding(one, turned))) return [];
    const most = ways.map(({ unit, way }) => {
      if (way === 'half') return ofBig(unit.toBig().div(2));
      return (way === 'up') === turned.gt(0) ? unit : zero;
    });
    const expected = most.reduce((one, other) => (other.gt(one) ? other : one), zero);
    return [{ kind: 'rounding', at, expected, actual: rounding }];
  });
  return countOf(counted.length, faults);
}

function isRounding({ unit, way }: Rounding, rounding: Decimal): boolean {
  if (way === 'up') return rounding.gt(0) && rounding.lt(unit);
  if (way === 'down') return rounding.lt(0) && rounding.neg().lt(unit);
  return rounding.abs().times(2).lte(unit);
}

/** Checks that no amount has more decimals than the currency (docs/report.md#checks, `receipt_scale`). Unit prices may: fuel. */
export function checkScale(day: DayFacts, all: readonly Reconciled[]): Outcome {
  const active = activeOf(all);
  const faults = active.flatMap((at): CheckResult[] => {
    const { receipt } = at;
    const amounts = [
      receipt.total,
      receipt.total_net,
      receipt.total_tax,
      receipt.rounding,
      ...[...receipt.lines, ...receipt.tenders, ...receipt.taxes].flatMap((one) => one.amounts),
    ];
    const finest = amounts.reduce((one, other) => (isFiner(other, one) ? other : one));
    const scale = currencyScale(receipt.currency);
    return finest.decimals() > scale
      ? [{ kind: 'scale', at, expected: String(scale), actual: finest.toFixed() }]
      : [];
  });
  const registers = day.z_reports.flatMap(({ pos_id, opening_float, paid_in, paid_out, counted }) =>
    [opening_float, paid_in, paid_out, counted].flatMap((amount): CheckResult[] =>
      amount && amount.decimals() > day.scale
        ? [{ kind: 'scale', pos_id, expected: String(day.scale), actual: amount.toFixed() }]
        : [],
    ),
  );
  return countOf(active.length, [...faults, ...registers]);
}

/** Whether one amount has more decimals than another or, with equally many, is larger. */
function isFiner(one: Decimal, other: Decimal): boolean {
  const more = one.decimals() - other.decimals();
  return more > 0 || (more === 0 && (one.abs().cmp(other.abs()) || one.cmp(other)) > 0);
}

const known: ReadonlySet<string> = new Set(saleTypes);

/** Checks that returns are negative and that each type is known (docs/report.md#checks, `receipt_type`). */
export function checkType(all: readonly Reconciled[]): Outcome {
  const active = activeOf(all);
  const faults = active.flatMap((at): CheckResult[] => {
    const { type, total } = at.receipt;
    if (!known.has(type)) return [{ kind: 'type', at, actual: type }];
    return type === 'return' && total.gt(0) ? [{ kind: 'sign', at, actual: total }] : [];
  });
  return countOf(active.length, faults);
}

/**
 * Checks that each receipt was completed within its business day, except late ones, which belong to another
 * (docs/report.md#checks, `receipt_time`).
 */
export function checkTime(day: DayFacts, all: readonly Reconciled[]): Outcome {
  const active = activeOf(all);
  const dateOf = businessDateReader(day.timezone, day.cutover, day.cutover_minute);
  const faults = active.flatMap((at): CheckResult[] => {
    const { late_for, completed_at } = at.receipt;
    if (late_for !== null && late_for !== day.id) return [];
    const date = dateOf(completed_at);
    return date === null || day.date === '' || date === day.date
      ? []
      : [{ kind: 'time', at, expected: day.date, actual: date }];
  });
  return countOf(active.length, faults);
}

/**
 * Checks that the tax of lines that are no turnover is in the tax rows of their receipt, and that such lines are taxed as the company
 * says of their kind.
 */
export function checkKinds({ line_kinds: kinds }: DayFacts, counted: readonly Reconciled[]): Outcome {
  const faults = counted.flatMap((at): CheckResult[] => {
    const { aside, rowsHaveAside, receipt } = at;
    const isOtherwise = receipt.lines.some((line) => {
      const how = kinds.get(line.aside ?? '');
      return how === 'taxed' ? !isTaxedAside(line) : how === 'untaxed' && !line.tax.eq(0);
    });
    return [
      ...(aside.tax.eq(0) || rowsHaveAside
        ? []
        : [{ kind: 'aside_tax' as const, at, expected: aside.tax, actual: zero }]),
      ...(isOtherwise ? [{ kind: 'kind_tax' as const, at }] : []),
    ];
  });
  return countOf(counted.length, faults);
}

/** Checks that removed receipts have a reason (docs/report.md#checks, `receipt_removed`). */
export function checkRemoved(all: readonly Reconciled[]): Outcome {
  const faults = all
    .filter(({ receipt }) => !receipt.active && !receipt.removed.reason)
    .map((at): CheckResult => ({ kind: 'removed', at, actual: at.receipt.receipt_num }));
  return countOf(all.length, faults);
}
