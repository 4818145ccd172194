import { pairedSchema, pairingSchema, tillsSchema } from '@/contract/tills';
import { Answer, type Json } from './answer';
import type { Stage } from './api/start';
import { checkAgainstOpenApi } from './declared';
import { sender, type Sender } from './service';

/** Registers and tills that are paired with them, at a service under test. */
export function tillsOn(on: Pick<Stage, 'service' | 'send'>) {
  let count = 0;

  /** Sends as something without a key, from a network of its own. */
  async function stranger(path: string, json: unknown, address = `203.0.113.${(count += 1)}`) {
    const request = new Request(`http://test${path}`, {
      method: 'POST',
      body: JSON.stringify(json),
      headers: { 'Content-Type': 'application/json' },
    });
    const response = await on.service.fetch(request, { incoming: { socket: { remoteAddress: address } } });
    const answer = new Answer(response.status, response.headers, await response.text());
    checkAgainstOpenApi('POST', path, answer);
    return answer;
  }

  async function codeOf(as: Sender, pos: string, json: Json = {}) {
    const answer = await as('POST', `/api/secure/pos/${pos}/pairing`, { json });
    if (answer.status !== 201) throw new Error(answer.text);
    return pairingSchema.parse(answer.json);
  }

  const pair = (code: string, more: Json = {}, address?: string) =>
    stranger('/api/pair', { code, ...more }, address);

  /** Makes a register at a location, and returns its id. */
  const registerAt = async (location_id: string) =>
    (await on.send('POST', '/api/secure/pos', { json: { name: `Till ${(count += 1)}`, location_id } })).entity
      .id;

  /** Pairs a till with a register; `send` sends with its key. */
  async function paired(pos: string, json: Json = {}) {
    const answer = await pair((await codeOf(on.send, pos, json)).code);
    const till = pairedSchema.parse(answer.json);
    return { ...till, send: sender(on.service.fetch, till.key) };
  }

  const tills = async (as: Sender = on.send) => tillsSchema.parse((await as('GET', '/api/secure/till')).json);
  const tillsOf = async (pos: string) => (await tills()).tills.filter(({ pos_id }) => pos_id === pos);

  return { stranger, codeOf, pair, registerAt, paired, tills, tillsOf };
}
