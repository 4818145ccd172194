import { Decimal, zero } from '@/record/decimal';
import { type Receipt } from '../../report/receipt';
import { groupId } from './xml';

/** A number of things and their amount. */
export interface Tally {
  readonly count: number;
  readonly amount: Decimal;
}

const nothing: Tally = { count: 0, amount: zero };
const more = (tally: Tally, amount: Decimal): Tally => ({
  count: tally.count + 1,
  amount: tally.amount.plus(amount),
});

/** What a z report counts by kind. */
export type TallyName =
  | 'receipts'
  | 'returns'
  | 'discounts'
  | 'voids'
  | 'training'
  | 'tips'
  | 'paid_in'
  | 'paid_out';

/** The sums of a register's day, as its z report has them. Receipts are added one at a time. */
export class DaySums {
  readonly groups = new Map<string, { qty: Decimal; amount: Decimal }>();
  readonly payments = new Map<string, Tally>();
  readonly rates = new Map<string, { net: Decimal; tax: Decimal }>();
  readonly #tallies = new Map<TallyName, Tally>();
  /** Turnover with VAT, without gift cards, deposits and tips. */
  gross = zero;
  sold = zero;

  tally(name: TallyName): Tally {
    return this.#tallies.get(name) ?? nothing;
  }

  #count(name: TallyName, amount: Decimal): void {
    this.#tallies.set(name, more(this.tally(name), amount));
  }

  add(receipt: Receipt): void {
    const { type, total, active } = receipt;
    if (type === 'void' || !active) return this.#count('voids', total);
    if (type === 'training') return this.#count('training', total);
    if (type === 'paid_in' || type === 'paid_out') return this.#count(type, total.abs());
    if (!receipt.counts) return;
    this.#count('receipts', total);
    if (type === 'return') this.#count('returns', total.abs());
    for (const line of receipt.lines) this.#addLine(line);
    for (const { rate, net, tax } of receipt.taxes) {
      const key = rate?.toFixed() ?? '0';
      const before = this.rates.get(key) ?? { net: zero, tax: zero };
      this.rates.set(key, { net: before.net.plus(net), tax: before.tax.plus(tax) });
    }
    for (const { type: kind, amount } of receipt.tenders) {
      const key = kind ?? 'other';
      this.payments.set(key, more(this.payments.get(key) ?? nothing, amount));
    }
  }

  #addLine(line: Receipt['lines'][number]): void {
    if (line.discount.sign() !== 0) this.#count('discounts', line.discount);
    if (line.aside === 'tip') this.#count('tips', line.total);
    if (line.aside !== null) return;
    const key = groupId(line.dpt_id, line.dpt_name);
    const before = this.groups.get(key) ?? { qty: zero, amount: zero };
    this.groups.set(key, { qty: before.qty.plus(line.qty), amount: before.amount.plus(line.total) });
    this.gross = this.gross.plus(line.total);
    if (line.total.sign() > 0) this.sold = this.sold.plus(line.total);
  }
}
