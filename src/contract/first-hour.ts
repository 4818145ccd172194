import { z } from 'zod';
import { guid, timeOfDay } from './values';

const named = z.object({ id: guid(), name: z.string() });

/** What a new company has of what it needs to sell; records of companies above count where they are shared. */
const steps = z.object({
  /** Accounts for the bookkeeping. */
  accounts: z.int(),
  /** To what cash is rounded, by the tender for cash; null for no rounding. */
  cash_rounding: z.string().nullable(),
  locations: z.int(),
  /** The first location that has a register, or the first one. */
  location: named.extend({ day_cutover: timeOfDay().nullable() }).nullable(),
  registers: z.array(named.extend({ location: z.string() })).meta({
    description: 'The first registers, ten at most.',
  }),
  /** Rates of the active taxes, the highest first. */
  taxes: z.array(z.string()),
  /** Names of the active tenders, in their order. */
  tenders: z.array(z.string()),
  products: z.int().meta({ description: 'Active products, 10,000 at most.' }),
  departments: z.int(),
  /** Active memberships, also those that are invited. */
  people: z.int(),
  /** Whether a till is paired, or a receipt has come. */
  sells: z.boolean(),
});

/** The answer of `GET /api/secure/first_hour`: null once the company has closed a business day or has companies below it. */
export const firstHour = z.object({ steps: steps.nullable() });
export type FirstHourSteps = z.infer<typeof steps>;
