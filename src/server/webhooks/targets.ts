import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { networkSet } from '../auth/client-address';

/** Finds the addresses of a name; none where it has none, or no name server answers. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

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
      const addresses = await resolve(url.hostname);
      return addresses.every(({ address }) => isAllowed(url, address)) ? null : isPrivate;
    },
    lookupFor(url) {
      if (faultOf(url.href) !== null) throw new RefusedTarget(isPrivate);
      const ask = callbackify(async (name: string) => {
        const found = await resolve(name);
        if (!found.every(({ address }) => isAllowed(url, address))) throw new RefusedTarget(isPrivate);
        const [first] = found;
        if (!first) throw Object.assign(new Error('No address'), { code: 'ENOTFOUND' });
        return { first, all: [...found] };
      });
      return (name, options, done) => {
        ask(name, (error, found) => {
          if (error) done(error, '', 0);
          else if (options.all) done(null, found.all);
          else done(null, found.first.address, found.first.family);
        });
      };
    },
  };
}

/**
 * Asks the name servers, and not the system: its answers come from few threads, which also hash passwords and read files, so a name server that
 * somebody lets hang would hold up all that.
 */
export const systemResolve: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  const [four, six] = await Promise.all([
    resolver.resolve4(name).catch(() => []),
    resolver.resolve6(name).catch(() => []),
  ]);
  return [
    ...four.map((address) => ({ address, family: 4 })),
    ...six.map((address) => ({ address, family: 6 })),
  ];
};

/** Returns the address that stands in the place of a name; null for a name. */
function literalOf({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) ? address : null;
}

/** Returns an address without the mapping of IPv4 into IPv6; null for what is none. */
const plainAddress = (address: string): string | null =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
