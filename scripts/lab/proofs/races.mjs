import { dice, must, together } from './ask.mjs';

/**
 * Proves that writers who lock the same records in opposite orders cause no deadlock at a client and no 500, and that
 * polls and walks beside them miss nothing and return nothing twice (docs/threats.md#19; issue 3).
 *
 * @param {{ asks: readonly import('./ask.mjs').Ask[], connections: number, rounds: number, seed: number }} parts
 */
export async function proveRaces({ asks, connections, rounds, seed }) {
  const [first] = asks;
  must(first, () => 'Somebody must be asked');
  const resources = ['supplier', 'grp', 'customer'];
  /** @type {Map<string, string[]>} */
  const shared = new Map();
  for (const resource of resources) {
    const json = Array.from({ length: 30 }, (_, n) => ({ name: `Contended ${n}` }));
    const answer = await first('POST', `/api/secure/${resource}`, { json });
    shared.set(
      resource,
      answer.json.map((/** @type {{ id: string }} */ one) => one.id),
    );
  }
  const work = { goesOn: true };
  /** @type {Record<number, number>} */
  const statuses = {};
  const writing = together(connections, async (n) => {
    const by = dice(seed + n);
    const ask = asks[n % asks.length] ?? first;
    for (let round = 0; round < rounds; round += 1) {
      const resource = by.pick(resources);
      const ids = shared.get(resource) ?? [];
      const name = `By ${n} in round ${round}`;
      const items = [
        ...ids.map((id) => ({ id, name })),
        { name: `New ${name}` },
        { name: `New too ${name}` },
      ];
      const answer = await ask('POST', `/api/secure/${resource}`, {
        json: n % 2 ? items : items.toReversed(),
      });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      must(answer.status === 200, () => `${answer.status}: ${answer.text}`);
    }
  }).finally(() => (work.goesOn = false));

  const polled = poll(asks.at(-1) ?? first, work);
  const walked = walk(asks.at(-1) ?? first, work);
  // Readers continue until the writers have ended; their errors are thrown here as well.
  const [, seen, met] = await Promise.all([writing, polled, walked]);

  const now = new Map((await everything(first)).map(({ id, version }) => [id, version]));
  for (const [id, version] of now) {
    must(
      seen.versions.get(id) === version,
      () => `The poller knows ${id} as ${seen.versions.get(id)}, it is ${version}`,
    );
    must(met.times.get(id) === 1, () => `The walk met ${id} ${met.times.get(id) ?? 0} times`);
  }
  must(met.times.size === now.size, () => `The walk met ${met.times.size} records of ${now.size}`);
  return `${connections} connections, ${connections * rounds} arrays in opposite orders: ${JSON.stringify(statuses)}; ${seen.polls} polls and a walk of ${met.steps} steps over ${now.size} customers missed nothing and met nothing twice`;
}

/** @typedef {{ id: string, version: number, modified_at: string }} Row */

/**
 * A terminal that polls for changes since the last one it has seen.
 *
 * @param {import('./ask.mjs').Ask} ask
 * @param {{ goesOn: boolean }} work
 */
async function poll(ask, work) {
  /** @type {Map<string, number>} */
  const versions = new Map();
  let since = '1970-01-01T00:00:00.000Z';
  let polls = 0;
  for (let last = false; ; last = !work.goesOn) {
    polls += 1;
    let cursor = '';
    /** @type {Row[]} */
    const rows = [];
    for (let more = true; more;) {
      const answer = await ask('GET', `/api/secure/customer?limit=1000&modified_since=${since}${cursor}`);
      must(answer.status === 200, () => `${answer.status}: ${answer.text}`);
      rows.push(...answer.json.data);
      more = answer.json.has_more;
      cursor = `&cursor=${answer.json.next_cursor}`;
    }
    for (const { id, version } of rows) versions.set(id, Math.max(version, versions.get(id) ?? 0));
    since = rows.map((row) => row.modified_at).reduce((a, b) => (a > b ? a : b), since);
    if (last) return { versions, polls };
  }
}

/**
 * A cursor walk, which ends once nothing is written any more.
 *
 * @param {import('./ask.mjs').Ask} ask
 * @param {{ goesOn: boolean }} work
 */
async function walk(ask, work) {
  /** @type {Map<string, number>} */
  const times = new Map();
  let steps = 0;
  let cursor = '';
  for (let last = false; ; last = !work.goesOn) {
    for (let more = true; more; steps += 1) {
      const answer = await ask('GET', `/api/secure/customer?limit=25${cursor}`);
      must(answer.status === 200, () => `${answer.status}: ${answer.text}`);
      for (const { id } of answer.json.data) times.set(id, (times.get(id) ?? 0) + 1);
      cursor = `&cursor=${answer.json.next_cursor}`;
      more = answer.json.has_more;
    }
    if (last) return { times, steps };
  }
}

/** @param {import('./ask.mjs').Ask} ask @returns {Promise<Row[]>} */
async function everything(ask) {
  /** @type {Row[]} */
  const rows = [];
  for (let page = 1; ; page += 1) {
    const answer = await ask('GET', `/api/secure/customer?page=${page}&pageSize=1000`);
    rows.push(...answer.json);
    if (answer.json.length < 1000) return rows;
  }
}
