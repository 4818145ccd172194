import { z } from 'zod';
import { currency, day, sumText, guid, timestamp } from '@/contract/values';

/** The lowest price of the days before a reduction. A price of a list may be a JSON number of 40 digits, as the parts of a sum may. */
const lowest = z.object({
  amount: sumText(),
  from: timestamp().meta({
    description: 'The midnight from which it was looked at, or since when it is there.',
  }),
  until: timestamp().meta({
    description: 'The moment of the reduction; without one, the moment that was asked for.',
  }),
  last_day: day().meta({ description: 'The last of these days on which that was the price.' }),
});

/** What is the same in the answer for one product and in the sheet of many. */
const reduction = {
  price: sumText().nullable(),
  tax_included: z.boolean().meta({
    description:
      'Whether the amounts hold tax: the price, the lowest one, and every price that it is compared with (docs/design.md#prices-with-and-without-tax).',
  }),
  reduced: z.boolean().meta({ description: 'Whether the price is below the lowest one of the days before.' }),
  reduced_since: timestamp().nullable(),
  fallen_since: timestamp()
    .nullable()
    .meta({ description: 'Since when the price fell without a rise; null if it rose last.' }),
  lowest: lowest.nullable(),
  percent: sumText()
    .nullable()
    .meta({ examples: ['-12.2'] }),
};

const question = {
  pricelist_id: guid().nullable(),
  location_id: guid().nullable(),
  currency: currency(),
  timezone: z.string(),
  at: timestamp(),
};

/** What the law of reductions says of the price of one product (docs/design.md#the-law-of-reductions). */
export const lowestPriceAnswer = z.object({
  plu_id: guid(),
  ...question,
  ...reduction,
  since: timestamp().nullable().meta({ description: 'Since when a price is known.' }),
  changes: z
    .array(
      z.object({
        amount: sumText(),
        from: timestamp(),
        until: timestamp().nullable(),
        pricelist_id: guid().nullable().meta({ description: 'Null for the base price.' }),
        pricelist_name: z.string().nullable(),
        event_id: guid().nullable().meta({ description: 'Null if the caller may not read it.' }),
        is_lowest: z.boolean(),
      }),
    )
    .meta({ description: 'The prices of these days, and of the reduction, in order.' }),
});
export type LowestPriceAnswer = z.infer<typeof lowestPriceAnswer>;

/** The same of the base price, and of each price list that the product is on. */
export const lowestPricesAnswer = z.object({ prices: z.array(lowestPriceAnswer) });

const sheetEvent = z.object({
  id: guid(),
  at: timestamp(),
  who: z.string().nullable(),
  is_key: z.boolean(),
  changeset: z.object({ id: guid(), name: z.string(), line: z.int().nullable() }).nullable(),
});
export type SheetEvent = z.infer<typeof sheetEvent>;

const sheetItem = z.object({
  plu_id: guid(),
  productid: z.string(),
  name: z.string(),
  company_id: guid(),
  ...reduction,
  event: sheetEvent.nullable().meta({ description: 'The event that set the price in force.' }),
  lowest_event: sheetEvent.nullable().meta({ description: 'The event that set the lowest price.' }),
});
export type SheetItem = z.infer<typeof sheetItem>;

/** The products whose price is reduced, and on request those whose price fell and is no reduction. */
export const lowestPriceSheet = z.object({
  ...question,
  days: z.int().meta({ description: 'How many days ago the price may have begun to fall.' }),
  totals: z.object({ reduced: z.int(), not_reduced: z.int() }),
  items: z.array(sheetItem).meta({ description: 'In the order of their names.' }),
  next_offset: z.int().nullable().meta({ description: 'The `offset` of the next answer; null at the end.' }),
});
export type LowestPriceSheet = z.infer<typeof lowestPriceSheet>;
