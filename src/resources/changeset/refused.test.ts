import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { refusedLimits, refusedPage } from '@/contract/change-set-refused';
import { stage } from '@/testing/api/start';
import type { Json } from '@/testing/answer';
import { changeSets, makeProducts } from '@/testing/change-sets';

const on = stage();
const sets = () => changeSets(on.send);
const address = (id: string) => `/api/secure/changeset/${id}/refused`;
const problems = [{ column: 1, code: 'not_number' }];
const header = ['KOODI', 'OVH'];
const lineOf = (line: number, ...cells: string[]) => ({ line, cells, problems });
const keep = (id: string, lines: readonly Json[], resource = 'plu', head = header) =>
  on.send('POST', address(id), { json: { resource, header: head, lines } });
const read = async (id: string, query = '') =>
  refusedPage.parse((await on.send('GET', address(id) + query)).json);

/** Counts the rows of kept lines that contain a text. */
const occurrences = async (text: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from changeset_refused r where strpos(r::text, ${text}) > 0`.execute(
    on.service.db,
  );
  return rows[0]?.n;
};

describe('the refused lines of a change set', () => {
  it('are kept as they were read, in pages by line, beside the items and after they are applied', async () => {
    const [a] = await makeProducts(on.send, on.samples, 1);
    const id = await sets().draft([{ resource: 'plu', record_id: a?.id, patch: { base_price: '4.50' } }]);
    const twice = { column: 0, code: 'twice', lines: [3, 9], names: ['A', 'B'] };
    const third = { line: 3, cells: ['=1+1', ' 0042 '], problems: [twice] };
    expect((await keep(id, [lineOf(9, 'x'), third])).json).toEqual({ lines: 2 });
    expect((await keep(id, [lineOf(2, 'y', '')])).json).toEqual({ lines: 3 });
    const before = await on.send('GET', `/api/secure/changeset/${id}`);
    await sets().move(id, 'apply');
    const answer = await on.send('GET', address(id));
    expect([answer.json, answer.header('cache-control')]).toEqual([
      {
        resource: 'plu',
        header,
        lines: [lineOf(2, 'y', ''), third, lineOf(9, 'x')],
        total: 3,
        next_cursor: null,
        withheld: [],
      },
      'no-store',
    ]);
    // They are no part of what the set does.
    expect(before.entity).toMatchObject({ counts: { items: 1 }, version: 1 });
    const first = await read(id, '?limit=2');
    expect([first.lines.map(({ line }) => line), first.next_cursor]).toEqual([[2, 3], '3']);
    expect((await read(id, `?limit=2&cursor=${first.next_cursor}`)).lines).toEqual([lineOf(9, 'x')]);
  });

  it('may be sent again: a line is kept once, as it was sent last', async () => {
    const id = await sets().draft([]);
    for (const text of ['1', '1', '2']) await keep(id, [lineOf(2, 'x', text), lineOf(2, 'x', text)]);
    expect(await read(id)).toMatchObject({ total: 1, lines: [lineOf(2, 'x', '2')] });
  });

  it('belong to a draft, of one resource that sets change and the caller may change', async () => {
    const id = await sets().draft([]);
    expect((await read(id)).resource).toBeNull();
    const wrong = async (json: Json) => {
      const { status, pointers } = await on.send('POST', address(id), { json });
      return [status, pointers];
    };
    const body = { resource: 'plu', header, lines: [lineOf(2, 'x')] };
    expect(await wrong({ ...body, resource: 'sales' })).toEqual([422, ['/resource']]);
    expect(await wrong({ ...body, resource: 'toString' })).toEqual([422, ['/resource']]);
    expect(await wrong({ ...body, lines: [lineOf(0, 'x'), lineOf(2, 'x')] })).toEqual([
      422,
      ['/lines/0/line'],
    ]);
    expect(await wrong({ ...body, lines: [{ line: 2, cells: ['x'], problems: [] }] })).toEqual([
      422,
      ['/lines/0/problems'],
    ]);
    expect(await wrong({ ...body, lines: [lineOf(2, 'a\u0000b')] })).toEqual([422, ['/lines/0/cells/0']]);
    expect(await wrong({ ...body, more: 1 })).toEqual([422, ['/more']]);
    const manager = await on.service.as('helsinki', 'manager');
    const forbidden = await manager('POST', address(id), { json: { ...body, resource: 'account' } });
    expect([forbidden.status, forbidden.pointers]).toEqual([422, ['/resource']]);
    expect((await read(id)).total).toBe(0);
    await keep(id, [lineOf(2, 'x')]);
    expect((await keep(id, [lineOf(2, 'y')], 'customer')).pointers).toEqual(['/resource']);
    expect((await read(id)).lines).toEqual([lineOf(2, 'x')]);
    await sets().move(id, 'discard');
    expect((await keep(id, [lineOf(3, 'x')])).problem.code).toBe('changeset_state');
    expect((await read(id)).total).toBe(1);
    expect((await on.send('GET', `${address(id)}?page=1`)).pointers).toEqual(['?page']);
    expect((await on.send('GET', `${address(id)}?limit=0`)).pointers).toEqual(['?limit']);
  });

  it('have limits that an error names: of a line, of a request and of a set', async () => {
    const id = await sets().draft([]);
    const large = await keep(id, [lineOf(2, 'x'.repeat(refusedLimits.lineBytes))]);
    expect([large.status, large.pointers]).toEqual([422, ['/lines/0']]);
    const head = await keep(id, [], 'plu', ['x'.repeat(refusedLimits.lineBytes)]);
    expect([head.status, head.pointers]).toEqual([422, ['/header']]);
    const many = (count: number, from: number, text = 'x') =>
      Array.from({ length: count }, (_, n) => lineOf(from + n, text));
    expect((await keep(id, many(refusedLimits.atOnce + 1, 2))).pointers).toEqual(['/lines']);
    const ofText = 'ä'.repeat(45_000);
    for (let n = 0; n < 5; n += 1) expect((await keep(id, many(10, 2 + 10 * n, ofText))).status).toBe(200);
    const more = await keep(id, many(10, 60, ofText));
    expect([more.status, more.problem.code, more.problem.detail]).toEqual([
      409,
      'changeset_state',
      'A change set keeps at most 10000 refused lines, of 5000000 bytes',
    ]);
    expect((await read(id)).total).toBe(50);
    const other = await sets().draft([]);
    for (let n = 0; n < 10; n += 1) await keep(other, many(1000, 2 + 1000 * n));
    expect((await keep(other, [lineOf(20_000, 'x')])).status).toBe(409);
    expect((await keep(other, [lineOf(2, 'y')])).json).toEqual({ lines: refusedLimits.lines });
  });

  it('of a resource that the caller may not read are withheld, and emptying the set needs the right to it', async () => {
    const id = await sets().draft([]);
    await on.send('POST', address(id), {
      json: { resource: 'reportmail', header: ['Number'], lines: [lineOf(2, 'secret mail')] },
    });
    const manager = await on.service.as('helsinki', 'manager');
    const seen = await manager('GET', address(id));
    expect(seen.text).not.toContain('secret mail');
    expect(seen.json).toMatchObject({
      resource: null,
      header: [],
      lines: [],
      total: 0,
      withheld: [{ resource: 'reportmail', lines: 1 }],
    });
    expect((await manager('POST', `/api/secure/changeset/${id}/empty`)).problem.code).toBe(
      'changeset_rights',
    );
    expect((await read(id)).total).toBe(1);
    for (const role of ['accountant', 'terminal'] as const)
      expect((await (await on.service.as('helsinki', role))('GET', address(id))).status).toBe(403);
    for (const company of ['other', 'group', 'tampere'] as const)
      expect((await (await on.service.as(company))('GET', address(id))).status).toBe(404);
  });

  it('go for good when the set is emptied, as a draft or discarded', async () => {
    const planted = `planted-${crypto.randomUUID()}`;
    for (const isDiscarded of [false, true]) {
      const id = await sets().draft([]);
      await keep(id, [lineOf(2, planted)]);
      if (isDiscarded) await sets().move(id, 'discard');
      await sets().move(id, 'empty');
      expect([await occurrences(planted), (await read(id)).total]).toEqual([0, 0]);
    }
  });

  it('of customers say nothing any more once a customer is erased; those of products stay', async () => {
    const planted = `planted-${crypto.randomUUID()}`;
    const { id } = (await on.send('POST', '/api/secure/customer', { json: { name: planted } })).entity;
    const set = await sets().draft([]);
    const two = { column: 0, code: 'finds_two', names: [planted, 'B'] };
    const lines = [{ line: 2, cells: [planted, 'x'], problems: [two] }];
    await keep(set, lines, 'customer', [planted]);
    const ofProducts = await sets().draft([]);
    await keep(ofProducts, [lineOf(2, planted)]);
    await on.send('POST', `/api/secure/customer/${id}/erase`);
    expect(await read(set)).toMatchObject({
      header: [],
      lines: [{ line: 2, cells: [], problems: [{ column: 0, code: 'finds_two' }] }],
      total: 1,
    });
    expect(await occurrences(planted)).toBe(1);
    expect((await read(ofProducts)).lines).toEqual([lineOf(2, planted)]);
  });
});
