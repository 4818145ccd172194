import { sql } from 'kysely';
import { trusted } from '@/server/db/db';
import type { StoredFigures } from '@/server/write/rules';
import { counts } from '../receipts/server/receipt-lists.server';
import { sealOf } from './archiver.server';
import { partNames, type Part } from './columns';
import { fileOf, hashOfFile, type KeptFile } from './files.server';

interface FileRow {
  readonly tenantId: string;
  readonly companyId: string;
  readonly date: string;
  readonly parts: Readonly<Partial<Record<Part, KeptFile>>>;
  /** What is wrong with its days, in words. */
  readonly days: readonly string[];
}

/**
 * Compares the files of sealed days with what was written, byte for byte by their hashes, and what was written with the seals
 * and receipts of now. Dates whose files are about to be written again are left out.
 */
export const archiveCheck = (root: string): StoredFigures => ({
  name: 'the files of sealed days are as the receipts say',
  wrong: async (rows) => {
    const files = await rows(sql<FileRow>`
      select f.tenant_id as "tenantId", f.company_id as "companyId", f.date::text as date, f.parts, array(
        select 'day ' || k.key || case
          when d.id is null or d.status = 'open' or not d.active then ' is not closed'
          when ${trusted(sealOf)}::text <> k.value->>'seal' then ' has another seal'
          else ' comes to ' || concat_ws(' / ', k.value->>'receipts', k.value->>'gross', k.value->>'sold')
            || ', its receipts to ' || concat_ws(' / ', s.receipts, s.gross, s.sold) end
        from jsonb_each(f.days) k
          left join businessday d on d.tenant_id = f.tenant_id and d.company_id = f.company_id and d.id = k.key::uuid
          cross join lateral (
            select count(*) as receipts, coalesce(sum(t.total - (t.sums).aside), 0) as gross, coalesce(sum((t.sums).sold), 0) as sold
            from sales t
            where t.tenant_id = f.tenant_id and t.company_id = f.company_id and t.businessday_id = k.key::uuid
              and ${trusted(counts)}
          ) s
        where d.id is null or d.status = 'open' or not d.active or ${trusted(sealOf)}::text <> k.value->>'seal'
          or s.receipts <> (k.value->>'receipts')::bigint or s.gross <> (k.value->>'gross')::numeric
          or s.sold <> (k.value->>'sold')::numeric
        order by k.key
      ) as days
      from archive_file f
      where not exists (
        select from archive_queue q
        where q.tenant_id = f.tenant_id and q.company_id = f.company_id and q.date = f.date and q.left_out is null
      ) order by f.tenant_id, f.company_id, f.date`);
    const wrong: { what: string }[] = [];
    for (const file of files) {
      for (const part of partNames) {
        const name = fileOf(file, part);
        const hash = await hashOfFile(root, name);
        if (hash === null) wrong.push({ what: `${name} is missing or cannot be read` });
        else if (hash !== file.parts[part]?.sha256) wrong.push({ what: `${name} is not what was written` });
      }
      wrong.push(...file.days.map((what) => ({ what: `${fileOf(file, 'receipts')}: ${what}` })));
    }
    return wrong;
  },
});
