import { z } from 'zod';
import { computed, defineResource, field } from '@/contract/resource';
import { administration, roles } from '@/contract/role';
import { instant, settings } from '@/contract/values';

/**
 * An API key of the company (docs/interface.md#5-authentication, docs/design.md#keys-and-roles). The key itself is
 * returned once, as `key` in the answer that creates it, and never again. Its role and its expiry never change;
 * `active: false` is final.
 */
export const apikey = defineResource({
  name: 'apikey',
  description: 'An API key of the company: its role, its end, when it was last used; never the key itself.',
  fields: {
    role: field(z.enum(roles)),
    expires_at: field(instant().nullable(), null),
    prefix: computed(z.string()),
    last_used_at: computed(z.string().nullable()),
  },
  data: settings({}),
  filters: ['role', 'prefix'],
  sorts: ['role', 'expires_at'],
  shared: false,
  access: administration,
  generatesIds: true,
  uniform: false,
  shownOnce: z.object({
    key: z
      .string()
      .describe('The key. It is kept nowhere: this is the only time. `[redacted]` in the answer to a retry.'),
    secret_shown_once: z
      .literal(true)
      .optional()
      .describe('In the answer to a retry: the key was in the first one.'),
  }),
});
