import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf, stage } from '@/testing/api/start';
import { backdateEvents } from '@/testing/backdate';
import { samplesFor } from '@/testing/samples';
import type { CompanyName } from '@/testing/service';
import { contracts } from '@/resources/contracts';
import { tables } from '@/resources/tables';
import { hasFullHistory } from '@/contract/resource';
import { verify } from '../ops/backup/verify/verify';
import { expireEvents, horizonOf } from './expire-events';
import { masterData } from './master-data';

const on = stage();
const now = new Date();
const horizon = horizonOf(3, now);
const years = (n: number) => new Date(horizon.getTime() + n * 365 * 86_400_000).toISOString();
const begin = "'00000000-0000-0000-0000-000000000000', '-infinity', 0";

/** Makes a product of a company with a version at each moment. */
async function product(company: CompanyName, moments: readonly string[]): Promise<string> {
  const send = await on.service.as(company);
  const body = await samplesFor(send).minimal(contracts.plu);
  const { id } = (await send('POST', pathOf(contracts.plu), { json: body })).entity;
  for (const [n] of moments.slice(1).entries())
    await send('PUT', pathOf(contracts.plu, id), { json: { name: `Version ${n + 2}` } });
  await backdateEvents(on.service.db, 'plu', id, moments);
  return id;
}

const wrong = async () =>
  (await verify(on.service.db, Object.values(tables))).flatMap(({ name, examples }) =>
    examples.map((example) => `${name}: ${example}`),
  );

const versions = async (id: string) => {
  const { rows } = await sql<{ version: number }>`
    select (after->>'version')::int as version from event where entity_id = ${id}::uuid order by seq`.execute(
    on.service.db,
  );
  return rows.map(({ version }) => version);
};

/** Runs statements as the owner of the database in one transaction that is rolled back; returns the error's text. */
async function refusal(...statements: string[]): Promise<string> {
  const client = new Client({ connectionString: on.service.url });
  await client.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    return 'done';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

describe('the removal of old events', () => {
  let old = '';
  const helsinki = () => on.service.companies.helsinki;
  const scope = () =>
    `set local app.tenant = '${helsinki().tenantId}'; set local app.company = '${helsinki().companyId}'`;
  beforeAll(async () => {
    old = await product('helsinki', [-2, -1.5, -1, -0.5, 0.5].map(years));
    await expireEvents(on.service.db, 3, now);
  });

  it('concerns resources with a full history, and the database has the same list', async () => {
    expect(masterData.filter((name) => !(name in contracts))).toEqual([]);
    for (const contract of Object.values(contracts))
      if (masterData.includes(contract.name))
        expect([contract.name, hasFullHistory(contract)]).toEqual([contract.name, true]);
    const { rows } = await sql<{
      text: string;
    }>`select prosrc as text from pg_proc where proname = 'event_may_go'`.execute(on.service.db);
    expect(rows[0]?.text).toContain(`array[${masterData.map((name) => `'${name}'`).join(', ')}]`);
  });

  it('leaves each record a history without a hole, and `verify` finds any other event that is missing', async () => {
    expect(await versions(old)).toEqual([4, 5]);
    expect(await wrong()).toEqual([]);
    for (const version of [4, 5]) {
      const client = new Client({ connectionString: on.service.url });
      await client.connect();
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(
        `create temp table gone as select * from event where entity_id = '${old}' and (after->>'version')::int = ${version}`,
      );
      await client.query(`delete from event where id in (select id from gone)`);
      await client.query('commit');
      const found = (await wrong()).join('\n');
      expect(found).toContain(`plu: each version has its event: plu ${old}: version 5, 1 events`);
      expect(found).toContain('those up to version 3 were removed');
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query('insert into event overriding system value select * from gone');
      await client.query('commit');
      await client.end();
      expect(await wrong()).toEqual([]);
    }
  });

  it('is the only way by which an event goes: not for the role of requests, nor for the owner of the table', async () => {
    const append = 'the audit trail is append-only';
    expect(await refusal(`set local role tillhouse_app; ${scope()}`, 'delete from event')).toContain(
      'permission denied',
    );
    expect(await refusal('delete from event')).toBe(append);
    expect(await refusal('truncate event')).toBe(append);
    expect(await refusal(`update event set who = 'x'`)).toBe(append);
    // Not even for the role of the job, of what is not too old: neither the newest, nor the one that stays as the base.
    for (const version of [4, 5])
      expect(
        await refusal(
          `set local role tillhouse_auth; ${scope()}`,
          `delete from event where entity_id = '${old}' and (after->>'version')::int = ${version}`,
        ),
      ).toBe(append);
    const kept = 'what was removed of the audit trail stays written down';
    for (const table of ['event_horizon', 'event_removed']) {
      for (const role of ['', 'set local role tillhouse_auth;'])
        expect(await refusal(`${role} ${scope()}`, `delete from ${table}`)).toMatch(
          /stays written down|permission denied/,
        );
      expect(await refusal(`truncate ${table}`)).toBe(kept);
    }
    expect(
      await refusal(`set local role tillhouse_auth; ${scope()}`, 'update event_removed set version = 4'),
    ).toBe(kept);
    expect(
      await refusal(
        `set local role tillhouse_auth; ${scope()}`,
        `update event_horizon set horizon = horizon - interval '1 day'`,
      ),
    ).toBe(kept);
    expect(
      await refusal(
        `set local role tillhouse_auth; ${scope()}`,
        `update event_horizon set horizon = now() - interval '1 day'`,
      ),
    ).toBe(kept);
    const expire = (until: string, after: number) =>
      `select * from events_expire('${helsinki().tenantId}', '${helsinki().companyId}', 'plu', ${until}, ${after}, 10, ${begin})`;
    expect(await refusal(`set local role tillhouse_app`, expire('now()', 1))).toContain('permission denied');
    expect(await refusal(expire('now()', 1))).toBe(kept);
    expect(await refusal(expire('now()', 0))).toContain('violates');
    expect(await refusal('delete from plu_price_past')).toBe('prices of the past are append-only');
  });

  it('is written in the security log: from when on, under which setting, and how many went', async () => {
    const log = await on.send('GET', '/api/secure/securityevent?limit=1000&sort=-at');
    const entries: { kind: string; detail: string; who: string | null }[] = JSON.parse(log.text).data;
    const day = horizon.toISOString().slice(0, 10);
    expect(
      entries
        .filter(({ kind }) => kind.startsWith('events_'))
        .map(({ kind, detail, who }) => [kind, detail, who]),
    ).toEqual([
      ['events_expired', `${day}; TILLHOUSE_EVENT_YEARS=3; plu 3`, null],
      ['events_expiring', `${day}; TILLHOUSE_EVENT_YEARS=3`, null],
    ]);
    expect(JSON.parse((await on.send('GET', '/api/secure/event_horizon')).text)).toEqual({
      horizon: horizon.toISOString(),
      removed_at: expect.any(String),
      years: 3,
    });
    const changes = await on.send('GET', `/api/secure/plu/${old}/changes?pointer=/dpt_id`);
    expect(JSON.parse(changes.text)).toEqual({
      changes: [],
      next: null,
      removed_before: horizon.toISOString(),
    });
  });

  it('concerns a company and those who read its records, and no other', async () => {
    const before = `as_of=${encodeURIComponent(years(-0.01))}`;
    const status = async (company: CompanyName) =>
      (await (await on.service.as(company))('GET', `/api/secure/plu?${before}`)).status;
    const horizons = async (company: CompanyName) =>
      JSON.parse((await (await on.service.as(company))('GET', '/api/secure/event_horizon')).text).horizon;
    expect(await Promise.all((['helsinki', 'group', 'tampere', 'other'] as const).map(status))).toEqual([
      400, 200, 200, 200,
    ]);
    await product('group', [-1, -0.5, 0.2].map(years));
    // The answer is kept until a product is written, and not given once the horizon has moved past its moment.
    expect(await status('group')).toBe(200);
    await expireEvents(on.service.db, 3, now);
    expect(await Promise.all((['helsinki', 'group', 'tampere', 'other'] as const).map(status))).toEqual([
      400, 400, 400, 200,
    ]);
    expect(await horizons('tampere')).toBeNull();
    expect(await horizons('other')).toBeNull();
  });

  it('goes on after it was killed in the middle of a batch, and leaves nothing half', async () => {
    const id = await product('tampere', [-3, -2.5, -2, -1.5, -1, -0.5, 0.5].map(years));
    const { tenantId, companyId } = on.service.companies.tampere;
    const step = `select * from events_expire('${tenantId}', '${companyId}', 'plu', '${horizon.toISOString()}', 3, 3, ${begin})`;
    const whole = await versions(id);
    const killed = new Client({ connectionString: on.service.url });
    killed.on('error', () => undefined);
    await killed.connect();
    const { rows } = await killed.query<{ pid: number }>('select pg_backend_pid() as pid');
    await killed.query('begin');
    expect((await killed.query<{ removed: number }>(step)).rows[0]?.removed).toBe(3);
    // While it is under way no other process takes its place.
    expect(await expireEvents(on.service.db, 3, now)).toBe(false);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(on.service.db);
    await expect.poll(() => refusal(step)).toBe('done');
    expect(await versions(id)).toEqual(whole);
    // One batch is committed, and then the process is gone.
    await sql.raw(step).execute(on.service.db);
    expect(await versions(id)).toEqual([4, 5, 6, 7]);
    expect(await wrong()).toEqual([]);
    expect(await expireEvents(on.service.db, 3, now)).toBe(true);
    expect(await versions(id)).toEqual([6, 7]);
    expect(await wrong()).toEqual([]);
    const log = await (await on.service.as('tampere'))('GET', '/api/secure/securityevent?limit=1000');
    expect(log.text.match(/events_expired/g)).toHaveLength(1);
    expect(log.text).toContain('plu 5');
  });

  it('leaves the events of an erased customer, of books, of people and of what reports read', async () => {
    const customer = (await on.send('POST', '/api/secure/customer', { json: { name: 'One' } })).entity.id;
    for (const name of ['Two', 'Three'])
      await on.send('PUT', `/api/secure/customer/${customer}`, { json: { name } });
    const tax = (await on.send('POST', '/api/secure/tax', { json: await on.samples.minimal(contracts.tax) }))
      .entity.id;
    for (const name of ['Two', 'Three']) await on.send('PUT', `/api/secure/tax/${tax}`, { json: { name } });
    expect((await on.send('POST', `/api/secure/customer/${customer}/erase`)).status).toBe(200);
    await backdateEvents(on.service.db, 'customer', customer, [-4, -3, -2, -1].map(years));
    await backdateEvents(on.service.db, 'tax', tax, [-4, -3, -2].map(years));
    await expireEvents(on.service.db, 3, now);
    expect(await versions(customer)).toHaveLength(4);
    expect(await versions(tax)).toEqual([1, 2, 3]);
    expect(await wrong()).toEqual([]);
  });

  it('waits for a tenant that is being moved', async () => {
    const id = await product('other', [-2, -1, 1].map(years));
    const { tenantId } = on.service.companies.other;
    const freeze = (frozen: string) =>
      on.service.db.transaction().execute(async (tx) => {
        await sql`set local role tillhouse_auth`.execute(tx);
        await sql
          .raw(`insert into tenant_move (tenant_id, name, frozen_at) values ('${tenantId}', 'Other', ${frozen})
          on conflict (tenant_id) do update set frozen_at = ${frozen}`)
          .execute(tx);
      });
    await freeze('now()');
    expect(await expireEvents(on.service.db, 3, now)).toBe(false);
    expect(await versions(id)).toEqual([1, 2, 3]);
    await freeze('null');
    expect(await expireEvents(on.service.db, 3, now)).toBe(true);
    expect(await versions(id)).toEqual([2, 3]);
  });
});
