import { defineTable } from '@/server/db/table';
import { grp } from './contract';

/** Table of groups. The search covers name and number. */
export const grpTable = defineTable(grp, {
  columns: { grp_num: 'integer' },
  search: `concat_search(name, grp_num::text)`,
});
