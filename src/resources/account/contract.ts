import { z } from 'zod';
import { defineResource, field, optionalReference } from '@/contract/resource';
import { positiveDecimalText, settings, text } from '@/contract/values';

/** What a row of a voucher is, in the order in which accountants read it (docs/report.md#voucher). A closed list. */
export const accountUses = [
  'tender',
  'revenue',
  'vat',
  'gift_card_sold',
  'gift_card_redeemed',
  'deposit_taken',
  'deposit_returned',
  'tip',
  'non_turnover',
  'rounding',
  'over',
  'short',
  'paid_in',
  'paid_out',
  'bank_drop',
  'safe_drop',
  'card_fee',
  'difference',
] as const;
/** What a row of a voucher is. */
export type AccountUse = (typeof accountUses)[number];

/** The number of an account as bookkeeping programs write it. Text: numbers may begin with a zero. */
const accountCode = () =>
  z
    .string()
    .regex(/^[0-9A-Za-z](?:[0-9A-Za-z./-]{0,18}[0-9A-Za-z])?$/, {
      error: 'Must be an account, such as "3000": 1 to 20 letters, digits, and . / - between them',
    })
    .meta({ examples: ['3000'] });

/**
 * A row of the company's table of accounts (docs/report.md#accounts): the account of one use, for all of it, or only for a
 * department, a tax rate, a tender or a kind of tenders, or a kind of line or reason. What is left out fits everything.
 */
export const account = defineResource({
  name: 'account',
  description: 'An account of the general ledger, and what of a business day is booked to it.',
  fields: {
    use: field(z.enum(accountUses)),
    code: field(accountCode()),
    dpt_id: optionalReference('dpt'),
    tax_rate: field(positiveDecimalText().nullable(), null),
    tender_id: optionalReference('tender'),
    tender_type: field(text(100), ''),
    kind: field(text(100), ''),
  },
  data: settings({ vat_code: text(20), note: text(4000) }),
  filters: ['use', 'code', 'dpt_id', 'tender_id'],
  sorts: ['code', 'use'],
  codes: ['code'],
  shared: false,
  access: {
    read: ['admin', 'manager', 'accountant'],
    create: ['admin', 'accountant'],
    update: ['admin', 'accountant'],
  },
});
