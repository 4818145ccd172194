import { dice, must, together } from './ask.mjs';

/**
 * Proves that there are as many events as writes, in order per record, none without its write and none missing; a
 * refused array leaves none (docs/threats.md#15; issue 3).
 *
 * @param {{ asks: readonly import('./ask.mjs').Ask[], sql: import('./ask.mjs').Sql, writes: number, connections: number, seed: number }} parts
 *   `asks`: one for each process; connections take turns
 */
export async function proveEvents({ asks, sql, writes, connections, seed }) {
  const [first] = asks;
  must(first, () => 'Somebody must be asked');
  const made = await first('POST', '/api/secure/customer', {
    json: Array.from({ length: 40 }, (_, n) => ({ name: `Shared ${n}` })),
  });
  /** @type {string[]} */
  const shared = made.json.map((/** @type {{ id: string }} */ one) => one.id);
  /** The ids that each request wrote, in their order. @type {Map<string, string[]>} */
  const accepted = new Map([[idOf(made), shared]]);
  /** @type {string[]} */
  const refused = [];
  let done = shared.length;
  let marker = 0;
  await together(connections, async (n) => {
    const by = dice(seed + n);
    const ask = asks[n % asks.length] ?? first;
    while (done < writes) {
      marker += 1;
      const name = `Write ${marker}`;
      if (by.chance(0.5)) {
        const id = by.pick(shared);
        const answer = await ask('PUT', `/api/secure/customer/${id}`, { json: { name } });
        must(answer.status === 200, () => `PUT was answered with ${answer.status}: ${answer.text}`);
        accepted.set(idOf(answer), [id]);
        done += 1;
        continue;
      }
      const isWrong = by.chance(0.25);
      const items = by
        .shuffled([
          ...by
            .shuffled(shared)
            .slice(0, by.int(10))
            .map((id) => ({ id, name })),
          ...Array.from({ length: 1 + by.int(10) }, () => ({ id: crypto.randomUUID(), name })),
        ])
        .map((item) => item);
      const json = isWrong ? [...items, { name: null }] : items;
      const answer = await ask('POST', '/api/secure/customer', { json });
      must(
        answer.status === (isWrong ? 422 : 200),
        () => `POST was answered with ${answer.status}: ${answer.text}`,
      );
      if (isWrong) refused.push(idOf(answer));
      else {
        accepted.set(
          idOf(answer),
          items.map(({ id }) => id),
        );
        done += items.length;
      }
    }
  });

  const ids = [...new Set([...accepted.values()].flat())];
  const events = await sql(
    `select request_id, entity_id, action, (before->>'version')::int as was, (after->>'version')::int as version,
      payload->>'name' as name from event where entity = 'customer' and entity_id = any($1::uuid[]) order by place, seq`,
    [ids],
  );
  must(events.length === done, () => `${done} writes were accepted, and there are ${events.length} events`);
  const wrong = await sql('select count(*)::int as n from event where request_id = any($1)', [refused]);
  must(wrong[0].n === 0, () => `${wrong[0].n} events tell of what was refused`);
  /** @type {Map<string, string[]>} */
  const byRequest = new Map();
  /** @type {Map<string, number>} */
  const versions = new Map();
  for (const { request_id, entity_id, action, was, version } of events) {
    byRequest.set(request_id, [...(byRequest.get(request_id) ?? []), entity_id]);
    const before = versions.get(entity_id) ?? 0;
    must(version === before + 1, () => `An event of ${entity_id} is of version ${version}, after ${before}`);
    must((action === 'create') === (before === 0), () => `${entity_id}, version ${version}: ${action}`);
    must((was ?? 0) === before, () => `${entity_id}, version ${version}: written over ${was}`);
    versions.set(entity_id, version);
  }
  for (const [request, written] of accepted) {
    const eventIds = byRequest.get(request) ?? [];
    must(
      eventIds.toSorted().join() === written.toSorted().join(),
      () => `The events of ${request} are not its writes`,
    );
  }
  const stored = await sql('select id, version from customer where id = any($1::uuid[])', [ids]);
  for (const { id, version } of stored)
    must(
      versions.get(id) === version,
      () => `${id} has version ${version}, its events end with ${versions.get(id)}`,
    );
  must(stored.length === ids.length, () => `${ids.length} records were written, ${stored.length} are there`);
  return `${done} writes in ${accepted.size} requests from ${connections} connections: ${events.length} events, in order by record; ${refused.length} refused arrays left none`;
}

/** @param {import('./ask.mjs').Answer} answer */
const idOf = (answer) => answer.headers.get('x-request-id') ?? '';
