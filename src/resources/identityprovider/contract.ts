import { z } from 'zod';
import { computed, defineResource } from '@/contract/resource';
import { administration } from '@/contract/role';
import { filledText, guid, settings, text } from '@/contract/values';

/** What becomes of somebody whom the provider knows and nobody here. */
export const newPeople = ['refused', 'accountant', 'manager', 'admin'] as const;

/** Claims that name somebody for good. An e-mail is none. */
export const externalIdClaims = ['sub', 'oid'] as const;

const claimValues = z.array(filledText(200)).max(50).nullish();

/**
 * A provider of sign-ins by OpenID Connect (docs/security.md#single-sign-on). What it says is good for memberships of its company
 * and of those below, and for no other.
 */
export const identityprovider = defineResource({
  name: 'identityprovider',
  description: 'A provider of single sign-on: for the company and those below it.',
  fields: {
    /** Whether its secret is kept (`PUT /api/secure/identityprovider/:id/secret`); a client may have none. */
    has_secret: computed(z.boolean()),
  },
  data: settings({
    /** As the provider writes it: its address, under which its configuration is found (table.ts says of what kind). */
    issuer: text(400).meta({ examples: ['https://login.example/v2.0'] }),
    client_id: text(400),
    /** Whose e-mails it is offered for at the sign-in page. */
    domains: z.array(text(253).meta({ examples: ['rantakulma.example'] })).max(20),
    /** In which role somebody is made whom nobody here knows; `refused`: they wait for an administrator. */
    new_people: z.enum(newPeople),
    /** Whether memberships of the company and of those below are opened by the provider alone: no password, no passkey. */
    only: z.boolean().meta({ examples: [false] }),
    /** The administrators of whom that is not asked, in case the provider fails: with a second factor, and others are told. */
    break_glass: z
      .array(guid())
      .max(10)
      .meta({ examples: [[]] }),
    /** The claim that says the role, such as `groups`, and its values that mean each; the first role that matches is taken. */
    role_claim: text(100),
    /** The claim that says the locations that somebody holds, by their numbers (`location_num`), at each sign-in. */
    location_claim: text(100),
    /** The claim that has what SCIM calls `externalId`, where the provider sends people by itself; `oid` is Microsoft Entra's. */
    external_id_claim: z.enum(externalIdClaims),
    roles: z.looseObject({
      admin: claimValues,
      manager: claimValues,
      accountant: claimValues,
    }),
  }),
  neededWhileActive: ['issuer', 'client_id'],
  filters: [],
  sorts: [],
  shared: false,
  access: administration,
  generatesIds: true,
});
