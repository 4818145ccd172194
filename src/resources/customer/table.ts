import { defineTable } from '@/core/server/table';
import { customer } from './contract';

/** Found by name, number, e-mail, phone, business id and place: whatever a person would type. */
export const customerTable = defineTable(customer, {
  columns: { customer_num: 'integer' },
  search: `concat_search(name, customer_num::text, data->>'email', data->>'phone', data->>'business_id',
    data->'address'->>'city', data->'address'->>'street')`,
});
