import { Client, type ClientBase, type ClientConfig } from 'pg';

/** What a host must be (libpq's `target_session_attrs`). */
const targets = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
type Target = (typeof targets)[number];

/** The hosts of a database URL in their order, each as a URL of its own, and what the one to be used must be. */
export interface Hosts {
  readonly urls: readonly [string, ...string[]];
  readonly target: Target;
}

/** Thrown if hosts answer, and none of them is what `target_session_attrs` asks for. */
export class NoSuitableHost extends Error {
  override readonly name = 'NoSuitableHost';
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/;

/**
 * Parses a database URL as libpq does: one or more hosts separated by commas, each with its port, and
 * `target_session_attrs`. Null if it is none.
 */
export function parseHosts(url: string): Hosts | null {
  const [, start, hosts, path = '', query = ''] = shape.exec(url) ?? [];
  if (start === undefined || hosts === undefined) return null;
  const parameters = new URLSearchParams(query);
  const asked = parameters.get('target_session_attrs') ?? 'any';
  const target = targets.find((one) => one === asked);
  if (!target) return null;
  const rest = query.split('&').filter((part) => part && !part.startsWith('target_session_attrs='));
  const end = rest.length > 0 ? `?${rest.join('&')}` : '';
  const [first = '', ...others] = hosts.split(',').map((host) => `${start}${host}${path}${end}`);
  const urls: [string, ...string[]] = [first, ...others];
  if (others.length > 0 && hosts.split(',').some((host) => host === '' || host.startsWith(':'))) return null;
  return urls.every((one) => URL.canParse(one)) ? { urls, target } : null;
}

/** Returns the hosts of a URL that the configuration accepted. The error never holds the URL: it has a password. */
export function hostsOf(url: string): Hosts {
  const hosts = parseHosts(url);
  if (!hosts) throw new Error('The database URL is wrong');
  return hosts;
}

/** Returns host and port of a URL with one host, for messages: without user and password. */
export function placeOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return host || (searchParams.get('host') ?? 'localhost');
}

interface Nature {
  readonly standby: boolean;
  readonly readonly: boolean;
}

/** Returns whether a connected server is what is asked for. It costs a round trip, and nothing for `any`. */
export async function isSuitable(client: ClientBase, target: Target): Promise<boolean> {
  if (target === 'any') return true;
  const { rows } = await client.query<Nature>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as readonly`,
  );
  const [is] = rows;
  if (!is) return false;
  if (target === 'read-write') return !is.readonly;
  if (target === 'read-only') return is.readonly;
  return target === 'primary' ? !is.standby : is.standby;
}

/** Ends a connection without waiting for a server that may never answer. */
export function cut(client: Client): void {
  void client.end().catch(() => undefined);
  client.connection.stream.destroy();
}

/** Connects to the first host, in the order of the URL, that answers and is what the URL asks for. */
export async function connectToHost(url: string, config: ClientConfig = {}): Promise<Client> {
  return (await firstHost(url, config)).client;
}

/** Returns the first host that answers and is what the URL asks for, as a URL of its own. */
export async function findHost(url: string, config: ClientConfig = {}): Promise<string> {
  const { client, of } = await firstHost(url, config);
  cut(client);
  return of;
}

async function firstHost(url: string, config: ClientConfig): Promise<{ client: Client; of: string }> {
  const { urls, target } = hostsOf(url);
  let failure: unknown;
  for (const wanted of target === 'prefer-standby' ? (['standby', 'any'] as const) : [target]) {
    for (const of of urls) {
      const client = new Client({ ...config, connectionString: of });
      // Between two statements the loss would emit an unhandled 'error' event, which ends the process.
      client.on('error', () => undefined);
      try {
        await client.connect();
        if (await isSuitable(client, wanted)) return { client, of };
        failure = new NoSuitableHost(`No host of the database is ${target} (target_session_attrs)`);
      } catch (error) {
        // That a host answers, and is another, says more than that one does not.
        if (!(failure instanceof NoSuitableHost)) failure = error;
      }
      cut(client);
    }
  }
  throw failure;
}
