import { dice, must, together } from './ask.mjs';

/**
 * Proves that a request that is repeated with its `Idempotency-Key` after a lost response happens once
 * (docs/threats.md#18).
 *
 * @param {{ asks: readonly import('./ask.mjs').Ask[], sql: import('./ask.mjs').Sql, requests: number, connections: number, seed: number }} parts
 */
export async function proveRetries({ asks, sql, requests, connections, seed }) {
  const word = `retry ${seed} ${Math.random().toString(36).slice(2)}`;
  let begun = 0;
  let lost = 0;
  await together(connections, async (n) => {
    const by = dice(seed + n);
    while (begun < requests) {
      const number = (begun += 1);
      const more = {
        json: { name: `${word} ${number}` },
        headers: { 'Idempotency-Key': `${word} ${number}`.replaceAll(' ', '-') },
      };
      /** @type {Set<string>} */
      const ids = new Set();
      for (let tries = 1 + by.int(3); tries > 0;) {
        const ask = by.pick(asks);
        // The response is lost at a random moment: before the write, during it, or after.
        const signal = by.chance(0.4) ? { signal: AbortSignal.timeout(1 + by.int(8)) } : {};
        const answer = await ask('POST', '/api/secure/customer', { ...more, ...signal }).catch(() => null);
        if (answer === null) lost += 1;
        else if (answer.status === 201) {
          ids.add(answer.json.id);
          tries -= 1;
        } else must(answer.status === 409, () => `${answer.status}: ${answer.text}`);
      }
      must(ids.size === 1, () => `${number} was answered with ${ids.size} records`);
    }
  });
  const [found] = await sql(
    `select count(*)::int as n, count(distinct name)::int as names from customer where name like $1`,
    [`${word} %`],
  );
  must(found.n === begun && found.names === begun, () => `${begun} were sent, ${found.n} are there`);
  return `${begun} creates sent again and again, ${lost} answers lost: ${found.n} records, no duplicate`;
}
