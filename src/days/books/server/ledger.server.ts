import { sql } from 'kysely';
import { z } from 'zod';
import { currencyScale } from '@/contract/values';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { readVouchers } from '../../voucher/server/answer.server';
import type { VoucherQuery } from '../../voucher/server/read-query.server';
import { ledgerOf, type DayFacts } from '../ledger-of';
import type { BookSettings, Ledger } from '../ledger';

/** Reads the ledger of some days (docs/books.md#the-ledger). @throws what the vouchers of these days throw. */
export async function readLedger(
  tx: Tx,
  caller: Caller,
  query: VoucherQuery,
  parsing: NumberParsing,
): Promise<Ledger> {
  const { vouchers, currency } = await readVouchers(tx, caller, query, parsing);
  const days = vouchers.flatMap((voucher) => voucher.days.map(({ id }) => id));
  const places = [...new Set(vouchers.map(({ location }) => location.id))];
  return ledgerOf(vouchers, {
    company: await readSettings(tx, caller, places),
    currency,
    scale: currencyScale(currency),
    facts: await readFacts(tx, caller, days),
  });
}

async function readFacts(
  tx: Tx,
  caller: Caller,
  days: readonly string[],
): Promise<ReadonlyMap<string, DayFacts>> {
  const rows = await tx.rows(sql<{ id: string; hash: string | null; at: string; series: string | null }>`
    select d.id, s.hash, v.series,
      to_char(s.at at time zone report_zone(d.snapshot->>'timezone'), 'YYYY-MM-DD"T"HH24:MI:SS') as at
    from businessday d
      left join lateral (select hash, at from businessday_seal s
        where s.tenant_id = d.tenant_id and s.businessday_id = d.id order by s.seq desc limit 1) s on true
      left join businessday_voucher v on v.tenant_id = d.tenant_id and v.businessday_id = d.id
    where d.tenant_id = ${caller.tenantId} and d.company_id = ${caller.companyId} and d.id = any(${days}::uuid[])`);
  return new Map(
    rows.map(({ id, hash, at, series }) => [id, { seal: hash === null ? null : { hash, at }, series }]),
  );
}

const text = () => z.string().trim().catch('');
const settings = z.object({
  name: text(),
  ident: text(),
  fiscal_month: z.coerce.number().int().min(1).max(12).catch(1),
  datev_consultant: text(),
  datev_client: text(),
  datev_clearing: text(),
  datev_account_length: z.coerce.number().int().min(4).max(8).nullable().catch(null),
  netvisor_voucher_type: text(),
  procountor_dimension: text(),
  business_ids: z.array(z.string()),
  places: z.array(z.string()),
});

async function readSettings(tx: Tx, caller: Caller, places: readonly string[]): Promise<BookSettings> {
  const [row] = await tx.rows(sql<Record<string, unknown>>`
    select c.name, c.ident, b.*,
      array(select distinct coalesce(trim(l.data->>'business_id'), '') from location l
        where l.tenant_id = c.tenant_id and l.company_id = c.id and l.id = any(${places}::uuid[])) as business_ids,
      array(select l.id::text from location l
        where l.tenant_id = c.tenant_id and l.company_id = c.id and l.id = any(${places}::uuid[])) as places
    from company c left join lateral jsonb_to_record(
        case when jsonb_typeof(c.data->'books') = 'object' then c.data->'books' else '{}' end)
      b(fiscal_month text, datev_consultant text, datev_client text, datev_clearing text, datev_account_length text,
        netvisor_voucher_type text, procountor_dimension text) on true
    where c.tenant_id = ${caller.tenantId} and c.id = ${caller.companyId}`);
  const { ident, business_ids, places: own_places, ...said } = settings.parse(row);
  const [own = ''] = business_ids;
  const isOwn = business_ids.length === 1 && own !== '';
  return {
    ...said,
    business_id: isOwn ? own : ident,
    business_id_of: isOwn ? own_places : [],
    netvisor_voucher_type: said.netvisor_voucher_type || 'Kassa',
  };
}
