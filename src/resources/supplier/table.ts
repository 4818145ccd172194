import { phoneKeySql } from '@/record/phone';
import { defineTable } from '@/server/db/table';
import { supplier } from './contract';

/** Table of suppliers. The search covers name, number, business id and contact. */
export const supplierTable = defineTable(supplier, {
  columns: { supplier_num: 'integer' },
  search: `concat_search(name, supplier_num::text, data->>'business_id', data->>'contact', data->>'email', data->>'phone', ${phoneKeySql("data->>'phone'")})`,
});
