import { centsText, scaledText, signedText } from '../money';
import { taxes, type Line } from './basket';
import type { Paid, Payment, TenderName } from './payment';

/** A receipt as a till posts it (resource `sales`), and its amounts in cents. */
export interface DemoReceipt {
  readonly body: ReceiptBody;
  readonly lines: readonly Line[];
  readonly paid: Paid;
}

/** The kinds of receipts (docs/interface.md#24-other-resources). */
export type ReceiptType = 'sale' | 'return' | 'void' | 'training' | 'paid_in' | 'paid_out';

interface TaxRow {
  rate: string;
  gross: string;
  net: string;
  tax: string;
}

/** The body on the wire; money is text. */
export interface ReceiptBody {
  id: string;
  businessday_id: string;
  location_id: string;
  pos_id: string;
  receipt_num: string;
  type: ReceiptType;
  completed_at: string;
  cashier: { id: string; name: string };
  customer_id?: string;
  currency: 'EUR';
  total: string;
  total_net: string;
  total_tax: string;
  rounding: string;
  data: {
    lines: Record<string, unknown>[];
    tenders: Record<string, unknown>[];
    taxes: TaxRow[];
    ref_id?: string;
    reason?: string;
  };
}

/** The fields of a receipt that do not depend on its lines. */
export type ReceiptHead = Omit<
  ReceiptBody,
  'currency' | 'total' | 'total_net' | 'total_tax' | 'rounding' | 'data'
>;

/** Builds a receipt. `tenderId` returns the GUID of a tender. */
export function receipt(
  head: ReceiptHead,
  lines: readonly Line[],
  paid: Paid,
  tenderId: (name: TenderName) => string,
  more: { ref_id?: string; reason?: string } = {},
): DemoReceipt {
  const { perLine, rates } = taxes(lines);
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  const tax = rates.reduce((sum, row) => sum + row.tax, 0);
  return {
    lines,
    paid,
    body: {
      ...head,
      currency: 'EUR',
      total: signedText(total),
      total_net: signedText(total - tax),
      total_tax: signedText(tax),
      rounding: signedText(paid.rounding),
      data: {
        lines: lines.map((line, at) => lineBody(line, at + 1, perLine[at] ?? 0)),
        tenders: paid.payments.map((payment) => tenderBody(payment, tenderId(payment.tender))),
        taxes: rates.map((row) => ({
          rate: row.rate,
          gross: signedText(row.gross),
          net: signedText(row.gross - row.tax),
          tax: signedText(row.tax),
        })),
        ...more,
      },
    },
  };
}

/** Builds a receipt for cash paid in or out without a sale. */
export function cashMove(
  head: ReceiptHead,
  cents: number,
  reason: string,
  tenderId: (name: TenderName) => string,
): DemoReceipt {
  const paid: Paid = { payments: [{ tender: 'Cash', amount: cents }], rounding: 0 };
  const base = receipt(head, [], paid, tenderId, { reason });
  return { ...base, body: { ...base.body, total: signedText(cents), total_net: signedText(cents) } };
}

function lineBody(line: Line, number: number, tax: number): Record<string, unknown> {
  const { item, name, kind, qty, unit, discount, discount_id, total, rate } = line;
  return {
    number,
    ...(item && {
      plu_id: item.plu_id,
      productid: item.productid,
      dpt_id: item.dpt_id,
      dpt_name: item.dpt_name,
      ...(item.ean !== undefined && { ean: item.ean }),
    }),
    name,
    qty: qtyText(qty, item?.weighed ?? false),
    unit_price: centsText(unit),
    ...(discount !== 0 && {
      discount: signedText(discount),
      ...(discount_id !== undefined && { discount_id }),
    }),
    total: signedText(total),
    net: signedText(total - tax),
    tax: signedText(tax),
    tax_rate: rate,
    kind,
  };
}

function qtyText(thousandths: number, weighed: boolean): string {
  const size = Math.abs(thousandths);
  const text = weighed ? scaledText(size, 3) : String(size / 1000);
  return thousandths < 0 ? `-${text}` : text;
}

const tenderTypes = {
  Cash: 'cash',
  Card: 'card',
  'Mobile payment': 'mobile',
  'Lunch card': 'lunch',
  'Gift card': 'gift_card',
  Invoice: 'invoice',
} as const;

const tenderBody = ({ tender, amount, tendered }: Payment, tender_id: string) => ({
  tender_id,
  name: tender,
  type: tenderTypes[tender],
  amount: signedText(amount),
  ...(tendered !== undefined && { tendered: signedText(tendered), change: signedText(tendered - amount) }),
});

/** Returns the next receipt number of a register, with as many digits as its first one, and increments the counter. */
export function takeNumber(register: { next: number; readonly words: { readonly first: string } }): string {
  const number = String(register.next).padStart(register.words.first.length, '0');
  register.next += 1;
  return number;
}
