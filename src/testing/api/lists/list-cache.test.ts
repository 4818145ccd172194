import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '@/server/http/app';
import { createKey } from '@/server/ops/companies';
import { readSecret } from '@/server/read/cursor';
import { inScope, openDatabase } from '@/server/db/db';
import { tables } from '@/resources/tables';
import { sender, type Sender } from '../../service';
import { pathOf, resources, stage, updatable } from '../start';

const on = stage();
/** Stands for a second process on the same database, with its own pool and cache. */
let second: Sender;
let close: () => Promise<void>;
beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const db = openDatabase(on.service.url, log, 4);
  const app = createApp({ db, tables, log, cursorSecret: await readSecret(db) });
  second = sender(
    (request) => app.fetch(request),
    await createKey(db, on.service.companies.helsinki, 'second', 'admin'),
  );
  close = () => db.destroy();
});
afterAll(() => close());

const queries = ['', '?pageSize=1000', '?limit=1000', '?q=changed', '?active=false', '?sort=-modified_at'];

describe.each(updatable)('the list of %s, after a change', (_, resource) => {
  it('is never stale by a single write, whichever process wrote and whichever is asked', async () => {
    const body = await on.samples.minimal(resource);
    const { id } = (await on.send('POST', pathOf(resource), { json: body })).entity;
    const processes = [on.send, second];
    let etag = '';
    for (let n = 0; n < 6; n += 1) {
      const [writes, reads] = [processes[n % 2], processes[(n >> 1) % 2]];
      const change = { name: `changed ${n}`, active: n % 3 > 0 };
      const written = await writes?.('PUT', pathOf(resource, id), { json: change });
      for (const query of queries) {
        const read = await reads?.('GET', pathOf(resource) + query, {
          headers: query === '' ? { 'If-None-Match': etag } : {},
        });
        expect([query, read?.status]).toEqual([query, 200]);
        if (query === '') etag = read?.header('etag') ?? '';
        const list = query === '?limit=1000' ? read?.step.data : read?.entities;
        const found = list?.find((entity) => entity.id === id);
        const isListed = query !== '?active=false' || !change.active;
        expect([query, found]).toEqual([query, isListed ? written?.entity : undefined]);
      }
    }
  });
});

describe.each(resources)('the list of %s, asked again', (_, resource) => {
  it('has an ETag that stands while nothing changes, and answers it with 304, in any process', async () => {
    await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    for (const query of queries) {
      const path = pathOf(resource) + query;
      const first = await on.send('GET', path);
      const etag = first.header('etag');
      expect(etag).toMatch(/^"[\w-]+"$/);
      const again = await on.send('GET', path);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect([...again.headers].filter(([name]) => name !== 'x-request-id')).toEqual(
        [...first.headers].filter(([name]) => name !== 'x-request-id'),
      );
      for (const ask of [on.send, second]) {
        const same = await ask('GET', path, { headers: { 'If-None-Match': `"x", ${etag}` } });
        expect([same.status, same.text, same.header('etag')]).toEqual([304, '', etag]);
        expect(same.header('vary')).toBe('Authorization, Cookie, Accept-Encoding');
        expect((await ask('GET', path, { headers: { 'If-None-Match': '"x"' } })).text).toBe(first.text);
      }
    }
  });

  it('shows each acknowledged write while others write and read at once', async () => {
    const body = await on.samples.minimal(resource);
    const one = async (writes: Sender, reads: Sender, name: string) => {
      for (let n = 0; n < 5; n += 1) {
        const { id } = (await writes('POST', pathOf(resource), { json: { ...body, name: `${name} ${n}` } }))
          .entity;
        const { entities } = await reads('GET', `${pathOf(resource)}?pageSize=1000&active=true`);
        expect(entities.map((entity) => entity.id)).toContain(id);
      }
    };
    await Promise.all([
      one(on.send, second, 'a'),
      one(second, on.send, 'b'),
      one(on.send, on.send, 'c'),
      one(second, second, 'd'),
    ]);
  });

  it('is kept for one company alone, and never instead of a refusal', async () => {
    await on.send('GET', pathOf(resource));
    const tampere = await on.service.as('tampere');
    const mine = (await on.send('GET', pathOf(resource))).text;
    const etag = (await on.send('GET', pathOf(resource))).header('etag');
    const theirs = await tampere('GET', pathOf(resource), { headers: { 'If-None-Match': etag } });
    expect([theirs.status, theirs.text === mine]).toEqual([200, false]);
    const nobody = await sender(on.service.fetch, null)('GET', pathOf(resource), {
      headers: { 'If-None-Match': etag },
    });
    expect(nobody.status).toBe(401);
    const wrong = await on.send('GET', `${pathOf(resource)}?nothing=1`, {
      headers: { 'If-None-Match': etag },
    });
    expect(wrong.status).toBe(400);
  });
});

it("a parent's write shows in the lists of its children at once", async () => {
  const parent = await on.service.as('group');
  const made = await parent('POST', '/api/secure/grp', { json: { name: 'Shared' } });
  for (const name of ['First', 'Second', 'Third']) {
    const { text } = await parent('PUT', `/api/secure/grp/${made.entity.id}`, { json: { name } });
    for (const ask of [on.send, second])
      expect((await ask('GET', '/api/secure/grp?pageSize=1000')).text).toContain(text);
  }
});

it("a product's sales by month show in the list at once, though they raise no version of it", async () => {
  const plu = resources.find(([name]) => name === 'plu')?.[1];
  if (!plu) throw new Error('There are products');
  const { id, version } = (await on.send('POST', pathOf(plu), { json: await on.samples.minimal(plu) }))
    .entity;
  const { helsinki } = on.service.companies;
  const sold = (qty: number) =>
    inScope(on.service.db, helsinki, 'read write', (tx) =>
      tx.rows(sql`
        insert into plu_month_sales (tenant_id, company_id, plu_id, month, currency, qty, total)
        values (${helsinki.tenantId}, ${helsinki.companyId}, ${id}, '2026-01-01', 'EUR', ${qty}, ${qty})
        on conflict (tenant_id, company_id, plu_id, month, currency) do update
        set qty = plu_month_sales.qty + excluded.qty`),
    );
  const months = async (ask: Sender) =>
    (await ask('GET', `${pathOf(plu)}?pageSize=1000`)).entities.find((entity) => entity.id === id);
  let sum = 0;
  for (const qty of [1, 2, 3]) {
    await months(on.send);
    await months(second);
    await sold(qty);
    sum += qty;
    for (const ask of [on.send, second]) {
      expect(await months(ask)).toMatchObject({
        version,
        sales_history: { month_sales: [{ date: '2026-01-01', qty: String(sum) }] },
      });
    }
  }
});

it('is not kept for a table whose computed fields come from nobody knows where', async () => {
  const { revisions: _, ...untold } = tables.plu;
  const log = pino({ level: 'silent' });
  const app = createApp({
    db: on.service.db,
    tables: { ...tables, plu: untold },
    log,
    cursorSecret: Buffer.from('x'),
  });
  const key = await createKey(on.service.db, on.service.companies.helsinki, 'third', 'admin');
  const answer = await sender((request) => app.fetch(request), key)('GET', '/api/secure/plu');
  expect([answer.status, answer.headers.has('etag')]).toEqual([200, false]);
});

it('a list that was answered on another day is read again: a filter may choose by the date', async () => {
  const path = '/api/secure/plu?not_sold=1';
  const first = await on.send('GET', path);
  const again = () => on.send('GET', path, { headers: { 'If-None-Match': first.header('etag') ?? '' } });
  expect((await again()).status).toBe(304);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(Date.now() + 86_400_000);
    expect((await again()).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});
