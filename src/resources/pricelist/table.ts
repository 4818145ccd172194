import { defineTable } from '@/server/db/table';
import { pricelist } from './contract';

/** Table of price lists. The search covers name, currency and type. */
export const pricelistTable = defineTable(pricelist, {
  columns: { currency: 'text not null', type: 'text not null' },
  search: `concat_search(name, currency, type)`,
});
