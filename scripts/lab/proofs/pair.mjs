import { must } from './ask.mjs';

/**
 * Proves that two services on one database agree: what one writes is in the other's next list, what one revokes the
 * other refuses, and what is sent to both at once happens once (docs/design.md#3-one-database-postgresql; issue 3).
 *
 * @param {{ one: import('./ask.mjs').Ask, other: import('./ask.mjs').Ask, as: (key: string) => import('./ask.mjs').Ask, rounds: number }} parts `as` asks the other with a key
 */
export async function provePair({ one, other, as, rounds }) {
  const list = '/api/secure/tender?pageSize=1000&sort=-modified_at';
  for (let round = 0; round < rounds; round += 1) {
    const [from, to] = round % 2 ? [one, other] : [other, one];
    const before = await to('GET', list);
    const made = await from('POST', '/api/secure/tender', { json: { name: `Round ${round}`, type: 'cash' } });
    must(made.status === 201, () => `${made.status}: ${made.text}`);
    const after = await to('GET', list);
    must(after.json[0]?.id === made.json.id, () => `Round ${round}: a list is older than a write`);
    must(before.headers.get('etag') !== after.headers.get('etag'), () => `Round ${round}: the ETag stood`);
    const headers = { 'Idempotency-Key': `pair-${round}-${made.json.id}` };
    const both = await Promise.all(
      [one, other].map((ask) =>
        ask('POST', '/api/secure/supplier', { json: { name: `Twice ${round}` }, headers }),
      ),
    );
    const ids = new Set(both.filter(({ status }) => status === 201).map(({ json }) => json.id));
    must(
      ids.size === 1,
      () => `Sent to both: ${both.map(({ status, text }) => `${status} ${text}`).join('; ')}`,
    );
  }
  const { json: key } = await one('POST', '/api/secure/apikey', {
    json: { name: 'To be revoked', role: 'manager' },
  });
  const holder = as(key.key);
  must((await holder('GET', '/api/secure/me')).status === 200, () => 'A new key is not known to the other');
  await one('PUT', `/api/secure/apikey/${key.id}`, { json: { active: false } });
  const refused = await holder('GET', '/api/secure/me');
  must(refused.status === 401, () => `A key that one has revoked: ${refused.status} from the other`);
  return `${rounds} writes, each in the other's next list; each sent to both happened once; a revoked key is refused at once`;
}
