import { isIP } from 'node:net';

/** The site that passkeys are made for (WebAuthn's relying party): a name, and the only origin whose pages may show them. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Returns the site of an address, or null where browsers know no passkeys: without TLS, but for localhost, or where it has no name. */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty | null {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return null;
  const { protocol, hostname: id, origin } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || /(?:^|\.)localhost$/.test(id);
  return isSecure && isIP(id) === 0 && !id.startsWith('[') ? { id, origin } : null;
}
