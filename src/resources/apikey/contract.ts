import { z } from 'zod';
import { computed, defineResource, field, optionalReference } from '@/contract/resource';
import { administration, roles } from '@/contract/role';
import { guid, instant, network, settings } from '@/contract/values';

/**
 * An API key of the company (docs/interface.md#5-authentication, docs/design.md#keys-and-roles). The key itself is
 * returned once, as `key` in the answer that creates it, and never again. Its role never changes, its end comes nearer alone;
 * `active: false` is final.
 */
export const apikey = defineResource({
  name: 'apikey',
  description: 'An API key of the company: its role, its end, when it was last used; never the key itself.',
  fields: {
    role: field(z.enum(roles)),
    /** A role that the company made, which counts as `role`; null for the built-in one. */
    role_id: optionalReference('role'),
    expires_at: field(instant().nullable(), null),
    prefix: computed(z.string()),
    last_used_at: computed(z.string().nullable()),
    /** The register whose till has it (contract/tills.ts); null for any other key. */
    pos_id: computed(guid().nullable()),
    /** What the till said last of its own version. */
    till_version: computed(z.string().nullable()),
  },
  data: settings({
    /** Addresses and networks (`192.0.2.0/24`) from which the key is accepted; empty or null for any. */
    networks: z.array(network()).max(50),
  }),
  filters: ['role', 'role_id', 'prefix', 'pos_id'],
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
