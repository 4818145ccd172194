import { decimalOf } from '@/app/i18n/format';
import type { Receipt } from '../../receipts/receipt';

/** Filter of the receipts of a report; empty text and empty lists do not filter. */
export interface ReceiptFilter {
  /** Part of a receipt number, a cashier, or a product's name, code or barcode. */
  readonly q: string;
  readonly types: readonly string[];
  /** Names of tenders as in the receipts. */
  readonly tenders: readonly string[];
  readonly cashiers: readonly string[];
  /** Decimal text; both bounds are inclusive. */
  readonly min: string;
  readonly max: string;
  readonly faulty: boolean;
}

const words = new WeakMap<Receipt, string>();

/** Returns the searchable text of a receipt in lower case, cached per receipt. */
function wordsOf(receipt: Receipt): string {
  const known = words.get(receipt);
  if (known !== undefined) return known;
  const lines = receipt.lines.flatMap((line) => [line.name, line.productid, line.ean]);
  const made = [receipt.receipt_num, receipt.cashier, ...lines].join('\n').toLocaleLowerCase();
  words.set(receipt, made);
  return made;
}

/** Returns the receipts that match a filter, in their given order. */
export function filtered(
  receipts: readonly Receipt[],
  filter: ReceiptFilter,
  faulty: ReadonlySet<string>,
): readonly Receipt[] {
  const parts = filter.q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const [min, max] = [decimalOf(filter.min), decimalOf(filter.max)];
  const { types, tenders, cashiers } = filter;
  return receipts.filter((receipt) => {
    if (filter.faulty && !faulty.has(receipt.id)) return false;
    if (types.length > 0 && !types.includes(receipt.type)) return false;
    if (cashiers.length > 0 && !cashiers.includes(receipt.cashier)) return false;
    if (tenders.length > 0 && !receipt.tenders.some((tender) => tenders.includes(tender.name))) return false;
    if (min || max) {
      const total = decimalOf(receipt.total);
      if (!total || (min && total.lt(min)) || (max && total.gt(max))) return false;
    }
    if (parts.length === 0) return true;
    const text = wordsOf(receipt);
    return parts.every((part) => text.includes(part));
  });
}

/** Returns the receipts sorted: numbers by their digits, times and totals by value; the sort is stable. */
export function sorted(receipts: readonly Receipt[], sort: string): readonly Receipt[] {
  const way = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace(/^-/, '');
  if (field === 'receipt_num') {
    const collator = new Intl.Collator('en', { numeric: true });
    return receipts.toSorted((one, other) => way * collator.compare(one.receipt_num, other.receipt_num));
  }
  if (field === 'total') {
    const keyed = receipts.map((receipt) => ({ receipt, total: decimalOf(receipt.total) }));
    return keyed
      .toSorted((one, other) => way * (one.total && other.total ? one.total.cmp(other.total) : 0))
      .map(({ receipt }) => receipt);
  }
  return receipts.toSorted((one, other) =>
    one.completed_at === other.completed_at ? 0 : one.completed_at < other.completed_at ? -way : way,
  );
}
