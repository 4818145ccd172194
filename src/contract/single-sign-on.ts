import { z } from 'zod';

/** Providers that the sign-in page offers: by the domain of the e-mail alone, whoever it is, and whether anybody has it. */
export const providersOffered = z.looseObject({
  providers: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});
export type ProvidersOffered = z.output<typeof providersOffered>;

/** Why a sign-in at a provider let nobody in, as the sign-in page is told by its address: `/?sign-in=unknown`. */
export const providerRefusals = ['failed', 'unknown', 'invitation'] as const;
export type ProviderRefusal = (typeof providerRefusals)[number];

/** Where a browser goes whose sign-in at a provider was begun. */
export const providerBegun = z.looseObject({ location: z.string() });

/** Whom a provider named, the newest first, and which memberships they open; who opens none waits for an administrator. */
export const providerIdentities = z.array(
  z.looseObject({
    id: z.string(),
    /** Who it is there: `sub`. */
    subject: z.string(),
    /** As the provider last said; nothing is decided by them. */
    name: z.string().nullable(),
    email: z.string().nullable(),
    first_at: z.string(),
    last_at: z.string(),
    memberships: z.array(
      z.looseObject({ id: z.string(), name: z.string(), role: z.string(), company: z.string() }),
    ),
  }),
);
export type ProviderIdentity = z.output<typeof providerIdentities>[number];

/** The token by which a provider sends people, shown this once, and where to. */
export const scimToken = z.looseObject({ token: z.string(), address: z.string() });

const membershipSeen = z.looseObject({ id: z.string(), name: z.string(), role: z.string() });

/** Whom a provider sends by itself (SCIM), those first who wait for an administrator. */
export const providerPeople = z.looseObject({
  /** Where it sends them to, and since when and until when its token was used; null without one. */
  scim: z
    .looseObject({ address: z.string(), made_at: z.string(), used_at: z.string().nullable() })
    .nullable(),
  /** How many there are; the newest 500 follow. */
  total: z.number(),
  people: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      active: z.boolean(),
      groups: z.array(z.string()),
      /** What they act by here; null for who waits. */
      membership: membershipSeen.nullable(),
      /** Who has their e-mail here and is nobody's yet: an administrator says whether it is them. */
      same_email: membershipSeen.nullable(),
    }),
  ),
});
export type ProviderPeople = z.output<typeof providerPeople>;

/** The body that says which memberships people of a provider have. */
export const linkPeopleBody = z.strictObject({
  people: z
    .array(z.strictObject({ id: z.guid(), user_id: z.guid() }))
    .min(1)
    .max(500),
});
