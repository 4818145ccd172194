import { ownSecurity, type OwnSecurity } from '@/contract/second-factor';
import type { Client } from '../data/client';

/** Query options for how the person signs in. */
export const ownSecurityQuery = (client: Client) => ({
  queryKey: ['session', 'security'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OwnSecurity> =>
    ownSecurity.parse(await client.json('/api/secure/session/security', signal)),
});

/** Returns whether the person has what a company that asks for a second factor lets in: an authenticator, or a passkey. */
export const hasSecondFactor = ({ authenticator, passkeys }: OwnSecurity): boolean =>
  authenticator !== null || usablePasskeys(passkeys).length > 0;

/** Returns the passkeys that are not refused. */
export const usablePasskeys = (passkeys: OwnSecurity['passkeys']): OwnSecurity['passkeys'] =>
  passkeys.filter(({ refused_at: refused }) => refused === null);
