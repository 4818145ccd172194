import { defineTable } from '@/server/db/table';
import { discount } from './contract';

/** Table of discounts. The search covers name, number, and the code that a customer shows. */
export const discountTable = defineTable(discount, {
  columns: {
    discount_num: 'integer',
    receipt_name: 'text not null',
    type: 'text not null',
    value: 'numeric not null',
  },
  search: `concat_search(name, receipt_name, discount_num::text, data->>'code')`,
});
