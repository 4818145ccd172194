import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pairedSchema, pairingSchema } from '@/contract/tills';
import type { Json } from '../../answer';
import { neededBy } from '@/resources/rights';
import { customRoles } from '../../custom-roles';
import { sender, type Sender } from '../../service';
import { openShop, type Shop } from '../../shop';
import { people, sessionSender } from '../../people';
import { tillsOn } from '../../tills';
import { stage, unknownId } from '../start';

/* Tills that are paired by a code (docs/connect-a-till.md), and keys that are rotated or held to networks. */

const on = stage();
const { person } = people(on);
const { inRole, role } = customRoles(on);
const { codeOf, pair, paired, registerAt, tills, tillsOf } = tillsOn(on);

let shop: Shop;
let other: Shop;
let day: string;
beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  other = await openShop(on.send, on.samples);
  day = await shop.openDay();
});

const byNumber = (a: number, b: number) => a - b;

/** Makes a register of its own at the shop, and returns it. */
const register = (at = shop.location_id) => registerAt(at);

describe('a code', () => {
  it('gives a till a key of its own, which says where it stands', async () => {
    const { code } = await codeOf(on.send, shop.pos_id);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const answer = await pair(code, { version: 'Nordpos 4.2' });
    expect([answer.status, answer.header('cache-control')]).toEqual([201, 'no-store']);
    const till = pairedSchema.parse(answer.json);
    expect(till).toMatchObject({
      location: { id: shop.location_id },
      pos: { id: shop.pos_id, name: 'Till' },
    });
    const send = sender(on.service.fetch, till.key);
    expect((await send('GET', '/api/secure/me')).json).toMatchObject({
      role: 'terminal',
      pos_id: shop.pos_id,
      locations: [shop.location_id],
      key: { id: till.key_id, name: 'Till' },
      company: till.company,
    });
    expect((await on.send('GET', `/api/secure/apikey/${till.key_id}`)).entity).toMatchObject({
      role: 'terminal',
      pos_id: shop.pos_id,
      till_version: 'Nordpos 4.2',
    });
  });

  it('is typed as one likes, works once, and one guess in vain says no more than another', async () => {
    const pos = await register();
    const { code } = await codeOf(on.send, pos);
    const typed = code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await pair(typed)).status).toBe(201);
    const again = await pair(code);
    const wrong = await pair('0000-0000');
    expect([again.status, again.pointers]).toEqual([422, ['/code']]);
    expect([wrong.status, wrong.problem.detail, wrong.problem.code]).toEqual([
      422,
      again.problem.detail,
      'wrong_pairing_code',
    ]);
    expect(await tillsOf(pos)).toHaveLength(1);
  });

  it('is in the security log with its register and who made it, and never itself; one that is refused is not', async () => {
    const pos = await register();
    const made = async () => {
      const log = await on.send('GET', '/api/secure/securityevent?kind=pairing_code_made&pageSize=1000');
      expect(log.status).toBe(200);
      return z
        .array(z.looseObject({ subject_id: z.string() }))
        .parse(log.json)
        .filter(({ subject_id }) => subject_id === pos);
    };
    const window = await person('manager');
    const answer = await window.send('POST', `/api/secure/pos/${pos}/pairing`, {});
    expect(answer.status).toBe(201);
    const log = await made();
    expect(log).toMatchObject([{ user_id: window.id, subject: expect.stringMatching(/^Till \d+$/) }]);
    expect(JSON.stringify(log)).not.toContain(pairingSchema.parse(answer.json).code);
    await on.send('PUT', `/api/secure/pos/${pos}`, { json: { active: false } });
    expect((await window.send('POST', `/api/secure/pos/${pos}/pairing`, {})).status).toBe(404);
    expect(await made()).toHaveLength(1);
  });

  it('pairs one of many tills that type it at once', async () => {
    const pos = await register();
    const { code } = await codeOf(on.send, pos);
    const answers = await Promise.all(Array.from({ length: 8 }, () => pair(code)));
    expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 422),
    ]);
    expect(await tillsOf(pos)).toHaveLength(1);
  });

  it('takes the place of the one before, and pairs nothing after its time, or once its maker is gone', async () => {
    const pos = await register();
    const first = await codeOf(on.send, pos);
    const second = await codeOf(on.send, pos);
    expect((await tills()).pairings.filter(({ pos_id }) => pos_id === pos)).toEqual([
      { id: second.id, pos_id: pos, expires_at: second.expires_at },
    ]);
    expect((await pair(first.code)).status).toBe(422);
    await sql`update pairing set expires_at = clock_timestamp() where id = ${second.id}::uuid`.execute(
      on.service.db,
    );
    expect((await pair(second.code)).status).toBe(422);
    const manager = await person('manager');
    const third = await codeOf(sessionSender(manager), pos);
    await on.send('PUT', `/api/secure/user/${manager.id}`, { json: { active: false } });
    expect((await pair(third.code)).status).toBe(422);
    expect(await tillsOf(pos)).toEqual([]);
  });

  it('is refused after ten wrong ones a minute from one network, and from no other', async () => {
    const { code } = await codeOf(on.send, await register());
    const wrong = await Promise.all(
      Array.from({ length: 11 }, (_, n) => pair(`ZZZZ-ZZ${n + 10}`, {}, '192.0.2.77')),
    );
    expect(wrong.map(({ status }) => status).toSorted(byNumber)).toEqual([
      ...Array.from({ length: 10 }, () => 422),
      429,
    ]);
    const held = await pair(code, {}, '192.0.2.77');
    expect([held.status, held.header('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await pair(code)).status).toBe(201);
  });

  it('is made for a register in use of one’s own company and locations, by who may read what a till reads', async () => {
    const manager = sessionSender(await person('manager'));
    const at = (as: Sender, pos: string) => as('POST', `/api/secure/pos/${pos}/pairing`, { json: {} });
    expect((await at(manager, shop.pos_id)).status).toBe(201);
    expect((await at(sessionSender(await person('accountant')), shop.pos_id)).status).toBe(403);
    expect((await at(await on.service.as('tampere'), shop.pos_id)).status).toBe(404);
    expect((await at(on.send, unknownId)).status).toBe(404);
    const closed = await register();
    await on.send('PUT', `/api/secure/pos/${closed}`, { json: { active: false } });
    expect((await at(on.send, closed)).status).toBe(404);
    const ofOne = await person('manager');
    await on.send('PUT', `/api/secure/user/${ofOne.id}`, {
      json: { data: { location_ids: [other.location_id] } },
    });
    expect((await at(sessionSender(ofOne), shop.pos_id)).status).toBe(404);
    expect((await at(sessionSender(ofOne), other.pos_id)).status).toBe(201);
    expect((await tills(sessionSender(ofOne))).tills.map(({ pos_id }) => pos_id)).not.toContain(shop.pos_id);
    const rights = ['pos.pair', ...neededBy('pos.pair')];
    expect((await at(sessionSender(await inRole({ rights })), shop.pos_id)).status).toBe(201);
    // A till sees what is hidden from its maker, whatever is written into a role by hand.
    const narrow = await inRole({ rights: rights.filter((right) => right !== 'pos.pair'), hidden: ['cost'] });
    expect((await at(sessionSender(narrow), shop.pos_id)).status).toBe(403);
    await sql`update "role" set data = jsonb_set(data, '{rights}', data->'rights' || '["pos.pair"]')
      where id = ${narrow.roleId}::uuid`.execute(on.service.db);
    expect((await at(sessionSender(narrow), shop.pos_id)).status).toBe(403);
    const few = await inRole({ rights: ['pos.read'] });
    await sql`update "role" set data = '{"rights": ["pos.read", "pos.pair"]}' where id = ${few.roleId}::uuid`.execute(
      on.service.db,
    );
    const refused = await at(sessionSender(few), shop.pos_id);
    expect([refused.status, refused.problem.code]).toEqual([403, 'beyond_own_rights']);
  });
});

describe('a till', () => {
  it('writes receipts of its own register alone, in every way in', async () => {
    const till = await paired(await register());
    const own = { pos_id: till.pos.id };
    expect((await till.send('POST', '/api/secure/sales', { json: shop.receipt(day, own) })).status).toBe(201);
    const upper = shop.receipt(day, { pos_id: till.pos.id.toUpperCase() });
    expect((await till.send('POST', '/api/secure/sales', { json: upper })).status).toBe(201);
    const elsewhere = await other.openDay();
    const others: Json[] = [
      shop.receipt(day),
      shop.receipt(day, { pos_id: null }),
      shop.receipt(day, { pos_id: unknownId }),
      other.receipt(elsewhere),
    ];
    for (const json of others) {
      const refused = await till.send('POST', '/api/secure/sales', { json });
      expect([refused.status, refused.problem.code, refused.pointers]).toEqual([
        409,
        'other_register',
        ['/pos_id'],
      ]);
    }
    const { pos_id: _, ...silent } = shop.receipt(day);
    expect((await till.send('POST', '/api/secure/sales', { json: silent })).status).toBe(409);
    const array = await till.send('POST', '/api/secure/sales', {
      json: [shop.receipt(day, own), shop.receipt(day)],
    });
    expect([array.status, array.pointers]).toEqual([409, ['/1/pos_id']]);
    // Its own register at another location.
    const moved = await till.send('POST', '/api/secure/sales', { json: other.receipt(elsewhere, own) });
    expect(moved.status).toBe(422);
    expect((await on.send('GET', `/api/secure/sales?pos_id=${till.pos.id}`)).step.data).toHaveLength(2);
  });

  it('never writes for another till whose receipts are written together with its own', async () => {
    const elsewhere = await other.openDay('2026-03-05');
    const [a, b, c] = [
      await paired(await register()),
      await paired(await register()),
      await paired(await register(other.location_id)),
    ];
    const post = (n: number, more: Json) => {
      const till = n % 3 === 0 ? a : n % 3 === 1 ? b : c;
      const own = { pos_id: till.pos.id, ...more };
      const json = till === c ? other.receipt(elsewhere, own) : shop.receipt(day, own);
      return till.send('POST', '/api/secure/sales', { json });
    };
    // Each by itself: a refused one has those that waited with it written one by one.
    for (const [status, more] of [
      [409, { pos_id: c.pos.id }],
      [422, { businessday_id: elsewhere }],
      [422, { location_id: other.location_id, businessday_id: elsewhere }],
      [422, { location_id: other.location_id }],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => post(n, n === 15 ? more : {})));
      expect(answers.map((answer) => answer.status)).toEqual(
        Array.from({ length: 30 }, (_, n) => (n === 15 ? status : 201)),
      );
    }
    for (const till of [a, b, c]) {
      const { data } = (await on.send('GET', `/api/secure/sales?pos_id=${till.pos.id}&limit=100`)).step;
      expect(data).toHaveLength(till === a ? 36 : 40);
      expect(new Set(data.map((one) => one['location_id']))).toEqual(new Set([till.location.id]));
    }
  });

  it('opens and closes the days of its location, and sees none of another', async () => {
    const till = await paired(await register());
    const elsewhere = await other.openDay('2026-03-02');
    expect((await till.send('GET', `/api/secure/businessday/${elsewhere}`)).status).toBe(404);
    const opened = await till.send('POST', '/api/secure/businessday', {
      json: { location_id: shop.location_id, date: '2026-03-02' },
    });
    expect(opened.status).toBe(201);
    expect(
      (await till.send('PUT', `/api/secure/businessday/${opened.entity.id}`, { json: { status: 'closed' } }))
        .status,
    ).toBe(200);
    const at = await till.send('POST', '/api/secure/businessday', {
      json: { location_id: other.location_id, date: '2026-03-03' },
    });
    expect([at.status, at.pointers]).toEqual([422, ['/location_id']]);
  });

  it('is refused from the next request on after it was unlinked, and its past stays', async () => {
    const pos = await register();
    const till = await paired(pos);
    const pending = await codeOf(on.send, pos);
    expect((await till.send('GET', '/api/secure/plu')).status).toBe(200);
    const manager = sessionSender(await person('manager'));
    expect((await manager('POST', `/api/secure/till/${till.key_id}/unlink`)).status).toBe(204);
    expect((await till.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await manager('POST', `/api/secure/till/${till.key_id}/unlink`)).status).toBe(204);
    expect((await on.send('GET', `/api/secure/apikey/${till.key_id}`)).entity.active).toBe(false);
    // A code that waits is for the till that comes next.
    expect((await pair(pending.code)).status).toBe(201);
  });

  it('is unlinked by who holds its location, and a key that is no till’s by nobody here', async () => {
    const till = await paired(await register());
    const ofOther = await person('manager');
    await on.send('PUT', `/api/secure/user/${ofOther.id}`, {
      json: { data: { location_ids: [other.location_id] } },
    });
    const path = `/api/secure/till/${till.key_id}/unlink`;
    expect((await sessionSender(ofOther)('POST', path)).status).toBe(404);
    expect((await (await on.service.as('tampere'))('POST', path)).status).toBe(404);
    const plain = await on.send('POST', '/api/secure/apikey', {
      json: { name: 'Books', role: 'accountant' },
    });
    const manager = sessionSender(await person('manager'));
    expect((await manager('POST', `/api/secure/till/${plain.entity.id}/unlink`)).status).toBe(404);
    expect((await till.send('GET', '/api/secure/plu')).status).toBe(200);
  });

  it('goes on for the hours that were asked for when another one takes its place, and ends at once where none were', async () => {
    const pos = await register();
    const first = await paired(pos);
    await first.send('GET', '/api/secure/me');
    await expect.poll(async () => (await tillsOf(pos))[0]?.last_used_at).not.toBeNull();
    const second = await paired(pos, { overlap_hours: 2 });
    const [newer, older] = await tillsOf(pos);
    expect([newer?.id, newer?.expires_at, older?.id]).toEqual([second.key_id, null, first.key_id]);
    const hours = (Date.parse(older?.expires_at ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(1.9);
    expect(hours).toBeLessThanOrEqual(2);
    expect((await first.send('GET', '/api/secure/plu')).status).toBe(200);
    const third = await paired(pos, { overlap_hours: 0 });
    expect((await first.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await second.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await third.send('GET', '/api/secure/plu')).status).toBe(200);
  });

  it('ends where it was never heard of when another is paired: its key was lost on the way', async () => {
    const pos = await register();
    const lost = await paired(pos);
    const found = await paired(pos);
    expect((await lost.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await tillsOf(pos)).map(({ id }) => id)).toEqual([found.key_id]);
  });

  it('tells its version, which the list shows with its last sign of life', async () => {
    const pos = await register();
    const till = await paired(pos);
    expect((await tillsOf(pos))[0]).toMatchObject({
      last_used_at: null,
      version: null,
      paired_by: expect.any(String),
    });
    await till.send('GET', '/api/secure/me', { headers: { 'Till-Version': 'Nordpos 5.0' } });
    await expect.poll(async () => (await tillsOf(pos))[0]?.version).toBe('Nordpos 5.0');
    await till.send('GET', '/api/secure/me', { headers: { 'Till-Version': 'Nordpos 5.1' } });
    await expect.poll(async () => (await tillsOf(pos))[0]?.version).toBe('Nordpos 5.1');
    expect((await tillsOf(pos))[0]?.last_used_at).not.toBeNull();
  });

  it('goes where its register goes', async () => {
    const pos = await register();
    const till = await paired(pos);
    await on.send('PUT', `/api/secure/pos/${pos}`, { json: { location_id: other.location_id } });
    expect((await till.send('GET', '/api/secure/me')).json).toMatchObject({ locations: [other.location_id] });
  });
});

describe('a key', () => {
  const make = async (json: Json) => {
    const answer = await on.send('POST', '/api/secure/apikey', {
      json: { name: 'Program', role: 'manager', ...json },
    });
    const { key } = z.looseObject({ key: z.string() }).parse(answer.json);
    return { id: answer.entity.id, send: sender(on.service.fetch, key), key };
  };
  const rotate = (id: string, json: Json = {}) =>
    on.send('POST', `/api/secure/apikey/${id}/rotate`, { json });

  it('is rotated: another one of the same rights, and both work for some hours', async () => {
    const old = await make({
      data: { networks: ['192.0.2.0/24'], note: 'x' },
      expires_at: '2099-01-01T00:00:00Z',
    });
    const answer = await rotate(old.id, { overlap_hours: 3 });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      name: 'Program',
      role: 'manager',
      data: { networks: ['192.0.2.0/24'], note: 'x' },
      expires_at: '2099-01-01T00:00:00.000Z',
      key: expect.stringMatching(/^th_/),
    });
    const before = (await on.send('GET', `/api/secure/apikey/${old.id}`)).entity;
    const hours = (Date.parse(String(before['expires_at'])) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(2.9);
    expect(hours).toBeLessThanOrEqual(3);
    const later = await on.send('PUT', `/api/secure/apikey/${old.id}`, {
      json: { expires_at: '2099-01-01T00:00:00Z' },
    });
    expect([later.status, later.pointers]).toEqual([422, ['/expires_at']]);
  });

  it('ends at once where it is rotated without an overlap, and then not again', async () => {
    const old = await make({});
    expect((await old.send('GET', '/api/secure/plu')).status).toBe(200);
    expect((await rotate(old.id, { overlap_hours: 0 })).status).toBe(201);
    expect((await old.send('GET', '/api/secure/plu')).status).toBe(401);
    const again = await rotate(old.id);
    expect([again.status, again.problem.code]).toEqual([409, 'key_revoked']);
    expect((await rotate(unknownId)).status).toBe(404);
  });

  it('of networks is accepted from them alone, also in a session that it began, and each refusal is noted', async () => {
    const { key, id } = await make({ data: { networks: ['192.0.2.0/24', '2001:db8::1'] } });
    const from = async (address: string, path = '/api/secure/plu', more: RequestInit = {}) => {
      const response = await on.service.fetch(
        new Request(`http://test${path}`, { headers: { Authorization: `Bearer ${key}` }, ...more }),
        { incoming: { socket: { remoteAddress: address } } },
      );
      return response;
    };
    expect((await from('192.0.2.9')).status).toBe(200);
    expect((await from('::ffff:192.0.2.9')).status).toBe(200);
    expect((await from('2001:db8::1')).status).toBe(200);
    for (const address of ['192.0.3.9', '2001:db8::2', '']) expect((await from(address)).status).toBe(403);
    const signIn = (address: string) =>
      from(address, '/api/session', {
        method: 'POST',
        body: JSON.stringify({ key }),
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      });
    expect((await signIn('192.0.3.9')).status).toBe(403);
    const session = await signIn('192.0.2.9');
    const Cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const within = { headers: { Cookie } };
    expect((await from('192.0.2.9', '/api/secure/plu', within)).status).toBe(200);
    expect((await from('192.0.3.9', '/api/secure/plu', within)).status).toBe(403);
    expect(await (await from('192.0.3.9', '/api/session', within)).json()).toEqual({ session: null });
    const noted = await on.send('GET', `/api/secure/securityevent?kind=key_used_elsewhere&key_id=${id}`);
    expect(noted.text).toContain('"address":"192.0.3.9"');
  });

  it('names networks that are such', async () => {
    for (const network of ['192.0.2.0/33', '300.1.1.1', 'example.org', '10.0.0.0/8/8']) {
      const answer = await on.send('POST', '/api/secure/apikey', {
        json: { name: 'x', role: 'manager', data: { networks: ['192.0.2.1', network] } },
      });
      expect([answer.status, answer.pointers]).toEqual([422, ['/data/networks/1']]);
    }
  });

  it('has a role that the company made, as a person has', async () => {
    const roleId = await role({ rights: ['plu.read'], hidden: ['prices'] });
    const { send, id } = await make({ role_id: roleId });
    expect((await send('GET', '/api/secure/me')).json).toMatchObject({
      custom_role: { id: roleId },
      hidden: ['prices'],
    });
    expect((await send('GET', '/api/secure/customer')).status).toBe(403);
    expect((await send('GET', '/api/secure/plu')).text).not.toContain('base_price');
    const put = await on.send('PUT', `/api/secure/apikey/${id}`, { json: { role_id: null } });
    expect([put.status, put.pointers]).toEqual([422, ['/role_id']]);
    const misfit = await on.send('POST', '/api/secure/apikey', {
      json: { name: 'x', role: 'admin', role_id: roleId },
    });
    expect([misfit.status, misfit.pointers]).toEqual([422, ['/role_id']]);
    await on.send('PUT', `/api/secure/role/${roleId}`, { json: { active: false } });
    expect((await send('GET', '/api/secure/plu')).status).toBe(403);
  });
});
