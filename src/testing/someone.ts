import type { Me } from '@/app/session/session';

/** Returns a manager of a company as a page knows them, with these parts in place of theirs. */
export const someone = (part: Partial<Me> = {}): Me => ({
  role: 'manager',
  company: {
    id: 'c',
    name: 'Company',
    parent: null,
    ancestors: [],
    currency: 'EUR',
    locale: 'en-GB',
    timezone: 'UTC',
  },
  user: null,
  key: null,
  memberships: [],
  ...part,
});
