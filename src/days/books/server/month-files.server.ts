import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import type { MonthFile } from '../../month/schema';

/** The most files of a month that are told of. */
const mostFiles = 100;

/**
 * Reads the files for bookkeeping that have business days of a month, newest first. `again` says of how many earlier ones the days and the format are the
 * same, and `same_bytes` whether the last of these had the same bytes.
 */
export const monthFilesOf = (tx: Tx, { tenantId, companyId }: Caller, month: string): Promise<MonthFile[]> =>
  tx.rows(sql<MonthFile>`
    with of_month as (
      select f.file_id, count(*)::integer as of_month, max(f.seq) as seq
      from businessday b join businessday_file f on f.tenant_id = b.tenant_id and f.businessday_id = b.id
      where b.tenant_id = ${tenantId} and b.company_id = ${companyId} and b.date >= to_date(${month}, 'YYYY-MM')
        and b.date < to_date(${month}, 'YYYY-MM') + interval '1 month'
      group by 1 order by 3 desc limit ${mostFiles}
    ), files as (
      select m.of_month, m.seq, f.file_id, f.format, f.at, f.by, f.file_name, f.sha256, f.size, f.from_date, f.to_date,
        md5(string_agg(x.businessday_id::text, ' ' order by x.businessday_id)) as same_days, count(*)::integer as days
      from of_month m
        join businessday_file f on f.tenant_id = ${tenantId} and f.seq = m.seq and f.file_id = m.file_id
        join businessday_file x on x.tenant_id = ${tenantId} and x.file_id = m.file_id
      group by m.of_month, m.seq, f.file_id, f.format, f.at, f.by, f.file_name, f.sha256, f.size, f.from_date, f.to_date
    )
    select file_id as id, format, ${trusted(wireTime('at'))} as at, by, file_name, sha256, size::float8 as size,
      from_date::text as "from", to_date::text as "to", days, of_month, (row_number() over w - 1)::integer as again,
      case when row_number() over w > 1 then sha256 = lag(sha256) over w end as same_bytes
    from files window w as (partition by format, same_days order by seq)
    order by seq desc`);
