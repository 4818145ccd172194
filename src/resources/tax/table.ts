import { defineTable } from '@/core/server/db/table';
import { tax } from './contract';
import { ratesOfDay } from './rates-of-day';

/** Table of tax rates. The search covers name, code and rate. */
export const taxTable = defineTable(tax, {
  columns: { code: 'text not null', rate: 'numeric not null' },
  search: `concat_search(name, code, rate::text)`,
  migrations: { '001_rates_of_day': ratesOfDay },
});
