import { sql } from 'kysely';
import { hashKey, type Caller } from '@/server/auth/caller';
import { createCompanyWithKeys, newSecret, serviceCaller } from '@/server/ops/companies';
import { inScope, type Database } from '@/server/db/db';
import { upsertMany } from '@/server/write/store';
import { tables } from '@/resources/tables';
import { applyRound, makeOpenSets } from './changes/change-sets';
import { demoRounds } from './changes/rounds';
import { demoCompany } from './demo';
import { demoMember } from './people';
import { addDays } from '@/record/calendar';
import { localDate } from './days/calendar';
import { firstCompleteDate, daysEach, demoDays, demoFaults } from './days/demo-days';
import { countDays, loadDays, type LoadOptions } from './days/load';
import { askQuestions } from './days/questions';
import { salesBefore } from './sales';
import { demoResources, type DemoCompany, type DemoMonthSale, type DemoResource } from './shape';
import { shops } from './words';

/** A person of the demo, with the key for the one-click sign-in. */
export interface SignIn {
  readonly role: 'admin' | 'manager' | 'accountant';
  readonly name: string;
  readonly key: string;
}

const people = [
  { id: '00000000-0000-7000-8000-00000000000a', role: 'admin', name: 'Helmi Korhonen' },
  { id: '00000000-0000-7000-8000-00000000000b', role: 'manager', name: 'Aino Lehtonen' },
  { id: '00000000-0000-7000-8000-00000000000c', role: 'accountant', name: 'Petri Salmela' },
] as const;

const [group, helsinki] = demoCompany({ today: '2026-01-01' });

/** The id of the demo's root company. */
export const demoRoot = group?.id ?? '';

/** The company in which the demo's people work: Helsinki, the one in the pictures. */
const shownCompany = serviceCaller([helsinki?.id ?? '', demoRoot], 'fi-FI');

const batch = 500;

/**
 * Loads the demo company through the same store as every request, with its events: the records at the times in their
 * ids, then the price changes since. The business days come after it (`loadDemoDays`). Returns the root company's caller.
 *
 * A load that was cut off is run again with the same `now`, and gives the same result, events included: what exists
 * already stays as it is. Each step is one transaction.
 */
export async function loadDemo(db: Database, now = new Date(), days = daysEach): Promise<Caller> {
  const companies = demoCompany({ today: now.toISOString().slice(0, 10) });
  // Today has not begun: yesterday's business day is still open, to be counted and closed.
  const yesterday = addDays(localDate(now), -1);
  const rounds = demoRounds(companies, now);
  const old = new Map(rounds.flatMap((round) => round.prices.map(({ id, old_price }) => [id, old_price])));
  const callers = new Map<string | null, Caller>();
  for (const company of companies) {
    const caller = await ensureCompany(db, company, callers.get(company.parent_id) ?? null);
    callers.set(company.id, caller);
    for (const resource of demoResources) {
      const records = company.records[resource].map((record) => {
        const oldPrice = old.get(record.id);
        return oldPrice === undefined ? record : { ...record, base_price: oldPrice };
      });
      for (let start = 0; start < records.length; start += batch) {
        const part = records.slice(start, start + batch);
        const existing = await existingIds(db, resource, caller, part);
        const value = part.filter(({ id }) => !existing.has(id));
        if (value.length > 0) await put(db, resource, caller, timeOfId(value[0]?.id ?? ''), value);
      }
    }
    if (company.id !== helsinki?.id) await loadMonthSales(db, caller, company.monthSales);
    // Days that were loaded by an earlier start have added to these sums.
    else if ((await countDays(db, caller)) === 0)
      await loadMonthSales(db, caller, salesBefore(company.monthSales, firstCompleteDate(yesterday, days)));
  }
  // Without statistics, PostgreSQL plans queries on the new rows badly.
  await sql`analyze`.execute(db);
  for (const round of rounds) {
    const { company, at, who, prices } = round;
    const caller = callers.get(company);
    const value = prices.map(({ id, base_price }) => ({ id, base_price }));
    if (!caller || (await isApplied(db, caller, value[0]?.id ?? ''))) continue;
    const name = companies.find(({ id }) => id === company)?.name ?? '';
    const userId = demoMember(name, who);
    const keyId = userId === null ? await findKeyByName(db, caller, who) : null;
    const author = { ...caller, keyName: who, userId, keyId };
    if (round.set === undefined) await put(db, 'plu', author, at.toISOString(), value);
    else await applyRound(db, author, round, round.set);
  }
  const shown = callers.get(helsinki?.id ?? '');
  const aino = { keyName: 'Aino Lehtonen', userId: demoMember('Rantakulma Helsinki', 'Aino Lehtonen') };
  if (shown) await makeOpenSets(db, { ...shown, ...aino }, companies, now);
  const root = callers.get(demoRoot);
  if (!root) throw new Error('The demo has no root company');
  return root;
}

/**
 * Loads the business days of the demo until the day before `now`, the oldest first, `days` for each shop, with their
 * receipts (days/load.ts). A load that was cut off goes on where it ended.
 */
export async function loadDemoDays(
  db: Database,
  now: Date,
  days = daysEach,
  {
    onProgress,
    signal,
  }: Omit<LoadOptions, 'onProgress'> & { onProgress?: (progress: DemoProgress) => void } = {},
): Promise<void> {
  const companies = demoCompany({ today: now.toISOString().slice(0, 10) });
  const shown = companies.find(({ id }) => id === helsinki?.id);
  if (!shown) throw new Error('The demo has no company with business days');
  const total = demoDayCount(days);
  await loadDays(db, shownCompany, demoDays(companies, addDays(localDate(now), -1), days), tillNames(shown), {
    onProgress: (done) => onProgress?.({ done: Math.min(done, total), total }),
    ...(signal && { signal }),
  });
  if (signal?.aborted) return;
  await sql`analyze`.execute(db);
  await askQuestions(db, shownCompany, demoFaults(addDays(localDate(now), -1), days), now);
}

/** Returns the number of business days of the whole demo. */
export const demoDayCount = (days = daysEach): number => shops.length * days;

/** Returns how many of the demo's business days are stored, `days` for each shop. */
export async function demoProgress(db: Database, days = daysEach): Promise<DemoProgress> {
  const total = demoDayCount(days);
  return { done: Math.min(await countDays(db, shownCompany), total), total };
}

/** How many of the demo's business days are stored. */
export interface DemoProgress {
  readonly done: number;
  readonly total: number;
}

const put = (
  db: Database,
  resource: DemoResource,
  caller: Caller,
  clock: string,
  value: readonly unknown[],
) =>
  upsertMany(
    { db, tables, table: tables[resource], caller, requestId: 'demo', clock, givesIds: true },
    { text: JSON.stringify(value), value },
    value,
  );

/** Returns the ids of the records that exist already, each with its event. */
async function existingIds(
  db: Database,
  resource: DemoResource,
  caller: Caller,
  records: readonly { readonly id: string }[],
): Promise<Set<string>> {
  const ids = records.map(({ id }) => id);
  const rows = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ id: string }>`select id from ${sql.table(resource)}
      where tenant_id = ${caller.tenantId} and company_id = ${caller.companyId} and id = any(${ids}::uuid[])`),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Tells whether the price changes that include this product were made: each product is in one round, which is one
 * transaction.
 */
async function isApplied(db: Database, caller: Caller, product: string): Promise<boolean> {
  const rows = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql`select from event where tenant_id = ${caller.tenantId} and entity = 'plu'
      and entity_id = ${product} and action = 'update' and request_id = 'demo'`),
  );
  return rows.length > 0;
}

/** Returns the id of a company's key with this name, which marks the changes of an integration. */
async function findKeyByName(db: Database, caller: Caller, name: string): Promise<string | null> {
  const [key] = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ id: string }>`select id from apikey where tenant_id = ${caller.tenantId}
      and company_id = ${caller.companyId} and name = ${name}`),
  );
  return key?.id ?? null;
}

/** Returns the time of a UUIDv7. */
const timeOfId = (id: string): string =>
  new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString();

async function ensureCompany(db: Database, company: DemoCompany, parent: Caller | null): Promise<Caller> {
  const { rows } = await sql<{
    stands: boolean;
  }>`select company_stands(${company.id}::uuid) as stands`.execute(db);
  // Keys of tills and integrations, to be seen in the list; nobody knows their secrets.
  return rows[0]?.stands
    ? serviceCaller([company.id, ...(parent?.lineage ?? [])], company.data.locale)
    : (await createCompanyWithKeys(db, company, parent, company.keys)).caller;
}

async function loadMonthSales(db: Database, caller: Caller, sales: readonly DemoMonthSale[]): Promise<void> {
  await inScope(db, caller, 'read write', (tx) =>
    tx.rows(sql`
      with s as (
        select * from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
          s(plu_id uuid, date date, qty numeric, total numeric)
      ), brought as (
        insert into plu_month_brought (tenant_id, company_id, currency, plu_id, month, qty, total)
        select ${caller.tenantId}, ${caller.companyId}, 'EUR', s.plu_id, s.date, s.qty, s.total from s
        on conflict (tenant_id, company_id, plu_id, month, currency) do update set qty = excluded.qty, total = excluded.total
      )
      insert into plu_month_sales (tenant_id, company_id, currency, plu_id, month, qty, total)
      select ${caller.tenantId}, ${caller.companyId}, 'EUR', s.plu_id, s.date, s.qty, s.total from s
      on conflict (tenant_id, company_id, plu_id, month, currency) do update set qty = excluded.qty, total = excluded.total`),
  );
}

/** Creates new keys for the demo's people at each start; those of the last start stop working. */
export async function renewSignIns(db: Database): Promise<SignIn[]> {
  const signIns: SignIn[] = [];
  for (const { id, role, name } of people) {
    const { key, prefix } = newSecret();
    await inScope(db, shownCompany, 'read write', (tx) =>
      tx.rows(sql`
        insert into apikey (tenant_id, company_id, id, name, role, prefix, hash)
        values (${shownCompany.tenantId}, ${shownCompany.companyId}, ${id}, ${name}, ${role}, ${prefix}, ${hashKey(key)})
        on conflict (tenant_id, id) do update set hash = excluded.hash, prefix = excluded.prefix`),
    );
    signIns.push({ role, name, key });
  }
  return signIns;
}

const tillNames = (company: DemoCompany) =>
  Object.fromEntries(company.records.pos.map((record) => [record.id, record.name]));
