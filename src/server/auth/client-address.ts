import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from '../http/http-env';

/** Tells whether an address is one of a list: of the proxies whose forwarding headers are trusted, or of those that a key is accepted from. */
export interface NetworkSet {
  readonly has: (address: string) => boolean;
}

/**
 * Parses a list of addresses and networks (`10.0.0.0/8`, `2001:db8::/32`).
 *
 * @throws RangeError for an entry that is neither.
 */
export function networkSet(entries: readonly string[]): NetworkSet {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = familyOf(address);
    const isPrefix =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128));
    if (!family || !isPrefix || rest.length > 0)
      throw new RangeError(`${entry} is no address and no network`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return {
    has(address) {
      const family = familyOf(address);
      return family !== null && list.check(address, family);
    },
  };
}

/** Returns whether each entry is an address or a network. */
export function areNetworks(entries: readonly string[]): boolean {
  try {
    networkSet(entries);
    return true;
  } catch {
    return false;
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | null =>
  ({ 4: 'ipv4' as const, 6: 'ipv6' as const })[isIP(address)] ?? null;

/** More hops than any real proxy chain has; entries further left are ignored. */
const mostHops = 32;

/**
 * Returns the client's address. `X-Forwarded-For` is read only if the connection itself comes from a trusted proxy,
 * and from the right: each proxy appends the address that connected to it, so the first address that is not a trusted
 * proxy is the client's, and anything to the left of it may be forged. An entry that is no address ends the walk at
 * the proxy that wrote it. `Forwarded` (RFC 7239) is not read: common proxies write `X-Forwarded-For` and pass a
 * client's own `Forwarded` through.
 */
export function clientAddress(
  remote: string,
  forwardedFor: string | null | undefined,
  proxies: NetworkSet,
): string {
  let address = withoutMapping(remote);
  if (!forwardedFor || !proxies.has(address)) return address;
  for (const entry of forwardedFor.split(',').toReversed().slice(0, mostHops)) {
    const hop = readHop(entry);
    if (hop === null) return address;
    address = hop;
    if (!proxies.has(hop)) return hop;
  }
  return address;
}

/** Returns whether the client's connection is https: its own connection, or what a trusted proxy reports. */
export function isSecureRequest(
  { url, headers }: Pick<Request, 'url' | 'headers'>,
  remote: string,
  proxies: NetworkSet,
): boolean {
  if (/^https:/i.test(url)) return true;
  const said = headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase();
  return said === 'https' && proxies.has(withoutMapping(remote));
}

/** Returns the peer address of the connection; empty for a request made within the process. */
export const remoteAddress = (c: Pick<Context<AppEnv>, 'env'>): string =>
  c.env?.incoming?.socket?.remoteAddress ?? '';

/** Returns `192.0.2.1` for the IPv4-mapped `::ffff:192.0.2.1`; other addresses unchanged. */
const withoutMapping = (address: string): string =>
  /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address;

/** Parses one entry of `X-Forwarded-For`: an address, perhaps in brackets and with a port; null for anything else. */
function readHop(entry: string): string | null {
  const text = entry.trim();
  const address =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;
  return isIP(address) === 0 ? null : withoutMapping(address);
}
