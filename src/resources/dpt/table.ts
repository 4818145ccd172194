import { defineTable } from '@/server/db/table';
import { dpt } from './contract';

/** Table of departments. The search covers name, number and account. */
export const dptTable = defineTable(dpt, {
  columns: { dpt_num: 'integer', grp_id: 'uuid', tax_id: 'uuid' },
  search: `concat_search(name, dpt_num::text, data->>'account_code')`,
});
