import type { Check } from './check';
import { Fail, NotShown } from './outcome';
import { client, type Budget, type Fetch, type Client } from './client';
import { accessChecks } from './checks/access';
import { cursorChecks } from './checks/cursors';
import { dayChecks } from './checks/days';
import { entityChecks } from './checks/entities';
import { eventChecks } from './checks/events';
import { fieldChecks } from './checks/fields';
import { listChecks } from './checks/lists';
import { pageChecks } from './checks/pages';
import { stateChecks } from './checks/states';
import { valueChecks } from './checks/values';
import { writeChecks } from './checks/writes';
import { Party } from './party';
import { World, readList, type Listed } from './world';
import { at, isObject } from './json';

/**
 * Lists that docs/interface.md#1-what-the-service-does names. It names tenders as a kind of entity, without their path.
 */
const namedResources = [
  'plu',
  'customer',
  'discount',
  'tender',
  'tenders',
  'location',
  'businessday',
  'sales',
];

/** What products refer to, by names that servers are known to use. */
const likely = ['dpt', 'tax', 'pricelist', 'supplier'];

/** The audit trail is no entity (docs/interface.md#6-events), and neither is the caller's own identity. */
const noEntities = new Set(['event', 'events', 'me']);

/** Requests every list that the server may have; a missing list comes with the reason. */
async function discover(send: Client): Promise<{ lists: Map<string, Listed>; absent: Map<string, string> }> {
  const lists = new Map<string, Listed>();
  const absent = new Map<string, string>();
  const names = new Set([...namedResources, ...likely, ...(await documented(send))]);
  for (const name of names) {
    const answer = await send('GET', `/api/secure/${name}`);
    if (answer.ok) lists.set(name, readList(answer.json, answer.headers.get('content-type') ?? ''));
    else absent.set(name, `GET /api/secure/${name} is answered with ${answer.status}`);
  }
  return { lists, absent };
}

/**
 * Returns the resources of the server's OpenAPI document, if it has one: those with a path for the list and one for the
 * record.
 */
async function documented(send: Client): Promise<string[]> {
  const answer = await send('GET', '/api/openapi.json');
  const paths = answer.ok ? at(answer.json, 'paths') : null;
  if (!isObject(paths)) return [];
  return Object.keys(paths)
    .map((path) => /^\/api\/secure\/([a-z_]+)\/\{\w+\}$/.exec(path)?.[1] ?? '')
    .filter((name) => name !== '' && `/api/secure/${name}` in paths && !noEntities.has(name));
}

/** All checks, in the order of the interface. */
export const checks: readonly Check[] = [
  ...entityChecks,
  ...fieldChecks,
  ...valueChecks,
  ...stateChecks,
  ...listChecks,
  ...writeChecks,
  ...pageChecks,
  ...cursorChecks,
  ...dayChecks,
  ...accessChecks,
  ...eventChecks,
].toSorted((one, other) => Number(one.section) - Number(other.section));

/** The verdict of a check. */
export type Verdict = 'pass' | 'fail' | 'note' | 'not shown by this server';

/**
 * The result of a check. `detail` says where it was observed, or why not; a failure and a note have `expected` and
 * `seen`.
 */
export interface Result {
  readonly id: string;
  readonly section: string;
  readonly sentence: string;
  readonly verdict: Verdict;
  readonly detail: string;
  readonly expected?: string;
  readonly seen?: string;
}

/**
 * A run: its results in the order of the interface, its requests and time, and the records that it could not
 * deactivate.
 */
export interface Report {
  readonly results: readonly Result[];
  readonly requests: number;
  readonly seconds: number;
  readonly left: readonly string[];
}

/** The server to check. */
export interface Target {
  /** The server's address, without `/api/secure/…`. */
  readonly baseUrl: string;
  readonly key: string;
  /** The key of a company that is neither the parent nor a child of the first one. */
  readonly secondKey?: string | undefined;
  /** Sends only GETs; sentences that need writing are not shown. */
  readonly readOnly?: boolean;
  readonly fetch?: Fetch;
  /** Ids of the checks to run; without it, all of them. */
  readonly only?: readonly string[];
}

const mostRequests = 6000;
const mostTime = 20 * 60_000;

/**
 * Checks a server against the interface, sentence by sentence, and deactivates what it created there.
 *
 * @throws Error if no check is possible: the server is not reachable, or has none of the lists.
 */
export async function runConformance(target: Target): Promise<Report> {
  const began = performance.now();
  const { readOnly = false, secondKey, fetch: send = globalThis.fetch } = target;
  const baseUrl = target.baseUrl.replace(/\/+$/, '');
  const budget: Budget = { requests: 0, most: mostRequests, until: began + mostTime, readOnly };
  const party = (key: string, of = budget) => new Party(client(baseUrl, key, of, send));
  const first = party(target.key);
  const discovered = await discover(first.send);
  if (discovered.lists.size === 0)
    throw new Error(`Nothing to check: ${[...discovered.absent.values()].join('; ')}`);
  const second = secondKey === undefined ? null : party(secondKey);
  const label = `conformance ${crypto.randomUUID().slice(0, 8)}`;
  const world = new World({ first, second, readOnly, label, ...discovered });
  const chosen = checks.filter(({ id }) => target.only?.includes(id) ?? true);
  const results: Result[] = [];
  try {
    for (const check of chosen) results.push(await resultOf(check, world));
  } finally {
    // Created records are deactivated even if the run was cut short.
    budget.most = Number.POSITIVE_INFINITY;
    budget.until = Number.POSITIVE_INFINITY;
  }
  const left = [...(await first.cleanUp()), ...((await second?.cleanUp()) ?? [])];
  return { results, requests: budget.requests, seconds: (performance.now() - began) / 1000, left };
}

async function resultOf(check: Check, world: World): Promise<Result> {
  const { id, section, sentence, needs, isNote = false } = check;
  const result = (verdict: Verdict, detail: string): Result => ({ id, section, sentence, verdict, detail });
  const hidden: Verdict = 'not shown by this server';
  if (needs === 'writing' && world.readOnly) return result(hidden, 'it is seen only by writing');
  if (needs === 'second key' && !world.second) return result(hidden, 'it needs --second-key');
  try {
    return result('pass', await check.run(world));
  } catch (error) {
    if (error instanceof NotShown) return result(hidden, error.message);
    if (error instanceof Fail) {
      return {
        ...result(isNote ? 'note' : 'fail', error.message),
        expected: error.expected,
        seen: error.seen,
      };
    }
    const message = error instanceof Error ? error.message : String(error);
    return { ...result('fail', message), expected: 'an answer', seen: message };
  }
}
