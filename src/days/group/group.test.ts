import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Role } from '@/contract/role';
import { stage } from '@/testing/api/start';
import { samplesFor } from '@/testing/samples';
import { people } from '@/testing/people';
import { openShop, soundReceipt } from '@/testing/shop';
import type { CompanyName } from '@/testing/service';
import { groupDaysSchema, groupSummary } from './schema';

const on = stage();
const path = '/api/secure/group/summary?from=2026-03-01&to=2026-03-31';

/** Sells one receipt of 4.50 in a company: the day of March, and of February if it says so. */
async function sold(company: CompanyName, currency: string, months: readonly string[]) {
  const send = await on.service.as(company);
  const shop = await openShop(send, samplesFor(send));
  await send('PUT', `/api/secure/location/${shop.location_id}`, { json: { data: { currency } } });
  const days: string[] = [];
  for (const month of months) {
    const day = await shop.openDay(`${month}-05`);
    const receipt = soundReceipt(shop, day, '1', { currency });
    const answer = await send('POST', '/api/secure/sales', { json: receipt });
    if (answer.status !== 201) throw new Error(answer.text);
    days.push(day);
  }
  return { ...shop, days };
}

/** A person with a membership in each of these companies; signed in at the last one. */
async function personIn(...memberships: readonly (readonly [CompanyName, Role])[]) {
  const { invite, browser } = people(on);
  const email = `group.${crypto.randomUUID()}@example.org`;
  const window = browser();
  const ids: string[] = [];
  for (const [company, role] of memberships) {
    const { id, token } = await invite(role, company, email);
    const answer = await window.send('POST', '/api/invitation/accept', {
      token,
      password: 'correct horse battery',
    });
    if (answer.status !== 200) throw new Error(answer.text);
    ids.push(id);
  }
  const read = async (at = path) => groupSummary.parse((await window.send('GET', at)).json);
  const readDays = async (period: string) =>
    groupDaysSchema.parse((await window.send('GET', `/api/secure/group/days?${period}`)).json);
  return { ids, read, readDays, send: window.send };
}

describe('the companies of a person together', () => {
  it('are read by location beside the period before, and summed in each currency by itself', async () => {
    const [helsinki, tampere] = [
      await sold('helsinki', 'EUR', ['2026-02', '2026-03']),
      await sold('tampere', 'SEK', ['2026-03']),
    ];
    const { read } = await personIn(['tampere', 'manager'], ['helsinki', 'accountant']);
    const { companies, totals, compared } = await read();
    expect(compared).toEqual({
      now: { from: '2026-03-01', to: '2026-03-28', without: [] },
      before: { from: '2026-02-01', to: '2026-02-28', without: [] },
    });
    expect(companies.map(({ name, role, state }) => [name, role, state])).toEqual([
      ['Helsinki', 'accountant', 'read'],
      ['Tampere', 'manager', 'read'],
    ]);
    const figures = { receipts: 1, gross: '4.50', net: '3.96', tax: '0.54' };
    const rowOf = (id: string) =>
      companies.flatMap(({ locations }) => locations).find((one) => one.id === id);
    expect(rowOf(helsinki.location_id)).toMatchObject({
      currency: 'EUR',
      now: figures,
      before: figures,
      days: 1,
      to_settle: 1,
    });
    expect(rowOf(tampere.location_id)).toMatchObject({ currency: 'SEK', now: figures });
    expect(totals.map(({ currency }) => currency)).toEqual(['EUR', 'SEK']);
    expect(totals[1]?.now).toEqual(figures);
  });

  it('are what each company’s own report says, to the cent', async () => {
    await sold('helsinki', 'EUR', ['2026-03']);
    const { read } = await personIn(['tampere', 'manager'], ['helsinki', 'manager']);
    const { companies } = await read();
    const own = await on.send('GET', '/api/secure/report/summary?from=2026-03-01&to=2026-03-31&currency=EUR');
    const ofHelsinki = companies.find(({ name }) => name === 'Helsinki')?.locations ?? [];
    const cents = ofHelsinki
      .filter(({ currency }) => currency === 'EUR')
      .reduce((sum, { now }) => sum + BigInt(now.gross.replace('.', '')), 0n);
    expect(String(cents)).toBe(String(Object(own.json).totals.gross).replace('.', ''));
  });

  it('have not one figure of a company without a membership, however near it is', async () => {
    const theirs = await sold('tampere', 'NOK', ['2026-03']);
    const parent = await sold('group', 'DKK', ['2026-03']);
    const { read } = await personIn(['helsinki', 'admin'], ['other', 'admin']);
    const answer = await read();
    expect(answer.companies.map(({ name }) => name)).toEqual(['Helsinki', 'Other tenant']);
    const text = JSON.stringify(answer);
    for (const secret of [theirs.location_id, parent.location_id, 'NOK', 'DKK', 'Tampere'])
      expect(text).not.toContain(secret);
  });

  it('end with a membership, and change with its role, at the next request', async () => {
    await sold('tampere', 'EUR', ['2026-03']);
    const { ids, read } = await personIn(['tampere', 'manager'], ['helsinki', 'manager']);
    const stateOf = async () =>
      (await read()).companies.map(({ name, state, locations }) => [name, state, locations.length > 0]);
    expect(await stateOf()).toContainEqual(['Tampere', 'read', true]);
    const admin = await on.service.as('tampere');
    await admin('PUT', `/api/secure/user/${ids[0]}`, { json: { role: 'terminal' } });
    expect(await stateOf()).toContainEqual(['Tampere', 'not_allowed', false]);
    await admin('PUT', `/api/secure/user/${ids[0]}`, { json: { role: 'accountant' } });
    expect(await stateOf()).toContainEqual(['Tampere', 'read', true]);
    await admin('PUT', `/api/secure/user/${ids[0]}`, { json: { active: false } });
    expect((await stateOf()).map(([name]) => name)).toEqual(['Helsinki']);
  });

  it('stand where one of them cannot be read, which is named', async () => {
    await sold('helsinki', 'EUR', ['2026-03']);
    const broken = await sold('other', 'EUR', ['2026-03']);
    await sql`alter table businessday disable trigger user`.execute(on.service.db);
    await sql`update businessday set snapshot = snapshot || '{"timezone": "No/Where"}' where id = ${broken.days[0]}::uuid`.execute(
      on.service.db,
    );
    await sql`alter table businessday enable trigger user`.execute(on.service.db);
    const { read } = await personIn(['other', 'admin'], ['helsinki', 'admin']);
    const { companies } = await read();
    expect(companies.map(({ name, state }) => [name, state])).toEqual([
      ['Helsinki', 'read'],
      ['Other tenant', 'failed'],
    ]);
    expect(companies[0]?.locations.length).toBeGreaterThan(0);
    expect(companies[1]?.locations).toEqual([]);
  });

  it('list their days with seals, and say which of their months are locked, each of its own company', async () => {
    const period = 'from=2025-02-01&to=2025-03-31';
    const helsinki = await sold('helsinki', 'EUR', ['2025-02', '2025-03', '2025-04']);
    const tampere = await sold('tampere', 'JPY', ['2025-03']);
    expect((await helsinki.setStatus(helsinki.days[0] ?? '', 'closed')).status).toBe(200);
    const admin = await on.service.as('helsinki');
    const locked = await admin('POST', '/api/secure/report/month/2025-02/lock', { json: {} });
    expect(locked.status).toBe(201);
    const { at, by, hash } = Object(locked.json);
    const { readDays } = await personIn(
      ['other', 'terminal'],
      ['helsinki', 'accountant'],
      ['tampere', 'manager'],
    );
    const { companies } = await readDays(period);
    expect(companies.map(({ name, state }) => [name, state])).toEqual([
      ['Helsinki', 'read'],
      ['Other tenant', 'not_allowed'],
      ['Tampere', 'read'],
    ]);
    const [own, closed, theirs] = companies;
    expect(
      own?.days.map(({ id, date, status, receipts, gross, currency }) => [
        id,
        date,
        status,
        receipts,
        gross,
        currency,
      ]),
    ).toEqual([
      [helsinki.days[0], '2025-02-05', 'closed', 1, '4.50', 'EUR'],
      [helsinki.days[1], '2025-03-05', 'open', 1, '4.50', 'EUR'],
    ]);
    expect(own?.days.map(({ seal }) => seal?.length ?? null)).toEqual([64, null]);
    expect(
      own?.months.map(({ month, locked: isLocked, lock, over }) => [month, isLocked, lock, over]),
    ).toEqual([
      ['2025-03', false, null, true],
      ['2025-02', true, { at, by, hash }, true],
    ]);
    expect(closed).toMatchObject({ days: [], months: [] });
    expect(theirs?.days.map(({ id, currency }) => [id, currency])).toEqual([[tampere.days[0], 'JPY']]);
    expect(theirs?.months.map(({ month, locked: isLocked }) => [month, isLocked])).toEqual([
      ['2025-03', false],
    ]);
    const key = await (await on.service.as('helsinki'))('GET', `/api/secure/group/days?${period}`);
    expect([key.status, key.problem.code]).toEqual([409, 'no_person']);
  });

  it('are no key’s: it belongs to one company, a parent’s too', async () => {
    for (const company of ['group', 'helsinki'] as const) {
      const answer = await (await on.service.as(company))('GET', path);
      expect([answer.status, answer.problem.code]).toEqual([409, 'no_person']);
      expect(answer.problem.detail).toContain('one company');
    }
    const terminal = await on.service.as('helsinki', 'terminal');
    expect((await terminal('GET', path)).status).toBe(403);
  });

  it('are asked with two days, at most 400', async () => {
    const { send } = await personIn(['tampere', 'manager'], ['helsinki', 'manager']);
    const refused = async (query: string) => {
      const { status, pointers } = await send('GET', `/api/secure/group/summary?${query}`);
      return [status, pointers];
    };
    expect(await refused('')).toEqual([400, ['?from', '?to']]);
    expect(await refused('from=2026-03-01&to=2026-02-01')).toEqual([400, ['?to']]);
    expect(await refused('from=2024-01-01&to=2026-02-01')).toEqual([400, ['?to']]);
    expect(await refused('from=2026-03-01&from=2026-03-02&to=2026-03-03')).toEqual([400, ['?from']]);
    expect(await refused('from=2026-03-01&to=2026-03-02&company_id=1')).toEqual([400, ['?company_id']]);
  });
});
