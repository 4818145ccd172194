import type { Client } from './client';
import { at, isObject } from './json';
import { readList, type Listed } from './world';

/**
 * Lists that docs/interface.md#1-what-the-service-does names. It names tenders as a kind of entity, without their path.
 */
export const namedResources = [
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
export async function discover(
  send: Client,
): Promise<{ lists: Map<string, Listed>; absent: Map<string, string> }> {
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
