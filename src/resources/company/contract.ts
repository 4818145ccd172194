import { z } from 'zod';
import { computed, defineResource, field } from '@/contract/resource';
import { companies, roles } from '@/contract/role';
import { currency, day, guid, integer, settings, text } from '@/contract/values';

/** `taxed`: each such line states its tax (a single-purpose voucher); `untaxed`: none does (a multi-purpose one). */
export const lineTreatments = ['taxed', 'untaxed'] as const;

/** Whether prices hold their tax, or it comes on top. */
export const priceTaxes = ['included', 'excluded'] as const;

/** Digits as text, which may begin with a zero; empty where nothing is said. `src/days/books/datev` reads no other form. */
const digits = (from: number, to: number) =>
  z
    .string()
    .regex(new RegExp(`^(?:\\d{${from},${to}})?$`), { error: `Must be ${from} to ${to} digits` })
    .meta({ examples: ['1'.repeat(from)] });

/**
 * The definition of an additional field. Entities hold its value in `data.additional_fields`, by this `id`
 * (docs/design.md#12-nothing-is-lost). Unknown keys are kept.
 */
export const additionalField = z.looseObject({
  id: guid(),
  name: text().optional(),
  type: text(100).optional(),
});

/**
 * A company of the tree (docs/design.md#company-scope). Callers read their own company, and the name, currency, locale,
 * time zone and additional fields of its ancestors. Administrators also read and create direct children. The parent
 * never changes.
 */
export const company = defineResource({
  name: 'company',
  description:
    'A company of the tree: the own one, its ancestors and, for administrators, its direct children.',
  fields: {
    ident: field(text(40), ''),
    parent_id: computed(guid().nullable()),
  },
  data: settings({
    currency: currency(),
    locale: text(40),
    timezone: text(100),
    price_tax: z.enum(priceTaxes).meta({
      description:
        'Whether the base prices of its products hold tax. A price list says it of its own prices. Left out: as the company above says; where none does, as the tax of the product says. Changing it converts no price.',
    }),
    /** Change sets that somebody else approves: those above a number of items, and those of some roles. */
    approval: settings({ above: integer(), roles: z.array(z.enum(roles)) }),
    /** Of whom a second factor is asked, here and in the companies below, and from which day on. */
    second_factor: settings({ roles: z.array(z.enum(roles)), from: day() }),
    /** How long a session lasts here and in the companies below: the strictest counts. Left out: 30 minutes and 12 hours. */
    session: settings({
      idle_minutes: z
        .int32()
        .min(5)
        .max(720)
        .meta({ description: 'Minutes without use after which it ends, 5 to 720.' }),
      hours: z
        .int32()
        .min(1)
        .max(720)
        .meta({ description: 'Hours after which it ends in any case, 1 to 720.' }),
    }),
    /** What files for bookkeeping say of the company (docs/books.md#settings). */
    books: settings({
      fiscal_month: z.int32().min(1).max(12).meta({
        description: 'The month in which the fiscal year begins, 1 to 12. Left out as 1.',
      }),
      datev_consultant: digits(4, 7),
      datev_client: digits(1, 5),
      datev_clearing: digits(1, 8),
      datev_account_length: z.int32().min(4).max(8),
      netvisor_voucher_type: text(40),
      procountor_dimension: text(80),
    }),
    /** How lines that are no turnover are treated, by kind: taxed when they are sold, or not. Left out: as receipts say. */
    line_kinds: settings({
      deposit: z.enum(lineTreatments),
      gift_card: z.enum(lineTreatments),
      tip: z.enum(lineTreatments),
      service_charge: z.enum(lineTreatments),
    }),
    additional_fields: z.record(z.string().max(100), z.array(additionalField)),
  }),
  filters: ['ident'],
  sorts: ['ident'],
  shared: true,
  access: companies,
  generatesIds: true,
  uniform: false,
});
