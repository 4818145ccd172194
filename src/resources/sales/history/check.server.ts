import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ColumnStore } from '@/core/server/archive/column-store';
import { companyFolder, hashOfFile, type KeptFile } from '@/core/server/archive/files';
import type { StoredFigures } from '@/core/server/write/rules';
import { literal } from './columns';
import { partFile } from './parquet.server';

type Rows = Parameters<Extract<StoredFigures['wrong'], (...some: never[]) => unknown>>[0];

interface FileRow {
  readonly tenant_id: string;
  readonly company_id: string;
  readonly name: string;
  readonly month: string;
  readonly parts: Readonly<Record<string, KeptFile>>;
  /** The days that count, as `{"17": ["3", "12.50", "12.50", "4"]}`: receipts, their gross, that of their lines, quantity. */
  readonly days: Readonly<Record<string, readonly string[]>>;
}

/** Compares the archive with PostgreSQL: each file with its hash, and the sums of each of its days with its receipts. */
export const archiveCheck = (root: string, store: ColumnStore | null): StoredFigures => ({
  name: 'the archive is as the receipts say',
  wrong: async (rows) => {
    const wrong: { what: string }[] = [];
    for (const file of await storedFiles(rows)) {
      const faults = await faultsOf(root, store, file);
      wrong.push(...faults.map((what) => ({ what })));
    }
    return wrong;
  },
});

const storedFiles = (rows: Rows) =>
  rows(sql<FileRow>`
    select f.tenant_id, f.company_id, f.name, to_char(f.month, 'YYYY-MM') as month, f.parts,
      coalesce(d.days, '{}') as days
    from archive_file f
    left join (
      select a.tenant_id, a.company_id, a.file_id, jsonb_object_agg(a.day, jsonb_build_array(
        s.receipts::text, s.gross::text, s.sold::text)) as days
      from archive_day a cross join lateral (
        select count(*) as receipts, coalesce(sum(t.total - (t.sums).aside), 0) as gross,
          coalesce(sum((t.sums).sold), 0) as sold
        from sales t
        where t.tenant_id = a.tenant_id and t.company_id = a.company_id and t.businessday_id = a.businessday_id
          and t.active and t.type in ('sale', 'return')
      ) s group by 1, 2, 3
    ) d on d.tenant_id = f.tenant_id and d.company_id = f.company_id and d.file_id = f.id
    where f.replaced_at is null order by f.tenant_id, f.company_id, f.month, f.id`);

async function faultsOf(root: string, store: ColumnStore | null, file: FileRow): Promise<string[]> {
  const folder = companyFolder(root, { tenantId: file.tenant_id, companyId: file.company_id });
  const nameOf = (part: string) =>
    path.join(folder, `month=${file.month}`, partFile(file.name, part === 'lines' ? 'lines' : partOf(part)));
  const faults: string[] = [];
  for (const [part, kept] of Object.entries(file.parts)) {
    const name = nameOf(part);
    const hash = await hashOfFile(name).catch(() => null);
    const called = path.relative(root, name);
    if (hash === null) faults.push(`${called} is missing or cannot be read`);
    else if (hash !== kept.sha256) faults.push(`${called} is not what was written`);
  }
  if (faults.length > 0 || store === null) return faults;
  const found = await daysIn(store, folder, nameOf('receipts'), nameOf('lines')).catch(() => null);
  if (found === null) return [`${path.relative(root, nameOf('receipts'))} cannot be read`];
  return Object.entries(file.days).flatMap(([day, stored]) => {
    const archived = found.get(day) ?? ['0', '0', '0'];
    return stored.every((sum, at) => Number(sum) === Number(archived[at]))
      ? []
      : [
          `${path.relative(root, nameOf('receipts'))}: day ${day} comes to ${archived.join(' / ')}, its receipts to ${stored.join(' / ')}`,
        ];
  });
}

const partOf = (part: string) =>
  part === 'receipts' || part === 'tenders' || part === 'sums' ? part : 'lines';

const daySums = z.array(
  z.object({ day: z.string(), receipts: z.string(), gross: z.string(), sold: z.string().nullable() }),
);

async function daysIn(store: ColumnStore, folder: string, receipts: string, lines: string) {
  const read = (file: string) => `read_parquet(${literal(file)}, hive_partitioning = false)`;
  const rows = await store.ask(folder, {
    sql: `select r.day::text as day, r.receipts::text as receipts, r.gross::text as gross, l.sold::text as sold
      from (select day, count(*) as receipts, sum(gross) as gross from ${read(receipts)} where counts group by day) r
      left join (select day, sum(gross) as sold from ${read(lines)} where counts group by day) l using (day)`,
  });
  return new Map(
    daySums.parse(rows).map(({ day, receipts: count, gross, sold }) => [day, [count, gross, sold ?? '0']]),
  );
}
