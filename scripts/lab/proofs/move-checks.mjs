import { must } from './ask.mjs';

/**
 * Reads the reports at their addresses, and the days with their seals.
 *
 * @param {import('./ask.mjs').Ask} ask @param {readonly string[]} addresses
 */
export async function readReports(ask, addresses) {
  const texts = [];
  for (const address of [...addresses, '/api/secure/businessday?page=1&pageSize=1000']) {
    const answer = await ask('GET', address);
    must(answer.status === 200, () => `${address}: ${answer.status} ${answer.text}`);
    texts.push(answer.text);
  }
  return texts;
}

/**
 * Checks that each acknowledged record is there once, and nothing of the writers besides, each with the event of its
 * creation.
 *
 * @param {import('./ask.mjs').Ask} ask @param {ReadonlyMap<string, string>} acknowledged names and ids
 */
export async function checkArrived(ask, acknowledged) {
  /** @type {Map<string, string>} */
  const stored = new Map();
  for (let page = 1; ; page += 1) {
    const { json: rows } = await ask('GET', `/api/secure/customer?pageSize=1000&page=${page}`);
    for (const { id, name } of rows) {
      must(!stored.has(name), () => `${name} is stored twice`);
      stored.set(name, id);
    }
    if (rows.length < 1000) break;
  }
  for (const [name, id] of acknowledged)
    must(stored.get(name) === id, () => `${name} was acknowledged and is not there`);
  must(
    stored.size === acknowledged.size,
    () => `${stored.size} are stored, ${acknowledged.size} were acknowledged`,
  );
  const created = new Map();
  let next = '/api/secure/event?entity=customer&action=create&limit=1000';
  for (;;) {
    const { json, status, text } = await ask('GET', next);
    must(status === 200, () => text);
    for (const { entity_id } of json.data) created.set(entity_id, (created.get(entity_id) ?? 0) + 1);
    // A walk of events can be gone on with at any time: its end is a page that is not full.
    if (json.data.length < 1000 || !json.next_cursor) break;
    next = `/api/secure/event?entity=customer&action=create&limit=1000&cursor=${json.next_cursor}`;
  }
  for (const id of acknowledged.values())
    must(created.get(id) === 1, () => `${id} has ${created.get(id) ?? 0} events of its creation`);
}
