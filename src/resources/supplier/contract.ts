import { z } from 'zod';
import { defineResource, field } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { address, amount, currency, integer, settings, text } from '@/contract/values';

/** A supplier: who delivers products. */
export const supplier = defineResource({
  name: 'supplier',
  description: 'A company that delivers products.',
  fields: {
    supplier_num: field(integer().nullable(), null),
  },
  data: settings({
    business_id: text(40),
    contact: text(),
    email: text(),
    phone: text(100),
    address: address(),
    currency: currency(),
    payment_terms: text(),
    lead_time_days: z.int().min(0).max(3650),
    min_order_total: amount(),
  }),
  filters: ['supplier_num'],
  sorts: ['supplier_num'],
  codes: ['supplier_num'],
  shared: true,
  access: masterData,
});
