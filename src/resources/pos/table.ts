import { defineTable } from '@/server/db/table';
import { pos } from './contract';

/** Table of registers. The search covers name, number and serial number. */
export const posTable = defineTable(pos, {
  columns: { pos_num: 'integer', location_id: 'uuid not null' },
  search: `concat_search(name, pos_num::text, data->>'model', data->>'serial')`,
});
