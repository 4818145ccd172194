import { sql } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted, type Tx } from '@/core/server/db/db';
import { wireTime } from '@/core/server/db/table';
import { newId } from '@/core/server/write/uuid';
import type { BookFormat, WrittenBook } from '../schema';

/** What is remembered of a file. */
export interface ToRemember {
  readonly format: BookFormat;
  readonly file_name: string;
  readonly sha256: string;
  readonly size: number;
  readonly from: string;
  readonly to: string;
  readonly days: readonly string[];
}

/** Remembers a file that was written: by whom, when, with which bytes, of which days. */
export async function rememberFile(tx: Tx, caller: Caller, file: ToRemember): Promise<void> {
  const { format, file_name, sha256, size, from, to, days } = file;
  await tx.rows(sql`
    insert into businessday_file
      (tenant_id, company_id, file_id, businessday_id, format, file_name, sha256, size, from_date, to_date, days, at, by)
    select ${caller.tenantId}, ${caller.companyId}, ${newId()}, d, ${format}, ${file_name}, ${sha256}, ${size}, ${from}, ${to},
      ${days.length}, statement_timestamp(), ${caller.keyName ?? ''}
    from unnest(${days}::uuid[]) d`);
}

/** The most files of a format that are told of. */
const mostFiles = 10;

/** Reads the files that were written of any of these days, newest first, by format. */
export async function writtenFiles(
  tx: Tx,
  caller: Caller,
  days: readonly string[],
): Promise<ReadonlyMap<string, WrittenBook[]>> {
  if (days.length === 0) return new Map();
  const rows = await tx.rows(sql<{ format: string; files: WrittenBook[] }>`
    select format, json_agg(json_build_object('id', file_id, 'at', at_text, 'by', by, 'file_name', file_name,
      'sha256', sha256, 'size', size, 'from', from_date, 'to', to_date, 'days', days) order by seq desc) as files
    from (
      select f.format, f.file_id, max(f.seq) as seq, ${trusted(wireTime('max(f.at)'))} as at_text, max(f.by) as by,
        max(f.file_name) as file_name, max(f.sha256) as sha256, max(f.size) as size, max(f.from_date) as from_date,
        max(f.to_date) as to_date, max(f.days) as days,
        row_number() over (partition by f.format order by max(f.seq) desc) as place
      from businessday_file f
      where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId} and f.businessday_id = any(${days}::uuid[])
      group by f.format, f.file_id
    ) files where place <= ${mostFiles} group by format`);
  return new Map(rows.map(({ format, files }) => [format, files]));
}
