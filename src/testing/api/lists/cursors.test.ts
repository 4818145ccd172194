import { beforeAll, describe, expect, it } from 'vitest';
import { samplesFor } from '../../samples';
import { pathOf, unknownId, resources, stage } from '../start';

const on = stage();

describe.each(resources)('walking the list of %s by cursor', (_, resource) => {
  const ask = (query: string, cursor?: string) =>
    on.send(
      'GET',
      `${pathOf(resource)}?${query}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );

  async function walk(query: string, between: () => Promise<unknown> = async () => undefined) {
    const ids: string[] = [];
    for (let cursor: string | undefined; ; await between()) {
      const { step } = await ask(query, cursor);
      ids.push(...step.data.map((entity) => entity.id));
      cursor = step.next_cursor;
      if (!step.has_more) return { ids, cursor };
    }
  }

  beforeAll(async () => {
    // Equal names, and optional fields both null and filled, so that every order has ties.
    const bodies = [];
    for (let n = 0; n < 12; n += 1) {
      bodies.push(n % 2 ? await on.samples.full(resource) : await on.samples.minimal(resource), {
        ...(await on.samples.full(resource)),
        name: 'Same',
      });
    }
    await on.send('POST', pathOf(resource), { json: bodies });
  });

  // The service generates the ids of records that give access (generated-ids.test.ts).
  if (!resource.generatesIds) {
    it('goes on from the cursor of an empty list to what came since, in order and sorted', async () => {
      const id = crypto.randomUUID();
      const queries = [`id=${id}`, ...resource.sorts.map((sort) => `id=${id}&sort=-${sort}`)];
      const cursors = await Promise.all(queries.map(async (query) => (await ask(`${query}&limit=5`)).step));
      expect(cursors.map((step) => [step.data, step.has_more])).toEqual(cursors.map(() => [[], false]));
      await on.send('POST', pathOf(resource), { json: { ...(await on.samples.minimal(resource)), id } });
      for (const [n, query] of queries.entries()) {
        const { step } = await ask(`${query}&limit=5`, cursors[n]?.next_cursor);
        expect([query, step.data.map((entity) => entity.id)]).toEqual([query, [id]]);
      }
    });
  }

  it('answers 100 without a limit, and the same records as the pages', async () => {
    const all = (await on.send('GET', `${pathOf(resource)}?pageSize=1000`)).entities.map(
      (entity) => entity.id,
    );
    expect((await walk('limit=5')).ids).toEqual(all);
    expect((await ask('limit=1000')).step.data).toHaveLength(all.length);
  });

  it.each(resource.sorts.flatMap((sort) => [sort, `-${sort}`, `${sort},-name`]))(
    'sorted by %s, gives each record once, in the order of the pages',
    async (sort) => {
      const all = (await on.send('GET', `${pathOf(resource)}?pageSize=1000&sort=${sort}`)).entities;
      // Eleven: a page ends among the twelve that are called the same.
      expect((await walk(`limit=11&sort=${sort}`)).ids).toEqual(all.map((entity) => entity.id));
    },
  );

  it('misses nothing and gives nothing twice while others insert, and meets what they inserted', async () => {
    const before = (await on.send('GET', `${pathOf(resource)}?pageSize=1000`)).entities.map(
      (entity) => entity.id,
    );
    const inserted: string[] = [];
    let left = 4;
    const { ids, cursor } = await walk('limit=6', async () => {
      left -= 1;
      if (left < 0) return;
      const answer = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
      inserted.push(answer.entity.id);
    });
    expect(ids).toEqual([...before, ...inserted]);
    const { entity } = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    const later = (await ask('limit=6', cursor)).step;
    expect([later.data.map(({ id }) => id), later.has_more]).toEqual([[entity.id], false]);
    expect((await ask('limit=6', later.next_cursor)).step.data).toEqual([]);
  });

  it('refuses a cursor that was changed, cut, made up, or taken from another query or company', async () => {
    const { next_cursor: cursor } = (await ask('limit=5&active=true')).step;
    const own = (await ask('limit=5')).step.next_cursor;
    const bytes = Buffer.from(cursor, 'base64url');
    const flipped = (at: number) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      return changed.toString('base64url');
    };
    const forged = Buffer.from('[[],0]').toString('base64url');
    // The format of cursors before they were encrypted: a readable body with its signature.
    const ofBefore = `${forged}.${'A'.repeat(27)}`;
    for (const [query, given] of [
      ['active=true', forged],
      ['active=true', ofBefore],
      ['active=true', `${cursor}.x`],
      ['active=true', `${cursor}=`],
      ['active=true', `${cursor}A`],
      ['active=true', flipped(0)],
      ['active=true', flipped(20)],
      ['active=true', flipped(bytes.length - 1)],
      ['active=true', cursor.slice(0, -4)],
      ['active=true', ''],
      ['active=true', '.'],
      ['active=false', cursor],
      ['active=true&sort=name', cursor],
      ['active=true&q=x', cursor],
      ['active=true', own],
      ['', cursor],
    ] as const) {
      const answer = await ask(query, given);
      expect([query, given, answer.status, answer.pointers]).toEqual([query, given, 400, ['?cursor']]);
    }
    const [, another = resource] = resources.find(([name]) => name !== resource.name) ?? [];
    expect((await on.send('GET', `${pathOf(another)}?cursor=${own}`)).problem.code).toBe('invalid_cursor');
    for (const company of ['tampere', 'group', 'other'] as const) {
      const borrowed = await (await on.service.as(company))('GET', `${pathOf(resource)}?cursor=${own}`);
      expect([borrowed.status, borrowed.problem.code]).toEqual([400, 'invalid_cursor']);
    }
  });

  it('shows in a cursor nothing of where it stands: no value can be read, and it is as long after other writes', async () => {
    const { cursor: before } = await walk('limit=1000&sort=name');
    const last =
      (await on.send('GET', `${pathOf(resource)}?pageSize=1000&sort=-name`)).entities[0]?.name ?? '';
    const readable = [before, Buffer.from(before, 'base64url').toString('latin1')];
    for (const text of readable) expect(text).not.toContain(last);
    const { cursor: own } = await walk('limit=1000');
    const other = await on.service.as('other');
    const theirs = samplesFor(other);
    await other('POST', pathOf(resource), {
      json: await Promise.all(Array.from({ length: 12 }, () => theirs.minimal(resource))),
    });
    await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    const { cursor: after } = await walk('limit=1000');
    expect([after === own, after.length]).toEqual([false, own.length]);
  });

  it('takes the same query with its parameters in another order, and another limit', async () => {
    const company = `company_id=${on.service.companies.helsinki.companyId}`;
    const { next_cursor: cursor } = (await ask(`active=true&limit=3&${company}&id=${unknownId}`)).step;
    expect((await ask(`id=${unknownId}&${company}&limit=9&active=true`, cursor)).status).toBe(200);
  });
});
