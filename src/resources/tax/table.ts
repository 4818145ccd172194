import { defineTable } from '@/core/server/db/table';
import { tax } from './contract';

/** Table of tax rates. The search covers name, code and rate. */
export const taxTable = defineTable(tax, {
  columns: { code: 'text not null', rate: 'numeric not null' },
  search: `concat_search(name, code, rate::text)`,
});
