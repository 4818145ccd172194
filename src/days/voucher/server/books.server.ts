import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { accountUses } from '@/resources/account/contract';
import type { AccountRule, Books } from '../books';
import type { VoucherSource } from '../source';

/** The most rows of the table that one answer reads: more than any chart of accounts of a shop. */
const mostRules = 5000;

const rules = z.array(
  z.object({
    use: z.enum(accountUses),
    code: z.string(),
    name: z.string(),
    vat_code: z.string().nullable(),
    dpt_id: z.string().nullable(),
    tax_rate: z.string().nullable(),
    tender_id: z.string().nullable(),
    tender_type: z.string(),
    kind: z.string(),
  }),
);

const owned = z.array(z.object({ id: z.string(), account_code: z.string() }));
const tenders = z.array(
  z.object({ id: z.string(), account_code: z.string(), fee_percent: z.string().nullable() }),
);
const taxes = z.array(z.object({ rate: z.string(), account_code: z.string(), code: z.string() }));
const cash = z.object({ tender_id: z.string(), name: z.string() }).nullable();

/**
 * Reads the accounts of the company's table, and those of the departments, tenders and taxes that the sources name: its own
 * records and those of its ancestors.
 */
export async function readBooks(tx: Tx, caller: Caller, sources: readonly VoucherSource[]): Promise<Books> {
  const ids = (list: readonly (string | null)[]) => [
    ...new Set(list.filter((id) => id !== null && isGuid(id))),
  ];
  const dptIds = ids(sources.flatMap(({ revenue }) => revenue.map(({ dpt_id }) => dpt_id)));
  const tenderIds = ids(sources.flatMap((source) => source.tenders.map(({ tender_id }) => tender_id)));
  const inSight = sql`x.tenant_id = ${caller.tenantId} and x.company_id = any(${caller.lineage}::uuid[])`;
  const own = sql`coalesce(trim(x.data->>'account_code'), '')`;
  const [row] = await tx.rows(sql<Record<'rules' | 'dpts' | 'tenders' | 'taxes' | 'cash', unknown>>`
    select (select coalesce(json_agg(json_build_object('use', use, 'code', code, 'name', name,
        'vat_code', nullif(trim(data->>'vat_code'), ''), 'dpt_id', dpt_id, 'tax_rate', trim_scale(tax_rate)::text,
        'tender_id', tender_id, 'tender_type', trim(tender_type), 'kind', trim(kind)) order by seq), '[]')
      from (select * from account x where x.tenant_id = ${caller.tenantId} and x.company_id = ${caller.companyId} and x.active
        order by x.seq limit ${mostRules}) a) as rules,
    (select coalesce(json_agg(json_build_object('id', x.id, 'account_code', ${own})), '[]')
      from dpt x where ${inSight} and x.id = any(${dptIds}::uuid[])) as dpts,
    (select coalesce(json_agg(json_build_object('id', x.id, 'account_code', ${own},
        'fee_percent', nullif(report_decimal(x.data->'fee_percent'), 0)::text)), '[]')
      from tender x where ${inSight} and (x.id = any(${tenderIds}::uuid[]) or x.type = 'cash')) as tenders,
    (select coalesce(json_agg(json_build_object('rate', rate, 'account_code', account_code, 'code', code)), '[]') from (
      select distinct on (trim_scale(x.rate)) trim_scale(x.rate)::text as rate, ${own} as account_code, x.code
      from tax x where ${inSight} order by trim_scale(x.rate), ${own} = '', not x.active, x.seq) t) as taxes,
    (select json_build_object('tender_id', x.id, 'name', x.name) from tender x
      where ${inSight} and x.type = 'cash' and x.active
      order by array_position(${caller.lineage}::uuid[], x.company_id), x.tender_num nulls last, x.seq limit 1) as cash`);
  const table: AccountRule[] = rules.parse(row?.rules);
  const byId = <T extends { readonly id: string }>(list: readonly T[]) =>
    new Map(list.map((one) => [one.id, one]));
  return {
    rules: table,
    dpts: byId(owned.parse(row?.dpts)),
    tenders: byId(tenders.parse(row?.tenders)),
    taxes: new Map(taxes.parse(row?.taxes).map((tax) => [tax.rate, tax])),
    cash: cash.parse(row?.cash),
  };
}

const isGuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
