import { array, assert, asyncProperty, constantFrom, oneof, sample, tuple } from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { codeForms } from '@/record/codes';
import { likePattern, wordsOf } from '@/server/read/list-sql';
import { stage } from '@/testing/api/start';
import { openShop } from '@/testing/shop';

const on = stage();
const path = '/api/secure/sales';

/** Few digits, so that numbers look alike: the parts of one are those of others in another order. */
const digits = (least: number, most: number) =>
  array(constantFrom('0', '0', '0', '1', '2'), { minLength: least, maxLength: most }).map((of) =>
    of.join(''),
  );
const number = tuple(constantFrom('', 'A-', 'Ä ', '12-'), digits(3, 11)).map((parts) => parts.join(''));

beforeAll(async () => {
  const shop = await openShop(on.send, on.samples);
  const day = await shop.openDay();
  const json = sample(tuple(number, number), { numRuns: 400, seed: 42 }).map(([one, other], n) =>
    shop.receipt(day, {
      receipt_num: one,
      name: n % 3 === 0 ? `Return of ${other}` : '',
      cashier: n % 5 === 0 ? { name: `Till ${other}` } : null,
      completed_at: new Date(Date.UTC(2026, 2, 1, 8, n % 7)).toISOString(),
    }),
  );
  expect((await on.send('POST', path, { json })).status).toBeLessThan(300);
});

/** Returns the receipts whose words are like a text, without any index: those with this number first, then in the order of the list. */
async function plain(q: string): Promise<string[]> {
  const typed = wordsOf(q);
  const phrase = likePattern(typed.join(' '));
  const words = typed.map(likePattern);
  const { rows } = await sql<{ id: string }>`
    select s.id from sales_search s join sales t using (tenant_id, id) where (s.words || '') like search_form(${phrase})
      or (s.words || '') like all (array(select search_form(w) from unnest(${words}::text[]) w))
    order by t.receipt_num = any (${codeForms(q)}::text[]) desc, s.seq`.execute(on.service.db);
  return rows.map(({ id }) => id);
}

const term = oneof(
  digits(1, 9),
  number,
  tuple(digits(2, 7), constantFrom(' ', '%', '_', '\\', '-', ' till ', ' of '), digits(2, 7)).map((p) =>
    p.join(''),
  ),
  constantFrom('till', '０００１２', 'return 00000', '00000 return', '1200000'),
);

it('a search finds the receipts that contain what was typed and no other, however alike the numbers are', async () => {
  let found = 0;
  await assert(
    asyncProperty(term, async (q) => {
      const expected = await plain(q);
      const { step } = await on.send('GET', `${path}?limit=1000&q=${encodeURIComponent(q)}`);
      expect(step.data.map(({ id }) => id)).toEqual(expected);
      found += expected.length;
    }),
    { numRuns: 150, seed: 7 },
  );
  expect(found).toBeGreaterThan(1000);
});

it('numbers are looked up by their parts: what only looks like one is not read', async () => {
  const plan = await on.service.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ line: string }>`
      explain select * from sales_search t where search_numbers(t.words) @> search_numbers('%0000042%')`.execute(
      tx,
    );
    return JSON.stringify(rows);
  });
  expect(plan).toContain('sales_search_numbers');
  const { rows } = await sql<{ parts: number[] }>`
    select search_numbers(' a-0000042 123456 1234 x') as parts`.execute(on.service.db);
  expect(rows[0]?.parts).toEqual([0, 4, 42, 12_345, 23_456]);
});
