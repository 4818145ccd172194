import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ColumnStore } from '@/core/server/archive/column-store';
import { companyFolder, hashOfFile, type KeptFile } from '@/core/server/archive/files';
import type { StoredFigures } from '@/core/server/write/rules';
import { wrongPairs } from './pairs/wrong-pairs.server';
import { fileParts, literal, pairParts, type FilePart } from './columns';
import { partFile } from './parquet.server';

type Rows = Parameters<Extract<StoredFigures['wrong'], (...some: never[]) => unknown>>[0];

interface FileRow {
  readonly tenant_id: string;
  readonly company_id: string;
  readonly name: string;
  readonly month: string;
  readonly parts: Readonly<Partial<Record<FilePart, KeptFile>>>;
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
  const nameOf = (part: FilePart) => path.join(folder, `month=${file.month}`, partFile(file.name, part));
  const faults: string[] = [];
  // Files of an older version have no pairs; their months are answered from the lines.
  const hasPairs = pairParts.some((part) => file.parts[part] !== undefined);
  for (const part of fileParts) {
    if (!hasPairs && pairParts.some((one) => one === part)) continue;
    const name = nameOf(part);
    const hash = await hashOfFile(name).catch(() => null);
    const called = path.relative(root, name);
    if (hash === null) faults.push(`${called} is missing or cannot be read`);
    else if (hash !== file.parts[part]?.sha256) faults.push(`${called} is not what was written`);
  }
  if (faults.length > 0 || store === null) return faults;
  const found = await daysIn(store, folder, nameOf).catch(() => null);
  if (found === null) return [`${path.relative(root, nameOf('receipts'))} cannot be read`];
  const read = { ...file, root, nameOf };
  const sums = await summedIn(store, folder, nameOf('daily')).catch(() => null);
  if (sums === null) return [`${path.relative(root, nameOf('daily'))} cannot be read`];
  const pairs = hasPairs ? await wrongPairs(store, folder, nameOf).catch(() => null) : [];
  if (pairs === null) return [`${path.relative(root, nameOf('pairs'))} cannot be read`];
  const called = path.relative(root, nameOf('pairs'));
  return [
    ...wrongDays(read, found),
    ...wrongSums(read, sums),
    ...pairs.map((fault) => `${called}: ${fault}`),
  ];
}

interface ReadFile extends FileRow {
  readonly root: string;
  readonly nameOf: (part: FilePart) => string;
}

const wrongDays = (
  { root, nameOf, days }: ReadFile,
  found: ReadonlyMap<string, readonly string[]>,
): string[] =>
  Object.entries(days).flatMap(([day, stored]) => {
    const archived = found.get(day) ?? ['0', '0', '0'];
    return stored.every((sum, at) => Number(sum) === Number(archived[at]))
      ? []
      : [
          `${path.relative(root, nameOf('receipts'))}: day ${day} comes to ${archived.join(' / ')}, its receipts to ${stored.join(' / ')}`,
        ];
  });

/** Every way in which `daily` breaks a day down adds up to the day. */
const wrongSums = ({ root, nameOf, days }: ReadFile, sums: readonly DaySum[]): string[] =>
  sums.flatMap(({ day, of, receipts, gross }) => {
    const stored = days[day];
    if (!stored || (Number(stored[0]) === Number(receipts) && Number(stored[1]) === Number(gross))) return [];
    return [
      `${path.relative(root, nameOf('daily'))}: day ${day} by ${of} comes to ${receipts} / ${gross}, its receipts to ${stored.slice(0, 2).join(' / ')}`,
    ];
  });

const daySums = z.array(
  z.object({ day: z.string(), receipts: z.string(), gross: z.string(), sold: z.string().nullable() }),
);

const readText = (file: string) => `read_parquet(${literal(file)}, hive_partitioning = false)`;

async function daysIn(store: ColumnStore, folder: string, nameOf: (part: FilePart) => string) {
  const rows = await store.ask(folder, {
    sql: `select r.day::text as day, r.receipts::text as receipts, r.gross::text as gross, l.sold::text as sold
      from (select day, count(*) as receipts, sum(gross) as gross from ${readText(nameOf('receipts'))} where counts group by day) r
      left join (select day, sum(gross) as sold from ${readText(nameOf('lines'))} where counts group by day) l using (day)`,
  });
  return new Map(
    daySums.parse(rows).map(({ day, receipts: count, gross, sold }) => [day, [count, gross, sold ?? '0']]),
  );
}

const dailyRows = z.array(
  z.object({ day: z.string(), of: z.string(), receipts: z.string(), gross: z.string() }),
);
type DaySum = z.infer<typeof dailyRows>[number];

const summedIn = async (store: ColumnStore, folder: string, file: string): Promise<DaySum[]> =>
  dailyRows.parse(
    await store.ask(folder, {
      sql: `select day::text as day, of, sum(n)::text as receipts, sum(gross)::text as gross from ${readText(file)}
        where of <> 'tender' group by day, of order by day, of`,
    }),
  );
