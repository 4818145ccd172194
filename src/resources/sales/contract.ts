import { z } from 'zod';
import { computed, defineResource, field, optionalReference, reference } from '@/contract/resource';
import {
  amount,
  currency,
  decimalText,
  guid,
  instant,
  integer,
  openEnum,
  settings,
  text,
} from '@/contract/values';

/** The types of a receipt. Sales and returns are turnover; the others are stored and shown, and in no total. */
export const saleTypes = ['sale', 'return', 'void', 'training', 'paid_in', 'paid_out'] as const;
/** The kinds of a receipt line: only `sale` is turnover. */
export const lineKinds = ['sale', 'gift_card', 'deposit', 'tip'] as const;

const line = settings({
  number: integer(),
  plu_id: guid(),
  productid: text(100),
  name: text(),
  dpt_id: guid(),
  dpt_name: text(),
  ean: text(60),
  qty: amount(),
  unit_price: amount(),
  discount: amount(),
  /** The discount that took it off. */
  discount_id: guid(),
  total: amount(),
  net: amount(),
  tax: amount(),
  tax_rate: amount(),
  kind: openEnum(lineKinds),
});

const payment = settings({
  tender_id: guid(),
  name: text(),
  type: text(100),
  amount: amount(),
  tendered: amount(),
  change: amount(),
});

const taxRow = settings({ rate: amount(), gross: amount(), net: amount(), tax: amount() });

const cashier = z.strictObject({ id: text(100), name: text() }).partial();

/** Who removed (deactivated) a receipt, when and why: it stays listed and is in no total. */
const removal = z
  .object({
    at: instant(),
    by: z.string().meta({ description: 'The name of the person or key, as its event has it.' }),
    reason: z.string().nullable().meta({ description: 'What `removed_reason` said, null without one.' }),
  })
  .meta({
    description:
      'Set when `active` goes to false while the business day is open; null again when the receipt is reactivated.',
  });

/**
 * A receipt, as the till printed it (docs/design.md#7-resources-and-fields). The names and ids in `data` are snapshots:
 * the service never checks them against other records, so that old receipts never change. Returns have negative
 * quantities and amounts.
 */
export const sales = defineResource({
  name: 'sales',
  description: 'A receipt, as the till printed it: accepted once, into an open business day.',
  fields: {
    name: field(text(), ''),
    businessday_id: reference('businessday'),
    location_id: reference('location'),
    pos_id: optionalReference('pos'),
    receipt_num: field(text(100), ''),
    type: field(openEnum(saleTypes), 'sale'),
    completed_at: field(instant()),
    cashier: field(cashier.nullable(), null),
    customer_id: optionalReference('customer'),
    currency: field(currency()),
    total: field(decimalText()),
    total_net: field(decimalText(), '0.00'),
    total_tax: field(decimalText(), '0.00'),
    rounding: field(decimalText(), '0.00'),
    removed: computed(removal.nullable()),
  },
  writeOnly: {
    removed_reason: text(4000).meta({
      description: 'Beside `"active": false`: why the receipt is removed. Answered as `removed.reason`.',
    }),
  },
  data: settings({
    lines: z.array(line),
    tenders: z.array(payment),
    taxes: z.array(taxRow),
    ref_id: guid(),
    reason: text(4000),
    late_for: guid(),
  }),
  filters: ['businessday_id', 'location_id', 'pos_id', 'type', 'customer_id', 'receipt_num'],
  extraFilters: { plu_id: guid(), late_for: guid(), completed_from: instant(), completed_until: instant() },
  sorts: ['completed_at', 'receipt_num', 'total'],
  codes: ['receipt_num'],
  shared: false,
  paging: 'cursor',
  acceptedOnce: true,
  access: {
    read: ['admin', 'manager', 'accountant'],
    create: ['admin', 'manager', 'terminal'],
    update: ['admin', 'manager'],
  },
});
