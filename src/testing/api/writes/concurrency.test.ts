import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { pathOf, pagesOf, stage, updatable } from '../start';

const on = stage();
const writers = 8;

describe.each(updatable)('writers of %s at the same time', (_, resource) => {
  const together = <T>(work: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: writers }, (_, n) => work(n)));
  const eventsOf = async (ids: readonly string[]) => {
    const { rows } = await sql<{ entity_id: string; version: number; before: number | null }>`
      select entity_id, (after->>'version')::int as version, (before->>'version')::int as before
      from event where entity_id = any(${ids}::uuid[]) order by seq`.execute(on.service.db);
    return rows;
  };

  const columnsOf = async (table: string) => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
      on.service.db,
    );
    return sql.join(rows.map(({ name }) => sql.ref(name)));
  };
  const waitingForRevisions = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%insert into revision%'`.execute(on.service.db);
    return rows.length;
  };

  it('on the same records in opposite orders lose no write and no event, and none of them fails', async () => {
    const body = await on.samples.minimal(resource);
    const created = await on.send('POST', pathOf(resource), { json: Array.from({ length: 10 }, () => body) });
    const ids = created.entities.map((entity) => entity.id);
    const rounds = 3;
    const answers = await together(async (n) => {
      const statuses = [];
      for (let round = 0; round < rounds; round += 1) {
        const json = ids.map((id) => ({ id, name: `${n} ${round}`, data: { [`writer${n}`]: round } }));
        statuses.push(
          (await on.send('POST', pathOf(resource), { json: n % 2 ? json : json.toReversed() })).status,
        );
      }
      return statuses;
    });
    expect(answers.flat()).toEqual(answers.flat().map(() => 200));
    const events = await eventsOf(ids);
    for (const id of ids) {
      const { entity } = await on.send('GET', pathOf(resource, id));
      expect(entity.version).toBe(1 + writers * rounds);
      for (let n = 0; n < writers; n += 1) expect(entity.data[`writer${n}`]).toBe(rounds - 1);
      const history = events.filter((event) => event.entity_id === id);
      expect(history.map((event) => event.version)).toEqual(
        Array.from({ length: 1 + writers * rounds }, (_, n) => n + 1),
      );
      expect(history.map((event) => event.before)).toEqual([
        null,
        ...history.slice(0, -1).map((event) => event.version),
      ]);
    }
  });

  // The service generates the ids of records that give access (generated-ids.test.ts).
  if (!resource.generatesIds) {
    it('that create the same new id make one record: one creates it, the others update it', async () => {
      const total = async () => Number((await on.send('GET', pagesOf(resource))).header('x-total-count'));
      const body = { ...(await on.samples.minimal(resource)), id: crypto.randomUUID() };
      const before = await total();
      const answers = await together((n) =>
        on.send('POST', pathOf(resource), { json: { ...body, name: `Writer ${n}` } }),
      );
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
        ...Array.from({ length: writers - 1 }, () => 200),
        201,
      ]);
      expect(new Set(answers.map((answer) => answer.entity.version)).size).toBe(writers);
      expect(await eventsOf([body.id])).toHaveLength(writers);
      expect(await total()).toBe(before + 1);
    });
  }

  // The service generates the ids of records that give access (generated-ids.test.ts).
  if (!resource.generatesIds) {
    it('from two companies under one new id: one has it, the other gets 409 or it too, never both', async () => {
      const tampere = await on.service.as('tampere');
      const shared = await on.samples.minimal(resource);
      const references = Object.values(resource.fields).some(
        (field) => field.references && field.default === undefined,
      );
      // A record that must refer to one of Helsinki's cannot be created in Tampere.
      if (references) return;
      for (let round = 0; round < 3; round += 1) {
        const json = { ...shared, id: crypto.randomUUID() };
        const answers = await together((n) =>
          (n % 2 ? on.send : tampere)('POST', pathOf(resource), { json }),
        );
        const own = answers.filter((answer) => answer.status < 300).map((answer) => answer.entity.company_id);
        expect([new Set(own).size, own.length]).toEqual([1, writers / 2]);
        const refused = answers.filter((answer) => answer.status >= 300);
        expect(refused.map((answer) => [answer.status, answer.pointers])).toEqual(
          refused.map(() => [409, ['/id']]),
        );
      }
    });
  }

  // Such a create has the revision, for which the update waits: each would wait for the other.
  it('that update wait for their turn with the record locked and unchanged: a create under its id is told at once', async () => {
    const { id } = (await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) }))
      .entity;
    const columns = await columnsOf(resource.name);
    const updating = await on.service.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '500ms'`.execute(tx);
      await sql`select from revision where resource = ${resource.name} for update`.execute(tx);
      const answer = on.send('PUT', pathOf(resource, id), { json: { name: 'Waits' } });
      await expect.poll(() => waitingForRevisions(), { timeout: 10_000 }).toBe(1);
      const { rows } = await sql`
        insert into ${sql.table(resource.name)} (${columns}) overriding system value
        select ${columns} from ${sql.table(resource.name)} where id = ${id} on conflict do nothing returning id`.execute(
        tx,
      );
      expect(rows).toEqual([]);
      return { answer };
    });
    expect((await updating.answer).status).toBe(200);
  });

  it('give seq, time and events in one order: a list by creation never goes back in time', async () => {
    const body = await on.samples.minimal(resource);
    await together(async () => {
      for (let round = 0; round < 3; round += 1)
        await on.send('POST', pathOf(resource), { json: [body, body] });
    });
    const { rows } = await sql<{
      at: string;
    }>`select created_at::text as at from ${sql.table(resource.name)} order by seq`.execute(on.service.db);
    const times = rows.map((row) => row.at);
    expect(times).toEqual(times.toSorted());
  });
});
