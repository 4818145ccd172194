import { z } from 'zod';
import { currency, guid, sumText as sum } from '@/contract/values';
import { monthText } from '../schema';

/** The figures of a margin (docs/report.md#margin). */
export const marginFigures = {
  net: sum().meta({ description: 'Net sales.' }),
  known_net: sum().meta({ description: 'Those of lines whose cost is known.' }),
  known_percent: z
    .string()
    .nullable()
    .meta({ description: 'Their part of net sales; null without any above zero.' }),
  cost: sum().meta({ description: 'What the goods of these lines cost when they were sold.' }),
  margin: sum().meta({ description: '`known_net` − `cost`.' }),
  margin_percent: z
    .string()
    .nullable()
    .meta({ description: 'Of `known_net`; null unless that is above zero.' }),
};

/** The response of `GET /api/secure/report/month/margin` (docs/report.md#margin). */
export const marginSchema = z.object({
  month: monthText(),
  currency: currency(),
  all: z.object(marginFigures),
  locations: z.array(z.object({ id: guid(), name: z.string(), ...marginFigures })),
  departments: z
    .array(z.object({ dpt_id: z.string().nullable(), name: z.string().nullable(), ...marginFigures }))
    .meta({ description: 'By the department of the line, the highest net sales first.' }),
});
export type MonthMargin = z.infer<typeof marginSchema>;

/** The figures of a margin; money as decimal text of the currency, percentages with one decimal. */
export type MarginFigures = MonthMargin['all'];
