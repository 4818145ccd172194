import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { inScope, trusted, type Database, type Tx } from '@/server/db/db';
import { columnType, recordJsonb, wireTime } from '@/server/db/table';
import { sealDays } from '@/days/seal/seal.server';
import { tables } from '@/resources/tables';
import { scaledText, signedText } from '../money';
import type { DemoDay } from './demo-days';

/** Names of registers by id: the register opens, posts and closes. */
type Tills = Readonly<Record<string, string>>;

/** Receipts of a transaction, at least: between two of them others write, and the progress is seen. */
const batch = 600;
/** The time between printing a receipt and its arrival at the service. */
const underway = `interval '2 seconds'`;

/** How a long load is followed and stopped. */
export interface LoadOptions {
  /** Called after each transaction with the number of days that are stored, of this load and of earlier ones. */
  readonly onProgress?: (done: number) => void;
  /** Ends the load after the transaction that is under way. */
  readonly signal?: AbortSignal;
}

/**
 * Inserts business days and their receipts as the service would have stored them, had each till posted its own in time
 * (load.test.ts compares): rows, events, counts, seals, and the totals of days and products. Some days are one
 * transaction, in the order of `days`; days that exist are left out, so that a load that was cut off can go on. Posting
 * 40,000 receipts would take half a minute; this skips the checks of the store, but not row-level security and foreign
 * keys.
 */
export async function loadDays(
  db: Database,
  caller: Caller,
  days: Iterable<DemoDay>,
  tills: Tills,
  { onProgress, signal }: LoadOptions = {},
): Promise<void> {
  const existing = await existingDays(db, caller);
  let done = existing.size;
  onProgress?.(done);
  // The next batch is made while the database stores the previous one.
  let before: Promise<unknown> = Promise.resolve();
  for (const part of batches(days, existing)) {
    await before;
    if (signal?.aborted) return;
    before = store(part);
    // It is awaited below; until then, an error must not count as an unhandled rejection, which ends the process.
    before.catch(() => undefined);
    await afterSending();
  }
  await before;

  async function store(part: readonly DemoDay[]): Promise<void> {
    await inScope(db, caller, 'read write', async (tx) => {
      await insert(tx, caller, part, tills);
      const sold = new Map<string, SoldInMonth>();
      for (const day of part) sumUp(sold, day);
      await addMonthSales(tx, caller, [...sold.values()]);
    });
    done += part.length;
    onProgress?.(done);
  }
}

/** Lets the statement be sent to the database before this thread is busy again. */
const afterSending = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Returns the ids of a company's business days. */
async function existingDays(db: Database, caller: Caller): Promise<Set<string>> {
  const rows = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ id: string }>`select id from businessday
      where tenant_id = ${caller.tenantId} and company_id = ${caller.companyId}`),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the number of a company's business days. */
export const countDays = async (db: Database, caller: Caller): Promise<number> =>
  (await existingDays(db, caller)).size;

/** Groups days into transactions; each day is made even if it exists, because the next one begins where it ends. */
function* batches(days: Iterable<DemoDay>, existing: ReadonlySet<string>): Generator<DemoDay[]> {
  let part: DemoDay[] = [];
  for (const day of days) {
    if (existing.has(day.id)) continue;
    part.push(day);
    if (part.reduce((sum, { receipts }) => sum + receipts.length, 0) < batch) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

async function insert(tx: Tx, caller: Caller, days: readonly DemoDay[], tills: Tills): Promise<void> {
  await insertDays(tx, caller, days, tills);
  await insertReceipts(tx, caller, days, tills);
  await insertTotals(tx, caller, days);
  await closeDays(tx, caller, days, tills);
}

/** Updates the days to their final state after their receipts are inserted, and seals them in the order of closing. */
async function closeDays(tx: Tx, caller: Caller, days: readonly DemoDay[], tills: Tills): Promise<void> {
  const closed = days.flatMap((day) => (day.closed ? [{ ...day, closed: day.closed }] : []));
  const states = closed.map(({ id, exported }) => ({ id, status: exported ? 'exported' : 'closed' }));
  await tx.rows(sql`
    update businessday d set status = s.status
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) s(id uuid, status text)
    where d.tenant_id = ${caller.tenantId} and d.id = s.id`);
  await sealDays(
    tx,
    caller,
    closed
      .toSorted((a, b) => (a.closed.at < b.closed.at ? -1 : 1))
      .map((day) => ({ id: day.id, reason: 'close', at: day.closed.at, by: tillOf(day, tills) ?? '' })),
  );
}

/** Returns the register that opens and closes a day. */
const tillOf = (day: DemoDay, tills: Tills): string | null =>
  tills[day.opened.body.data.z_reports[0]?.pos_id ?? ''] ?? null;

/**
 * Inserts the days in their final state, except that they are open for their receipts, with an event for each step:
 * opened, closed, exported.
 */
async function insertDays(tx: Tx, caller: Caller, days: readonly DemoDay[], tills: Tills): Promise<void> {
  const table = tables.businessday;
  const columns = ['name', ...Object.keys(table.columns)];
  await tx.rows(sql`
    with t as (
      select ${caller.tenantId}::uuid as tenant_id, ${caller.companyId}::uuid as company_id, true as active,
        ${fields(table, columns, 's.fields')}, s.id, s.version, s.created_at, s.at as modified_at,
        ${stamped(sql`s.data`, 's.at')} as data, s.action, s.who, s.payload,
        s.version = max(s.version) over (partition by s.id) as stands
      from jsonb_to_recordset(${JSON.stringify(days.flatMap((day) => stepsOf(day, tills)))}::jsonb)
        s(id uuid, version integer, created_at timestamptz(3), at timestamptz(3), fields jsonb, data jsonb,
          action text, who text, payload jsonb)
    ),
    written as (
      insert into businessday (tenant_id, company_id, id, version, active, ${trusted(columns.join(', '))}, data,
        created_at, modified_at)
      select tenant_id, company_id, id, version, active,
        ${trusted(columns.map((name) => (name === 'status' ? `'open'` : name)).join(', '))}, data, created_at, modified_at
      from t where stands order by created_at
    ),
    logged as (select t.*, ${trusted(recordJsonb(table))} as after from t)
    insert into event (tenant_id, company_id, at, action, entity, entity_id, who, request_id, payload, before, after)
    select tenant_id, company_id, modified_at, action, 'businessday', id, who, 'demo', payload,
      lag(after) over (partition by id order by version), after
    from logged order by modified_at`);
  const last = days.map(({ opened, closed, exported }) => (exported ?? closed ?? opened).at);
  await countIn(tx, caller, 'businessday', days.length, latest(last));
}

/** Returns the steps of a day in order, each with the request's body and the state of the day after it. */
function stepsOf(day: DemoDay, tills: Tills) {
  const { id, opened, closed, exported } = day;
  const till = tillOf(day, tills);
  const steps: Step[] = [
    { ...opened, who: till },
    ...(closed ? [{ ...closed, who: till }] : []),
    ...(exported ? [{ ...exported, who: 'Bookkeeping' }] : []),
  ];
  let [fields, data] = [{ name: '', status: 'open' }, {}];
  return steps.map(({ at, who, body }, step) => {
    const { data: changed, ...sent } = body;
    fields = { ...fields, ...sent };
    data = { ...data, ...changed };
    const action = step === 0 ? 'create' : 'update';
    return { id, version: step + 1, created_at: opened.at, at, fields, data, action, who, payload: body };
  });
}

interface Step {
  at: string;
  who: string | null;
  body: { data: object };
}

async function insertReceipts(tx: Tx, caller: Caller, days: readonly DemoDay[], tills: Tills): Promise<void> {
  const table = tables.sales;
  const columns = Object.keys(table.columns);
  const receipts = days
    .flatMap((day) => day.receipts)
    .toSorted((a, b) => (a.completed_at < b.completed_at ? -1 : 1));
  await tx.rows(sql`
    with r as materialized (
      select p.payload, (p.payload->>'completed_at')::timestamptz(3) + ${trusted(underway)} as at
      from jsonb_array_elements(${JSON.stringify(receipts)}::jsonb) p(payload)
    ),
    written as (
      insert into sales (tenant_id, company_id, id, active, name, ${trusted(columns.join(', '))}, data, created_at, modified_at)
      select ${caller.tenantId}::uuid, ${caller.companyId}::uuid, (r.payload->>'id')::uuid, true, '',
        ${fields(table, columns, 'r.payload')}, ${stamped(sql`r.payload->'data'`, 'r.at')}, r.at, r.at
      from r order by r.at
    )
    insert into event (tenant_id, company_id, at, action, entity, entity_id, who, request_id, payload)
    select ${caller.tenantId}::uuid, ${caller.companyId}::uuid, r.at, 'create', 'sales', (r.payload->>'id')::uuid,
      ${JSON.stringify(tills)}::jsonb->>(r.payload->>'pos_id'), 'demo', r.payload
    from r order by r.at`);
  const last = latest(receipts.map((receipt) => receipt.completed_at));
  await countIn(tx, caller, 'sales', receipts.length, sql`${last} + ${trusted(underway)}`);
}

/** Returns columns of a table from the JSON object `from`; missing ones are null. */
const fields = (table: Parameters<typeof columnType>[0], columns: readonly string[], from: string) =>
  trusted(columns.map((name) => `(${from}->>'${name}')::${columnType(table, name)} as ${name}`).join(', '));

/** Sets the time of writing in `data`, as the store does. */
const stamped = (data: RawBuilder<unknown>, at: string) =>
  sql`${data} || jsonb_build_object('modified_at', ${trusted(wireTime(at))})`;

const latest = (times: readonly string[]) =>
  sql`${times.reduce((a, b) => (a > b ? a : b), '')}::timestamptz(3)`;

/** Updates the revision of a resource, and the counts for `X-Total-Count`. */
async function countIn(
  tx: Tx,
  { tenantId, companyId }: Caller,
  resource: 'businessday' | 'sales',
  created: number,
  at: RawBuilder<unknown>,
): Promise<void> {
  await tx.rows(sql`
    insert into revision as r (tenant_id, resource, revision, at, counts)
    values (${tenantId}, ${resource}, 1, ${at}, counts_plus('{}', ${companyId}, ${created}, 0))
    on conflict (tenant_id, resource) do update set revision = r.revision + 1, at = greatest(r.at, excluded.at),
      counts = counts_plus(r.counts, ${companyId}, ${created}, 0)`);
}

/** Inserts the totals of each register's receipts (receipts/server/rules.server.ts maintains the same). */
async function insertTotals(tx: Tx, caller: Caller, days: readonly DemoDay[]): Promise<void> {
  const totals = days.flatMap((day) =>
    day.totals.map(({ pos_id, count, gross, cash }) => ({
      businessday_id: day.id,
      pos_id,
      count,
      gross: signedText(gross),
      cash: signedText(cash),
    })),
  );
  await tx.rows(sql`
    insert into businessday_totals (tenant_id, company_id, businessday_id, pos_id, count, gross, cash)
    select ${caller.tenantId}, ${caller.companyId}, k.*
    from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb)
      k(businessday_id uuid, pos_id uuid, count bigint, gross numeric, cash numeric)`);
}

/** The sales of a product in a month: quantity in thousandths, total in cents. */
interface SoldInMonth {
  readonly plu_id: string;
  readonly month: string;
  readonly weighed: boolean;
  qty: number;
  total: number;
}

function sumUp(sold: Map<string, SoldInMonth>, day: DemoDay): void {
  const month = `${day.date.slice(0, 7)}-01`;
  for (const [plu_id, { qty, total, weighed }] of day.sold) {
    const sum = sold.get(`${plu_id} ${month}`) ?? { plu_id, month, weighed, qty: 0, total: 0 };
    sold.set(`${plu_id} ${month}`, sum);
    sum.qty += qty;
    sum.total += total;
  }
}

async function addMonthSales(tx: Tx, caller: Caller, sold: readonly SoldInMonth[]): Promise<void> {
  const rows = sold.map(({ plu_id, month, weighed, qty, total }) => ({
    plu_id,
    month,
    qty: `${qty < 0 ? '-' : ''}${weighed ? scaledText(Math.abs(qty), 3) : String(Math.abs(qty) / 1000)}`,
    total: signedText(total),
  }));
  await tx.rows(sql`
    insert into plu_month_sales as k (tenant_id, company_id, currency, plu_id, month, qty, total)
    select ${caller.tenantId}, ${caller.companyId}, 'EUR', s.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) s(plu_id uuid, month date, qty numeric, total numeric)
    on conflict (tenant_id, company_id, plu_id, month, currency) do update set
      qty = k.qty + excluded.qty, total = k.total + excluded.total`);
}
