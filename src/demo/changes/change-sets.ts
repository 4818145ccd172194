import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { rankOf } from '@/server/changes/collectable';
import { inScope, type Database } from '@/server/db/db';
import { upsertMany } from '@/server/write/store';
import { tables } from '@/resources/tables';
import { isNewest, type DemoRound } from './rounds';
import { addDays, weekdayOf } from '@/record/calendar';
import { localDate } from '../days/calendar';
import { centsText, roundShopPrice } from '../money';
import { uuidAt } from '../seed';
import type { DemoCompany, DemoRecord } from '../shape';

/** A change of a price that a set of the demo holds. */
interface Price {
  readonly id: string;
  readonly old_price: string;
  readonly base_price: string;
}

interface Making {
  readonly db: Database;
  /** Who makes the set, in the company that it belongs to. */
  readonly author: Caller;
  readonly at: Date;
  readonly key: string;
  readonly name: string;
  readonly origin: 'grid' | 'import' | 'prices';
  readonly prices: readonly Price[];
  readonly more?: Readonly<Record<string, unknown>>;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly state: 'open' | 'ready' | 'applied';
}

/**
 * Stores a round of price changes as a change set that was applied: the set, then the products with events that name
 * it. A load that was cut off is run again with the same result.
 */
export async function applyRound(
  db: Database,
  author: Caller,
  round: DemoRound,
  name: string,
): Promise<void> {
  const at = round.at.toISOString();
  const file = { name: 'uudenmaan-hedelma-viikko.csv', lines: round.prices.length };
  const id = await makeSet({
    db,
    author,
    at: round.at,
    key: 'applied',
    name,
    origin: 'import',
    prices: round.prices,
    more: { data: { file } },
    columns: {
      status: 'applied',
      previewed_at: at,
      applied_at: at,
      applied_by: author.keyName,
      applied_user: author.userId,
    },
    state: 'applied',
  });
  const value = round.prices.map((price) => ({ id: price.id, base_price: price.base_price }));
  const requestId = 'demo';
  const authors = value.map((_, n) => ({ caller: author, requestId, changeset: { id, n: n + 1 } }));
  await upsertMany(
    { db, tables, table: tables.plu, caller: author, requestId, clock: at, givesIds: true, authors },
    { text: JSON.stringify(value), value },
    value,
  );
}

/** Milliseconds before now at which the sets that are still open were made: before the newest single changes. */
const made = 20 * 3_600_000;

/** Stores the sets that are still open: a draft, and one that is scheduled from the next Monday on. */
export async function makeOpenSets(
  db: Database,
  author: Caller,
  companies: readonly DemoCompany[],
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() - made);
  const own = companies.find(({ id }) => id === author.companyId)?.records.plu ?? [];
  const departments = companies.flatMap(({ records }) => records.dpt);
  const of = (department: string, percent: number, most: number): Price[] => {
    const ids = new Set(departments.filter(({ name }) => name === department).map(({ id }) => id));
    return own
      .filter((plu) => plu.active && ids.has(String(plu['dpt_id'])) && !isNewest(plu))
      .slice(0, most)
      .map((plu) => raised(plu, percent))
      .filter(({ old_price, base_price }) => old_price !== base_price);
  };
  const common = { db, author, at, origin: 'prices' } as const;
  await makeSet({
    ...common,
    key: 'draft',
    name: 'Lunch of the new year',
    prices: of('Lunch', 4, 40),
    more: { data: { formula: '+4 %, to 0.10' } },
    columns: {},
    state: 'open',
  });
  const today = localDate(now);
  const monday = addDays(today, 8 - weekdayOf(today));
  // A demo that begins at another time than now makes a draft: what is due would be applied at once.
  const isAhead = Date.parse(`${monday}T00:00:00Z`) > Date.now();
  const due = sql`${`${monday}T06:00`}::timestamp at time zone 'Europe/Helsinki'`;
  await makeSet({
    ...common,
    key: 'scheduled',
    name: 'Bakery + 5 %',
    prices: of('Bakery', 5, 60),
    more: { apply_at: `${monday}T06:00`, data: { formula: '+5 %, to 0.10' } },
    columns: {
      previewed_at: at.toISOString(),
      ...(isAhead && {
        status: 'scheduled',
        due_at: due,
        applied_by: author.keyName,
        applied_user: author.userId,
      }),
    },
    state: 'ready',
  });
}

function raised(plu: DemoRecord, percent: number): Price {
  const price = String(plu['base_price']);
  const cents = Math.round((Number(price.replace('.', '')) * (100 + percent)) / 100);
  return { id: plu.id, old_price: price, base_price: centsText(roundShopPrice(cents, 'café')) };
}

/** Stores a set and its items, which are there already if the load was cut off before. */
async function makeSet(making: Making): Promise<string> {
  const { db, author, at, key, name, origin, prices, more, columns, state } = making;
  const id = uuidAt(at.getTime(), `change set ${key}`);
  const isThere = await inScope(db, author, 'read only', (tx) =>
    tx.rows(sql`select from changeset where tenant_id = ${author.tenantId} and id = ${id}`),
  );
  const value = [{ id, name, origin, ...more }];
  if (isThere.length === 0)
    await upsertMany(
      {
        db,
        tables,
        table: tables.changeset,
        caller: author,
        requestId: 'demo',
        clock: at.toISOString(),
        givesIds: true,
      },
      { text: JSON.stringify(value), value },
      value,
    );
  const count = prices.length;
  const items = prices.map((price, n) => ({ ...price, n: n + 1 }));
  const counts = { items: count, cells: count, last: count, [state]: count };
  const set = sql.join(
    Object.entries({ ...columns, counts: sql`${JSON.stringify(counts)}::jsonb` }).map(
      ([column, to]) => sql`${sql.ref(column)} = ${to}`,
    ),
  );
  await inScope(db, author, 'read write', async (tx) => {
    await tx.rows(sql`
      insert into changeset_item (tenant_id, company_id, changeset_id, n, rank, resource, record_id, is_new, line, version,
        patch, paths, base, state, made_version)
      select ${author.tenantId}, ${author.companyId}, ${id}, g.n, ${rankOf(tables, tables.plu.resource)}, 'plu', g.id, false,
        ${origin === 'import' ? sql`g.n + 1` : null}, t.version, jsonb_build_object('base_price', g.base_price),
        '[["base_price"]]', jsonb_build_array(jsonb_build_array(t.base_price::text)), ${state},
        ${state === 'applied' ? sql`t.version + 1` : null}
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) g(n int, id uuid, base_price text)
      join plu t on t.tenant_id = ${author.tenantId} and t.company_id = ${author.companyId} and t.id = g.id
      on conflict do nothing`);
    await tx.rows(
      sql`update changeset set ${set} where tenant_id = ${author.tenantId} and id = ${id} and counts = '{}'`,
    );
  });
  return id;
}
