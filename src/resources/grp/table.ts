import { defineTable } from '@/core/server/db/table';
import { grp } from './contract';

/** Groups, found by name and number. */
export const grpTable = defineTable(grp, {
  columns: { grp_num: 'integer' },
  search: `concat_search(name, grp_num::text)`,
});
