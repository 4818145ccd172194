import { z } from 'zod';
import { computed, defineResource, field } from '@/core/contract/resource';
import { administration, roles } from '@/core/contract/role';
import { email, settings, text } from '@/core/contract/values';

/**
 * A person's membership in the company (docs/design.md#company-scope): in which role, in which language. The same
 * e-mail in several companies is one person, who signs in once.
 */
export const user = defineResource({
  name: 'user',
  description: 'A membership: a person who works in the company, and in which role.',
  fields: {
    email: field(email()),
    role: field(z.enum(roles)),
    /** When the person took the membership up; null until then, and again under another e-mail. */
    accepted_at: computed(z.string().nullable()),
    last_sign_in_at: computed(z.string().nullable()),
  },
  data: settings({ locale: text(40) }),
  filters: ['email', 'role'],
  sorts: ['email', 'role'],
  shared: false,
  access: administration,
  generatesIds: true,
});
