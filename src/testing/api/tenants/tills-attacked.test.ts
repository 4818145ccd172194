import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../answer';
import { people, sessionSender } from '../../people';
import type { Sender } from '../../service';
import { openShop, type Shop } from '../../shop';
import { tillsOn } from '../../tills';
import { stage } from '../start';

/* What somebody tries who holds a till's key or code, or types one at the same moment as somebody else (docs/security.md#tills). */

const on = stage();
const { browser } = people(on);
const { codeOf, pair, paired, registerAt, tills, tillsOf } = tillsOn(on);

let shop: Shop;
let other: Shop;
beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  other = await openShop(on.send, on.samples);
});

const register = () => registerAt(shop.location_id);

describe('a code', () => {
  it('is the only one of its register, and pairs the only till, also where several are made and typed at once', async () => {
    const pos = await register();
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(on.send, pos)));
    const answers = await Promise.all(codes.map(({ code }) => pair(code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await tillsOf(pos)).toHaveLength(1);
  });

  it('does not wait where its register was deactivated', async () => {
    const pos = await register();
    const { id, code } = await codeOf(on.send, pos);
    const waits = async () => (await tills()).pairings.some((one) => one.id === id);
    expect(await waits()).toBe(true);
    await on.send('PUT', `/api/secure/pos/${pos}`, { json: { active: false } });
    expect(await waits()).toBe(false);
    expect((await pair(code)).status).toBe(422);
  });

  it('is read as people and keyboards write it', async () => {
    const wide = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
    for (const typed of [
      (code: string) => code.replaceAll(/[\dA-Z]/g, wide),
      (code: string) => code.replace('-', '–'),
      (code: string) => code.replace('-', '\u2011'),
      (code: string) => `\u200b${code}\u2060`,
      (code: string) => code.replaceAll('1', 'ı'),
    ]) {
      const { code } = await codeOf(on.send, await register());
      expect([typed(code), (await pair(typed(code))).status]).toEqual([typed(code), 201]);
    }
  });
});

describe('the version that a till says', () => {
  it('is one line of visible text, wherever it comes from, and keeps no till from being paired', async () => {
    for (const [version, kept] of [
      ['a\nb\u001b[31m', 'a b [31m'],
      ['\u202eabc\u200b', 'abc'],
      ['   ', null],
      ['', null],
      ['🛒'.repeat(50), '🛒'.repeat(50)],
    ] as const) {
      const pos = await register();
      expect((await pair((await codeOf(on.send, pos)).code, { version })).status).toBe(201);
      expect((await tillsOf(pos))[0]?.version).toBe(kept);
    }
    const till = await paired(await register());
    await till.send('GET', '/api/secure/me', { headers: { 'Till-Version': `a\tb\u0085${'x'.repeat(200)}` } });
    await expect.poll(async () => (await tillsOf(till.pos.id))[0]?.version).toBe(`a b ${'x'.repeat(96)}`);
  });
});

describe('a key of networks', () => {
  const make = async () => {
    const answer = await on.send('POST', '/api/secure/apikey', {
      json: { name: 'Program', role: 'manager', data: { networks: ['192.0.2.0/24'] } },
    });
    const { key } = z.looseObject({ key: z.string() }).parse(answer.json);
    return { id: answer.entity.id, key };
  };
  const from = async (address: string, path: string, init: RequestInit) =>
    on.service.fetch(new Request(`http://test${path}`, init), {
      incoming: { socket: { remoteAddress: address } },
    });

  it('is accepted from nowhere where somebody has written what is no list of networks into the database', async () => {
    const { id, key } = await make();
    const statusWith = async (networks: unknown) => {
      await sql`update apikey set data = jsonb_set(data, '{networks}', ${JSON.stringify(networks)}::jsonb)
        where id = ${id}::uuid`.execute(on.service.db);
      const answer = await from('192.0.2.1', '/api/secure/plu', {
        headers: { Authorization: `Bearer ${key}` },
      });
      return answer.status;
    };
    for (const wrong of ['203.0.113.7', { a: 1 }, false, [1], [null]])
      expect(await statusWith(wrong)).toBe(403);
    for (const any of [[], null]) expect(await statusWith(any)).toBe(200);
  });

  it('is not confirmed from elsewhere in its session, with whatever key', async () => {
    const { key } = await make();
    const json = (body: Json) => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    });
    const session = await from('192.0.2.1', '/api/session', json({ key }));
    const Cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const confirmed = async (address: string, body: Json) => {
      const { headers, ...rest } = json(body);
      const answer = await from(address, '/api/session/confirmation', {
        ...rest,
        headers: { ...headers, Cookie },
      });
      return answer.status;
    };
    expect(await confirmed('203.0.113.200', { key: 'th_wrong' })).toBe(403);
    expect(await confirmed('203.0.113.200', { key })).toBe(403);
    expect(await confirmed('192.0.2.1', { key })).toBe(204);
  });
});

describe('a till in a session', () => {
  it('is held to its register and location as with its key', async () => {
    const till = await paired(await register());
    const window = browser();
    expect((await window.send('POST', '/api/session', { key: till.key })).status).toBe(200);
    const as: Sender = sessionSender(window);
    const [own, elsewhere] = [await shop.openDay('2026-05-01'), await other.openDay('2026-05-01')];
    const post = (json: Json) => as('POST', '/api/secure/sales', { json });
    expect((await post(shop.receipt(own))).status).toBe(409);
    expect((await post(shop.receipt(own, { pos_id: till.pos.id }))).status).toBe(201);
    expect((await as('GET', `/api/secure/businessday/${elsewhere}`)).status).toBe(404);
    const reopened = await as('POST', '/api/secure/businessday', {
      json: { id: elsewhere, location_id: shop.location_id, date: '2026-05-01', status: 'open' },
    });
    expect(reopened.status).toBe(409);
    expect((await as('POST', `/api/secure/pos/${till.pos.id}/pairing`, { json: {} })).status).toBe(403);
    await on.send('PUT', `/api/secure/apikey/${till.key_id}`, { json: { active: false } });
    expect((await as('GET', '/api/secure/plu')).status).toBe(401);
  });

  it('opens no day again that was closed, in any way in', async () => {
    const till = await paired(await register());
    const day = await shop.openDay('2026-05-02');
    await shop.setStatus(day, 'closed');
    const body = { id: day, location_id: shop.location_id, date: '2026-05-02', status: 'open' };
    for (const json of [body, [body], [{ ...body, status: 'closed' }, body]])
      expect((await till.send('POST', '/api/secure/businessday', { json })).status).toBe(403);
    expect((await on.send('GET', `/api/secure/businessday/${day}`)).entity['status']).toBe('closed');
  });

  it('repeats nothing of another till by its id or its Idempotency-Key', async () => {
    const [one, two] = [await paired(await register()), await paired(await register())];
    const far = await paired(await registerAt(other.location_id));
    const day = await shop.openDay('2026-05-03');
    const elsewhere = await other.openDay('2026-05-03');
    const receipt = shop.receipt(day, { pos_id: one.pos.id });
    const headers = { 'Idempotency-Key': 'the-same-one' };
    expect((await one.send('POST', '/api/secure/sales', { json: receipt, headers })).status).toBe(201);
    const mine = { ...receipt, pos_id: two.pos.id };
    const taken = await two.send('POST', '/api/secure/sales', { json: mine, headers });
    expect([taken.status, taken.problem.code, taken.text.includes(one.pos.id)]).toEqual([
      409,
      'accepted_once',
      false,
    ]);
    const theirs = other.receipt(elsewhere, { pos_id: far.pos.id, id: receipt['id'] ?? null });
    for (const json of [theirs, [theirs, theirs]]) {
      const answer = await far.send('POST', '/api/secure/sales', { json });
      expect([answer.status, answer.problem.code]).toEqual([409, 'id_unavailable']);
    }
    for (const till of [two, far])
      expect(
        (await till.send('PUT', `/api/secure/sales/${String(receipt['id'])}`, { json: mine })).status,
      ).toBe(403);
  });
});
