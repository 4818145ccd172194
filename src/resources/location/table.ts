import { phoneKeySql } from '@/record/phone';
import { defineTable } from '@/server/db/table';
import { location } from './contract';

/** Table of locations. The search covers name, number and address. */
export const locationTable = defineTable(location, {
  columns: { location_num: 'integer', type: 'text not null' },
  search: `concat_search(name, location_num::text, data->'address'->>'city', data->'address'->>'street',
    data->>'phone', ${phoneKeySql("data->>'phone'")})`,
});
