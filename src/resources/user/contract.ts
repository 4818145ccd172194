import { z } from 'zod';
import { computed, defineResource, field, optionalReference } from '@/contract/resource';
import { administration, roles } from '@/contract/role';
import { email } from '@/contract/email-schema';
import { guid, settings, text } from '@/contract/values';

/**
 * A person's membership in the company (docs/design.md#company-scope), with a role and a language. The same e-mail in
 * several companies is one person, who signs in once.
 */
export const user = defineResource({
  name: 'user',
  description: 'A membership: a person who works in the company, and in which role.',
  fields: {
    email: field(email()),
    role: field(z.enum(roles).meta({ examples: ['manager', 'accountant'] })),
    /** A role that the company made, which counts as `role`; null for the built-in one. */
    role_id: optionalReference('role'),
    /** When the person accepted the membership; null until then, and again after the e-mail is changed. */
    accepted_at: computed(z.string().nullable()),
    last_sign_in_at: computed(z.string().nullable()),
    /** Whether the person, who has accepted, is asked for a code besides the password. */
    has_second_factor: computed(z.boolean()),
  },
  data: settings({
    locale: text(40),
    /** The locations that the person holds: what is of others is not there for them. Null for all, which an administrator always holds. */
    location_ids: z.array(guid()).max(1000),
  }),
  dataReferences: ({ location_ids: ids }) =>
    (ids ?? []).map((id, n) => ({ resource: 'location', id, pointer: `/location_ids/${n}` })),
  filters: ['email', 'role', 'role_id'],
  sorts: ['email', 'role'],
  shared: false,
  access: administration,
  generatesIds: true,
});
