import { defineTable } from '@/server/db/table';
import { tender } from './contract';

/** Table of tenders. The search covers name, number and type. */
export const tenderTable = defineTable(tender, {
  columns: { tender_num: 'integer', type: 'text not null' },
  search: `concat_search(name, tender_num::text, type)`,
});
