import { zero } from '@/record/decimal';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { decimalOf } from '../../report/receipt';
import { fiscalYear, type Ledger } from '../ledger';
import { mostReceipts, organisationNumber, vatCodeOf, type SaftFacts } from '../saft/saft';
import type { SaftLocation, SaftRegister, SaftSource } from '../saft/source';
import { cashierId } from '../saft/transactions';
import { amount, groupId, shortId } from '../saft/xml';
import { noRegister, readReceipts } from './saft-receipts.server';

/** SQL: the objects of a list of a receipt's `data` as rows `e`; a value that is no list gives none. */
const listOf = (list: string) =>
  sql`jsonb_array_elements(case when jsonb_typeof(t.data->${list}) = 'array' then t.data->${list} else '[]' end) e(e)`;

const receiptsOf = (caller: Caller, days: readonly string[]) =>
  sql`sales t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.businessday_id = any(${days}::uuid[])`;

const from = (caller: Caller, days: readonly string[], list: string) =>
  sql`(select t.data from ${receiptsOf(caller, days)}) t cross join ${listOf(list)}`;

/**
 * Reads what decides whether a SAF-T file can be written: how many receipts, at which rates, and their codes. Rates are not looked
 * for in more receipts than a file may have.
 */
export async function saftFacts(tx: Tx, caller: Caller, days: readonly string[]): Promise<SaftFacts> {
  const [row] = await tx.rows(sql<{ receipts: number; rates: string[]; codes: Record<string, string> }>`
    with n as materialized (select count(*) as receipts from ${receiptsOf(caller, days)})
    select n.receipts,
      case when n.receipts <= ${mostReceipts} then coalesce((select array_agg(rate order by rate::numeric) from (
        select distinct trim_scale(rate)::text as rate from (
          select report_decimal(e->'rate') as rate from ${from(caller, days, 'taxes')}
        ) all_rates where rate >= 0
      ) rates), '{}') else '{}' end as rates,
      coalesce((select json_object_agg(rate, code) from (
        select distinct on (trim_scale(a.tax_rate)) trim_scale(a.tax_rate)::text as rate, a.data->>'vat_code' as code
        from account a
        where a.tenant_id = ${caller.tenantId} and a.company_id = ${caller.companyId} and a.active
          and a.use in ('vat', 'revenue') and a.tax_rate is not null and a.data->>'vat_code' ~ '^[0-9]{1,2}$'
        order by trim_scale(a.tax_rate), a.use <> 'vat', a.seq
      ) codes), '{}') as codes
    from n`);
  return {
    receipts: row?.receipts ?? 0,
    rates: row?.rates ?? [],
    codes: new Map(Object.entries(row?.codes ?? {})),
  };
}

const text = () => z.string().nullable().catch(null);
const groups = z.array(z.object({ dpt_id: text(), dpt_name: text() }));
const articles = z.array(z.object({ plu_id: z.string(), name: text(), dpt_id: text(), dpt_name: text() }));

/** Reads everything of a SAF-T file but its receipts. The transaction has to stay open until the file is written. */
export async function readSaft(tx: Tx, caller: Caller, ledger: Ledger): Promise<SaftSource> {
  const days = ledger.vouchers.flatMap((voucher) => voucher.days.map(({ id }) => id));
  const facts = await saftFacts(tx, caller, days);
  const [lists] = await tx.rows(sql<Record<string, unknown>>`
    select
      coalesce((select json_agg(distinct jsonb_build_object('id', coalesce(t.cashier->>'id', ''), 'name',
        coalesce(t.cashier->>'name', t.cashier->>'id', ''))) from ${receiptsOf(caller, days)} and t.cashier is not null), '[]') as cashiers,
      coalesce((select json_agg(distinct jsonb_build_object('dpt_id', lower(e->>'dpt_id'), 'dpt_name', e->>'dpt_name'))
        from ${from(caller, days, 'lines')}), '[]') as groups,
      coalesce((select json_agg(x) from (select distinct on (lower(e->>'plu_id')) lower(e->>'plu_id') as plu_id, e->>'name' as name,
          lower(e->>'dpt_id') as dpt_id, e->>'dpt_name' as dpt_name
        from ${from(caller, days, 'lines')} where e->>'plu_id' <> ''
        order by lower(e->>'plu_id'), e->>'name' collate "C") x), '[]') as articles,
      coalesce((select json_agg(distinct coalesce(e->>'type', 'other')) from ${from(caller, days, 'tenders')}), '[]') as tenders,
      (select json_build_array(min(r.date), max(r.date)) from (
        select to_char(t.completed_at at time zone (d.snapshot->>'timezone'), 'YYYY-MM-DD') as date
        from sales t join businessday d on d.tenant_id = t.tenant_id and d.id = t.businessday_id
        where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.businessday_id = any(${days}::uuid[])) r
        where r.date is not null) as dates`);
  const { locations, filled } = await readLocations(tx, caller, days);
  const { company, currency, made } = ledger;
  const dates: string[] = [
    ...z
      .array(z.string().nullable())
      .parse(lists?.['dates'])
      .filter((date) => date !== null),
    ...locations.flatMap(({ registers }) =>
      registers.flatMap((register) =>
        register.days.flatMap((day) => (day.z_reports.length > 0 ? [day.closed.slice(0, 10)] : [])),
      ),
    ),
  ].toSorted();
  const [earliest = ledger.from] = dates;
  const latest = dates.at(-1) ?? ledger.to;
  return {
    company: { name: company.name, business_id: organisationNumber(company.business_id) ?? '' },
    currency,
    // A receipt after midnight, or a z report of the next morning, is of its day, and its date lies in the period, too.
    from: earliest < ledger.from ? earliest : ledger.from,
    to: latest > ledger.to ? latest : ledger.to,
    made,
    fiscalYear: fiscalYear(ledger.to, company.fiscal_month).from.slice(0, 4),
    rates: new Map(facts.rates.map((rate) => [rate, vatCodeOf(facts, rate) ?? ''])),
    cashiers: distinct(
      z.array(z.object({ id: z.string(), name: z.string() })).parse(lists?.['cashiers']),
      ({ id, name }) => cashierId(id, name),
    ),
    groups: distinct(
      [{ dpt_id: null, dpt_name: null }, ...groups.parse(lists?.['groups'])].map(({ dpt_id, dpt_name }) => ({
        id: groupId(dpt_id, dpt_name),
        name: dpt_name ?? 'Uten varegruppe',
      })),
      ({ id }) => id,
    ),
    articles: distinct(
      articles.parse(lists?.['articles']).map(({ plu_id, name, dpt_id, dpt_name }) => ({
        id: shortId(plu_id),
        group: groupId(dpt_id, dpt_name),
        name: name ?? plu_id,
      })),
      ({ id }) => id,
    ),
    tenders: z.array(z.string()).parse(lists?.['tenders']),
    locations,
    receipts: (register) => readReceipts(tx, caller, register, filled),
  };
}

/** Returns those with another key, the first of each, in the order of their keys. */
const distinct = <T>(all: readonly T[], key: (one: T) => string): T[] => {
  const found = new Map<string, T>();
  for (const one of all) if (!found.has(key(one))) found.set(key(one), one);
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
};

const zReport = z.looseObject({ pos_id: text(), z_number: z.coerce.string().nullable().catch(null) });
const dayRow = z.object({
  id: z.string(),
  date: z.string(),
  closed: z.string(),
  location_id: z.string(),
  location_name: z.string(),
  address: z.looseObject({ street: text(), city: text(), postal_code: text(), country: text() }).catch({
    street: null,
    city: null,
    postal_code: null,
    country: null,
  }),
  registers: z.array(z.looseObject({ id: z.string(), name: z.string() })).catch([]),
  z_reports: z.array(zReport).catch([]),
  pos_ids: z.array(z.string()),
});

/** Reads the locations with their registers and days, and which register has receipts on which day. */
async function readLocations(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<{ locations: SaftLocation[]; filled: Set<string> }> {
  const rows = await tx.rows(sql`
    select d.id, d.date::text as date, d.location_id, coalesce(d.snapshot->>'location_name', l.name) as location_name,
      coalesce(l.data->'address', '{}') as address, d.snapshot->'registers' as registers, d.data->'z_reports' as z_reports,
      to_char(coalesce(d.closed_at, d.modified_at) at time zone (d.snapshot->>'timezone'), 'YYYY-MM-DD"T"HH24:MI:SS') as closed,
      array(select distinct coalesce(t.pos_id::text, '') from sales t where t.tenant_id = d.tenant_id
        and t.company_id = d.company_id and t.businessday_id = d.id) as pos_ids
    from businessday d join location l on l.tenant_id = d.tenant_id and l.id = d.location_id
    where d.tenant_id = ${caller.tenantId} and d.company_id = ${caller.companyId} and d.id = any(${ids}::uuid[])
    order by coalesce(d.snapshot->>'location_name', l.name) collate "C", d.location_id, d.date, d.opened_at, d.id`);
  const days = z.array(dayRow).parse(rows);
  const filled = new Set(
    days.flatMap(({ id, pos_ids }) => pos_ids.map((pos) => `${id} ${pos === '' ? noRegister : pos}`)),
  );
  const places = [...new Set(days.map(({ location_id }) => location_id))];
  const locations = places.map((place): SaftLocation => {
    const own = days.filter(({ location_id }) => location_id === place);
    const [first] = own;
    const names = new Map(
      own.flatMap(({ registers }) => registers.map(({ id, name }) => [id.toLowerCase(), name])),
    );
    const known = new Set(
      own.flatMap(({ pos_ids, z_reports }) => [
        ...pos_ids.map((pos) => (pos === '' ? noRegister : pos)),
        ...z_reports.flatMap(({ pos_id }) => (pos_id === null ? [] : [pos_id.toLowerCase()])),
      ]),
    );
    return {
      name: first?.location_name ?? '',
      street: first?.address.street ?? '',
      city: first?.address.city ?? '',
      postal_code: first?.address.postal_code ?? '',
      country: first?.address.country ?? '',
      registers: [...known].toSorted().map((id): SaftRegister => ({
        id,
        name: names.get(id) ?? '',
        days: own.map((day) => ({
          id: day.id,
          date: day.date,
          closed: day.closed,
          z_reports: day.z_reports
            .filter(({ pos_id }) => pos_id?.toLowerCase() === id)
            .map((report) => ({
              z_number: report.z_number,
              opening_float: amount(decimalOf(report['opening_float']) ?? zero),
            })),
        })),
      })),
    };
  });
  return { locations, filled };
}
