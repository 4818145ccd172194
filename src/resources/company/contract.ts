import { z } from 'zod';
import { computed, defineResource, field } from '@/core/contract/resource';
import { companies } from '@/core/contract/role';
import { currency, guid, settings, text } from '@/core/contract/values';

/**
 * A field of one's own: its values stand in `data.additional_fields` of the entities of one kind, by `id`
 * (docs/design.md#12-nothing-is-lost). What else it says is kept.
 */
export const additionalField = z.looseObject({
  id: guid(),
  name: text().optional(),
  type: text(100).optional(),
});

/**
 * A company of the tree (docs/design.md#company-scope). A caller sees its own and of its ancestors the name and
 * what it works by; an administrator also sees and makes direct children. The parent never changes.
 */
export const company = defineResource({
  name: 'company',
  description:
    'A company of the tree: the own one, its ancestors and, for administrators, its direct children.',
  fields: {
    ident: field(text(40), ''),
    parent_id: computed(guid().nullable()),
  },
  data: settings({
    currency: currency(),
    locale: text(40),
    timezone: text(100),
    additional_fields: z.record(z.string().max(100), z.array(additionalField)),
  }),
  filters: ['ident'],
  sorts: ['ident'],
  shared: true,
  access: companies,
  generatesIds: true,
  uniform: false,
});
