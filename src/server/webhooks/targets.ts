import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { networkSet } from '../auth/client-address';

/** Finds the addresses of a name, as `dns.lookup` does. */
export type Resolve = (
  name: string,
  options: dns.LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly dns.LookupAddress[]) => void,
) => void;

/** A target that must not be reached. */
export class RefusedTarget extends Error {
  readonly code = 'refused_address';
}

/** Where webhooks may lead (docs/security.md#webhooks). */
export interface Targets {
  /** Returns why text is no address of a webhook; null if it is one, as far as that can be said without a name server. */
  readonly faultOf: (text: string) => string | null;
  /** Returns why an address leads to a private network now; null where it does not, and where its name is not found. */
  readonly resolvedFault: (text: string) => Promise<string | null>;
  /**
   * Returns how the name of an address is looked up for a connection: what names a private address, be it among others, is refused then too.
   *
   * @throws RefusedTarget for an address that needs no name server, or is not encrypted
   */
  readonly lookupFor: (url: URL) => LookupFunction;
}

const isPrivate = 'Must not lead into a private network that this service does not name';

/**
 * @param networks private addresses and networks that may be reached after all (`TILLHOUSE_WEBHOOK_NETWORKS`), also unencrypted
 * @param resolve for tests
 */
export function openTargets(networks: readonly string[], resolve: Resolve = systemResolve): Targets {
  const named = networkSet(networks);
  /** Whether an address may be reached by a protocol. */
  const isAllowed = ({ protocol }: URL, address: string): boolean => {
    const plain = plainAddress(address);
    if (plain === null) return false;
    return named.has(plain) || (protocol === 'https:' && ipaddr.parse(plain).range() === 'unicast');
  };
  const faultOf = (text: string): string | null => {
    if (!URL.canParse(text)) return 'Must be an address that begins with https://';
    const url = new URL(text);
    if (url.protocol !== 'https:' && !(networks.length > 0 && url.protocol === 'http:'))
      return 'Must begin with https://';
    if (url.username !== '' || url.password !== '') return 'Must have no name and no password: it is signed';
    if (url.hash !== '') return 'Must be without #';
    const address = literalOf(url);
    return address === null || isAllowed(url, address) ? null : isPrivate;
  };
  return {
    faultOf,
    async resolvedFault(text) {
      const url = new URL(text);
      if (literalOf(url) !== null) return null;
      const addresses = await new Promise<readonly dns.LookupAddress[]>((done) => {
        resolve(url.hostname, { all: true }, (error, found) => done(error ? [] : found));
      });
      return addresses.every(({ address }) => isAllowed(url, address)) ? null : isPrivate;
    },
    lookupFor(url) {
      if (faultOf(url.href) !== null) throw new RefusedTarget(isPrivate);
      return (name, options, done) => {
        resolve(name, { ...options, all: true }, (error, addresses) => {
          const [first] = addresses ?? [];
          if (error || !first)
            done(error ?? Object.assign(new Error('No address'), { code: 'ENOTFOUND' }), '', 0);
          else if (!addresses.every(({ address }) => isAllowed(url, address)))
            done(new RefusedTarget(isPrivate), '', 0);
          else if (options.all) done(null, [...addresses]);
          else done(null, first.address, first.family);
        });
      };
    },
  };
}

const systemResolve: Resolve = (name, options, done) => {
  dns.lookup(name, options, done);
};

/** Returns the address that stands in the place of a name; null for a name. */
function literalOf({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) ? address : null;
}

/** Returns an address without the mapping of IPv4 into IPv6; null for what is none. */
const plainAddress = (address: string): string | null =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
