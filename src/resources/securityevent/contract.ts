import { z } from 'zod';
import { computed, defineResource } from '@/contract/resource';
import { securityHistory } from '@/contract/role';
import { guid, instant, settings } from '@/contract/values';

const one = defineResource({
  name: 'securityevent',
  description:
    'One entry of the security log: a sign-in, right or wrong, a refusal, or what was done to keys and people.',
  fields: {
    at: computed(z.string()),
    kind: computed(z.string()),
    user_id: computed(guid().nullable()),
    key_id: computed(guid().nullable()),
    address: computed(z.string().nullable()),
  },
  data: settings({}),
  filters: ['kind', 'user_id', 'key_id', 'address'],
  extraFilters: { from: instant(), until: instant() },
  sorts: [],
  shared: false,
  access: securityHistory,
  uniform: false,
  answer: z.strictObject({
    id: guid(),
    active: z.literal(true),
    at: z.string(),
    kind: z.string(),
    /** Who did it, or whose account somebody tried to use. */
    user_id: guid().nullable(),
    key_id: guid().nullable(),
    who: z.string().nullable(),
    /** The target: a membership, a key or a customer. `subject` is its name, and null for a customer. */
    subject_id: guid().nullable(),
    subject: z.string().nullable(),
    /** The network address of the client. */
    address: z.string().nullable(),
    detail: z.string().nullable(),
    request_id: z.string().nullable(),
    data: z.strictObject({}),
  }),
});

/** The security log (docs/threats.md#29), read-only through the interface and for administrators alone. */
export const securityevent = { ...one, sorts: ['at'] };
