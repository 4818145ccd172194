import { defineResource, field } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { address, integer, settings, text } from '@/contract/values';

/** A customer: a person or a company that buys (docs/interface.md#23-customer-customer). */
export const customer = defineResource({
  name: 'customer',
  description: 'A person or a company that buys.',
  fields: {
    customer_num: {
      ...field(integer().nullable(), null),
      outlivesErasure: 'A receipt that a till still sends is told apart from those of others by the number.',
    },
  },
  data: settings({
    email: text(),
    phone: text(100),
    address: address(),
    business_id: text(40),
    note: text(4000),
    customer_group: text(100),
  }),
  filters: ['customer_num'],
  sorts: ['customer_num'],
  codes: ['customer_num'],
  shared: false,
  erasable: true,
  access: masterData,
});
