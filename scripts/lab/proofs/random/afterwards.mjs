import { get } from './reads.mjs';

/**
 * Reads everything that was written: each list to its end, by cursor and by page, each record, each report, verdict
 * and summary.
 *
 * @param {{ document: any, world: import('./world.mjs').World, send: (sent: import('./world.mjs').Sent) => Promise<import('../ask.mjs').Answer> }} parts
 * @returns {Promise<string>}
 */
export async function readEverything({ document, world, send }) {
  let reads = 0;
  const read = async (/** @type {string} */ path) => {
    reads += 1;
    const answer = await send(get(path, 'afterwards'));
    if (answer.status !== 200)
      throw new Error(`${answer.status} of GET ${path}: ${answer.text.slice(0, 500)}`);
    return answer;
  };
  // The uniform lists: their records are read by id.
  const lists = Object.keys(document.paths).filter(
    (path) => document.paths[`${path}/{id}`]?.get && document.paths[path].get,
  );
  let records = 0;
  for (const path of lists) {
    let cursor = '';
    const ids = [];
    do {
      const { json } = await read(`${path}?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      ids.push(...json.data.map((/** @type {any} */ { id }) => id));
      cursor = json.has_more ? json.next_cursor : '';
    } while (cursor !== '');
    records += ids.length;
    const { headers } = await read(`${path}?page=1&pageSize=1000`);
    if (Number(headers.get('x-total-count')) !== ids.length)
      throw new Error(`${path}: ${headers.get('x-total-count')} in all, and a walk gave ${ids.length}`);
    // Every record of a short list, and some of a long one.
    const step = Math.ceil(ids.length / 200);
    for (let at = 0; at < ids.length; at += step) await read(`${path}/${ids[at]}`);
  }
  for (const { id } of world.days) await read(`/api/secure/report/businessdaytx/${id}`);
  for (let at = 0; at < world.days.length; at += 20) {
    const some = world.days.slice(at, at + 20).map(({ id }) => id);
    await read(`/api/secure/report/verdicts?businessday_id=${some.join(',')}`);
  }
  const summaries = new Set(
    world.days.map(({ date, currency }) => `from=${date}&to=${date}&currency=${currency}`),
  );
  for (const query of summaries) await read(`/api/secure/report/summary?${query}`);
  const named = lists.map((path) => path.slice('/api/secure/'.length));
  for (const resource of named) await read(`/api/secure/shared_view?resource=${resource}`);
  await read('/api/secure/customer_group');
  for (const id of world.idsOf('customer').slice(0, 200)) await read(`/api/secure/customer/${id}/export`);
  return `${reads} reads over all ${records} records and ${world.days.length} business days afterwards: each 200, as described`;
}
