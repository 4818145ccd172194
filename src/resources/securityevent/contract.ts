import { z } from 'zod';
import { computed, defineResource } from '@/core/contract/resource';
import { securityHistory } from '@/core/contract/role';
import { guid, instant, settings } from '@/core/contract/values';

/** What the security log tells of; more kinds may come with a later version. */
export const kinds = [
  'sign_in',
  'sign_in_failed',
  'locked_out',
  'sign_out',
  'session_ended',
  'reauthenticated',
  'reauthentication_failed',
  'refused',
  'password_changed',
  'password_reset',
  'link_created',
  'invitation_accepted',
  'user_created',
  'user_changed',
  'role_changed',
  'user_activated',
  'user_deactivated',
  'key_created',
  'key_changed',
  'key_revoked',
  'customer_exported',
  'customer_erased',
] as const;

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
    at: z.string(),
    kind: z.string(),
    /** Who did it, or whose account was tried. */
    user_id: guid().nullable(),
    key_id: guid().nullable(),
    who: z.string().nullable(),
    /** What it was done to: a membership, a key or a customer; its name, but a customer's. */
    subject_id: guid().nullable(),
    subject: z.string().nullable(),
    /** From where. */
    address: z.string().nullable(),
    detail: z.string().nullable(),
    request_id: z.string().nullable(),
  }),
});

/** The security log (security.md, row 29): read by administrators, and never written, through the interface. */
export const securityevent = { ...one, sorts: ['at'] };
