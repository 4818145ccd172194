import { defineResource, field } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { integer, settings, text } from '@/contract/values';

/** A group of departments, the coarsest category of what is sold. */
export const grp = defineResource({
  name: 'grp',
  description: 'A group of departments: the coarsest division of what is sold.',
  fields: {
    grp_num: field(integer().nullable(), null),
  },
  data: settings({ color: text(40), sort_order: integer() }),
  filters: ['grp_num'],
  sorts: ['grp_num'],
  codes: ['grp_num'],
  shared: true,
  access: masterData,
});
