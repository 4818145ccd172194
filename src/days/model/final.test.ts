import { beforeAll, describe, expect, it } from 'vitest';
import { verify } from '@/server/ops/backup/verify/verify';
import { roles, type Role } from '@/contract/role';
import { tables } from '@/resources/tables';
import type { Answer, Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { asApp } from '@/testing/database/as-app';
import type { Sender } from '@/testing/service';
import { openShop, type Shop } from '@/testing/shop';

const on = stage();
let shop: Shop;
let other: Shop;
const as = new Map<Role, Sender>();
let vouchers = 0;

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  other = await openShop(on.send, on.samples);
  for (const role of roles) as.set(role, await on.service.as('helsinki', role));
});

const counts = [{ z_number: 1, opening_float: '100.00', counted: '104.50', paid_in: 0.1 }];

/** A day with one receipt and a counted drawer, closed or exported. */
async function finalDay(status: string) {
  const day = await shop.openDay();
  const receipt = shop.receipt(day);
  expect((await on.send('POST', '/api/secure/sales', { json: receipt })).status).toBe(201);
  const closed = await shop.setStatus(day, 'closed', {
    note: 'As it was',
    opened_by: 'Aino',
    z_reports: counts.map((count) => ({ pos_id: shop.pos_id, ...count })),
    'a key of the till': { deep: 1.1 },
  });
  expect(closed.status).toBe(200);
  if (status === 'exported') {
    vouchers += 1;
    expect((await shop.setStatus(day, 'exported', { voucher_num: `F-${vouchers}` })).status).toBe(200);
  }
  return { day, receipt };
}

const path = '/api/secure/businessday';
const read = async (day: string) => (await on.send('GET', `${path}/${day}`)).entity;

/** Requests that would change a final day: the fields that the refusal names, and the body. */
const changes = (): Record<string, { fields: string[]; json: Json }> => ({
  counts: {
    fields: ['/data/z_reports'],
    json: { data: { z_reports: [{ pos_id: shop.pos_id, ...counts[0], counted: '4.50' }] } },
  },
  'z reports taken away': { fields: ['/data/z_reports'], json: { data: { z_reports: [] } } },
  'a second z report of a register': {
    fields: ['/data/z_reports'],
    json: {
      data: {
        z_reports: [
          { pos_id: shop.pos_id, ...counts[0] },
          { pos_id: shop.pos_id, counted: '1.00' },
        ],
      },
    },
  },
  'no z reports': { fields: ['/data/z_reports'], json: { data: { z_reports: null } } },
  deactivation: { fields: ['/active'], json: { active: false } },
  date: { fields: ['/date'], json: { date: '2026-03-05' } },
  location: { fields: ['/location_id'], json: { location_id: other.location_id } },
  name: { fields: ['/name'], json: { name: 'Another' } },
  opened_at: { fields: ['/opened_at'], json: { opened_at: '2026-01-01T00:00:00Z' } },
  closed_at: { fields: ['/closed_at'], json: { closed_at: null } },
  opened_by: { fields: ['/data/opened_by'], json: { data: { opened_by: 'Somebody' } } },
  closed_by: { fields: ['/data/closed_by'], json: { data: { closed_by: 'Somebody' } } },
  'a voucher number': { fields: ['/data/voucher_num'], json: { data: { voucher_num: 'X' } } },
  'another note': { fields: ['/data/note'], json: { data: { note: 'Another' } } },
  'no note': { fields: ['/data/note'], json: { data: { note: null } } },
  'a key of the till': {
    fields: ['/data/a key of the till'],
    json: { data: { 'a key of the till': { deep: 1.2 } } },
  },
  'a new key': { fields: ['/data/new'], json: { data: { new: 1 } } },
  'several things': {
    fields: ['/name', '/date', '/data/opened_by'],
    json: { name: 'Another', date: '2026-03-05', data: { opened_by: null } },
  },
});

const ways: Record<string, (send: Sender, id: string, json: Json) => Promise<Answer>> = {
  PUT: (send, id, json) => send('PUT', `${path}/${id}`, { json }),
  'a POST on its id': (send, id, json) => send('POST', path, { json: { id, ...json } }),
  'an array': (send, id, json) => send('POST', path, { json: [{ id, ...json }] }),
};

const isRefused = ({ status, problem, pointers }: Answer, role: Role, fields: readonly string[]) => {
  if (status === 403) return expect(role).not.toBe('admin');
  const below = pointers.map((pointer) => pointer.replace(/^\/0(?=\/)/, ''));
  return expect([status, problem.code, below]).toEqual([409, 'business_day_closed', fields]);
};

describe.each(['closed', 'exported'])('a day that is %s', (state) => {
  it.each(roles)('is changed by no %s, in no way, and its seals hold', async (role) => {
    const { day, receipt } = await finalDay(state);
    const send = as.get(role) ?? on.send;
    const before = await read(day);
    for (const { fields, json } of Object.values(changes())) {
      for (const way of Object.values(ways)) {
        isRefused(await way(send, day, json), role, fields);
        expect(await read(day)).toEqual(before);
      }
    }
    const receipts = await on.send('GET', `/api/secure/sales?page=1&businessday_id=${day}`);
    const posts: [string, string, Json | Json[]][] = [
      ['POST', '/api/secure/sales', shop.receipt(day, { receipt_num: '2' })],
      ['POST', '/api/secure/sales', [shop.receipt(day, { receipt_num: '2' })]],
      ['PUT', `/api/secure/sales/${String(receipt['id'])}`, { active: false, removed_reason: 'Why not' }],
      ['POST', '/api/secure/sales', { id: receipt['id'], active: false }],
      ['POST', '/api/secure/sales', [{ id: receipt['id'], active: false }]],
    ];
    for (const [method, at, json] of posts) {
      const answer = await send(method, at, { json });
      expect([403, 409]).toContain(answer.status);
      if (answer.status === 409) expect(answer.problem.code).toBe('business_day_closed');
    }
    const after = await on.send('GET', `/api/secure/sales?page=1&businessday_id=${day}`);
    expect([await read(day), after.entities]).toEqual([before, receipts.entities]);
    expect(await wrongSeals()).toEqual([]);
  });

  it('cannot be changed in the request that reopens it either', async () => {
    const { day } = await finalDay(state);
    const before = await read(day);
    // Reopening may clear `closed_at` and needs a note, so these are no violations.
    const allowed = new Set(['/closed_at', '/data/note']);
    for (const { json } of Object.values(changes()).filter(({ fields }) => !allowed.has(fields[0] ?? ''))) {
      const data = { note: 'As it was\nReopened', ...(typeof json['data'] === 'object' ? json['data'] : {}) };
      const answer = await ways['PUT']?.(on.send, day, { ...json, data, status: 'open' });
      expect(answer?.status).toBe(409);
      expect(await read(day)).toEqual(before);
    }
  });

  it('takes what was read back, and a note that goes on', async () => {
    const { day } = await finalDay(state);
    const before = await read(day);
    const again = await ways['PUT']?.(on.send, day, { ...before });
    expect([again?.status, again?.entity]).toEqual([200, before]);
    for (const role of ['manager', 'accountant', 'terminal'] as const) {
      const note = `${String((await read(day)).data['note'])}\nSaid by ${role}`;
      const noted = await ways['PUT']?.(as.get(role) ?? on.send, day, { data: { note } });
      expect([noted?.status, noted?.entity.data['note']]).toEqual([200, note]);
    }
    expect(await wrongSeals()).toEqual([]);
  });

  it('is held by the database itself against SQL as tillhouse_app', async () => {
    const { day, receipt } = await finalDay(state);
    const before = await read(day);
    const statements = [
      `update businessday set active = false where id = '${day}'`,
      `update businessday set date = '2026-03-05' where id = '${day}'`,
      `update businessday set name = 'x' where id = '${day}'`,
      `update businessday set location_id = '${other.location_id}' where id = '${day}'`,
      `update businessday set opened_at = now() where id = '${day}'`,
      `update businessday set closed_at = now() where id = '${day}'`,
      `update businessday set data = data || '{"z_reports": []}' where id = '${day}'`,
      `update businessday set data = data - 'opened_by' where id = '${day}'`,
      `update businessday set data = data || '{"note": "x"}' where id = '${day}'`,
      `update businessday set status = 'open', data = data || '{"closed_by": "x"}' where id = '${day}'`,
      `update sales set active = false where id = '${String(receipt['id'])}'`,
      `update sales set total = 0 where id = '${String(receipt['id'])}'`,
      `insert into sales (tenant_id, company_id, id, active, name, data, created_at, modified_at, businessday_id, location_id,
         receipt_num, type, completed_at, currency, total, total_net, total_tax, rounding)
       select tenant_id, company_id, gen_random_uuid(), active, name, data, created_at, modified_at, businessday_id, location_id,
         receipt_num, type, completed_at, currency, total, total_net, total_tax, rounding
       from sales where id = '${String(receipt['id'])}'`,
      `update businessday_totals set gross = 0 where businessday_id = '${day}'`,
      `insert into businessday_register select tenant_id, company_id, '${day}', id, 'x', 1 from pos limit 1`,
    ];
    for (const statement of statements)
      expect([statement, await asApp(on.service, statement)]).toEqual([statement, 'TH409']);
    for (const statement of [
      `update businessday_seal set hash = 'x' where businessday_id = '${day}'`,
      `delete from businessday_seal where businessday_id = '${day}'`,
      `delete from sales where businessday_id = '${day}'`,
      `delete from businessday where id = '${day}'`,
      `truncate businessday_seal`,
    ]) {
      expect([statement, await asApp(on.service, statement)]).toEqual([statement, '42501']);
    }
    // Columns of the service keep their value, and sending them is no error.
    for (const column of ['snapshot', 'late_z_reports']) {
      await asApp(on.service, `update businessday set ${column} = '{"x": 1}' where id = '${day}'`);
    }
    expect(await read(day)).toEqual(before);
    expect(await wrongSeals()).toEqual([]);
  });
});

/** Returns the messages of `npm run verify` about seals. */
async function wrongSeals(): Promise<readonly string[]> {
  const found = await verify(on.service.db, Object.values(tables));
  const seals = found.find(({ name }) => name === 'seals of business days');
  expect(seals).toBeDefined();
  return seals?.examples ?? [];
}
