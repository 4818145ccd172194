import { defineResource, field, reference } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { integer, settings, text } from '@/contract/values';

/** A register: one till of a location. */
export const pos = defineResource({
  name: 'pos',
  description: 'A register: one till of a location.',
  fields: {
    pos_num: field(integer().nullable(), null),
    location_id: reference('location'),
  },
  data: settings({ model: text(), serial: text(100), note: text(4000) }),
  filters: ['pos_num', 'location_id'],
  sorts: ['pos_num'],
  codes: ['pos_num', 'data.serial'],
  shared: false,
  access: masterData,
});
