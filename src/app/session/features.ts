import { z } from 'zod';
import { request } from './session-wire';

// Apart from session-wire.ts, which is part of the first load.

const capabilities = z.looseObject({
  features: z.array(z.string()).catch([]),
  public_url: z.string().nullish().catch(null),
});

type Capabilities = z.output<typeof capabilities>;

/** What this page's service can do besides the interface, asked once. */
const featuresQuery = {
  queryKey: ['features'],
  queryFn: async () => capabilities.parse(await request('GET', '/api/capabilities')),
  staleTime: Infinity,
};

/** Query options for whether this page's service sends mail. */
export const sendsMailQuery = {
  ...featuresQuery,
  select: ({ features }: Capabilities): boolean => features.includes('mail'),
};

/** Query options for whether this page's service knows a provider of single sign-on. */
export const hasProvidersQuery = {
  ...featuresQuery,
  select: ({ features }: Capabilities): boolean => features.includes('single_sign_on'),
};

/** Query options for whether this page's service takes passkeys. */
export const takesPasskeysQuery = {
  ...featuresQuery,
  select: ({ features }: Capabilities): boolean => features.includes('passkeys'),
};

/** Query options for the address by which this page's service knows itself; null where it does not. */
export const publicUrlQuery = {
  ...featuresQuery,
  select: ({ public_url: address }: Capabilities): string | null => address ?? null,
};

/** Query options for whether this page's service has no company yet. */
export const isEmptyQuery = {
  ...featuresQuery,
  select: ({ features }: Capabilities): boolean => features.includes('first_company'),
};
