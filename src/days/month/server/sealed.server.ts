import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { contentsOfDays } from '../../seal/contents.server';
import { dayFiguresSchema, figuresOfContents, isOutdated, type DayFigures } from '../sealed-figures';

/** The current seal of a day that is not open, and what it came to when it was sealed. */
export interface SealedDay {
  readonly location_id: string;
  /** Null of a day that was closed before there were seals. */
  readonly seal: { readonly number: number; readonly hash: string; readonly content: string } | null;
  readonly figures: DayFigures;
}

interface SealRow {
  readonly id: string;
  readonly location_id: string;
  readonly number: number | null;
  readonly hash: string | null;
  readonly content: string | null;
  readonly figures: string | null;
  readonly receipts: number;
}

/** Receipts whose contents are read at once where a seal has no figures. */
const receiptsAtOnce = 2000;

/**
 * Reads the current seals of days with the figures that were kept when they were sealed. For a seal of before figures were kept, and
 * a day of before there were seals, they are computed from the contents that stand.
 */
export async function readSealedDays(
  tx: Tx,
  caller: Caller,
  days: readonly string[],
): Promise<Map<string, SealedDay>> {
  const rows = await tx.rows(sql<SealRow>`
    select d.id, d.location_id, s.number, s.hash, s.content, f.figures::text as figures,
      case when f.figures is null or f.figures->'edition' is null and f.figures->'non_turnover' <> '[]'
        then (select count(*) from sales r where r.tenant_id = d.tenant_id and r.businessday_id = d.id) else 0 end::float8 as receipts
    from businessday d
    left join lateral (
      select s.location_id, s.number, s.hash, s.content from businessday_seal s
      where s.tenant_id = d.tenant_id and s.businessday_id = d.id order by s.seq desc limit 1
    ) s on true
    left join lateral (
      select f.figures from businessday_seal_figures f
      where f.tenant_id = d.tenant_id and f.businessday_id = d.id and f.location_id = s.location_id and f.number = s.number limit 1
    ) f on true
    where d.tenant_id = ${caller.tenantId} and d.id = any(${days}::uuid[]) and d.status <> 'open'`);
  const kept = new Map(
    rows.flatMap(({ id, figures }) => {
      const read = figures === null ? null : dayFiguresSchema.parse(JSON.parse(figures));
      return read && !isOutdated(read) ? [[id, read] as const] : [];
    }),
  );
  const computed = await computedFigures(
    tx,
    caller,
    rows.filter(({ id }) => !kept.has(id)),
  );
  return new Map(
    rows.map(({ id, location_id, number, hash, content }) => [
      id,
      {
        location_id,
        seal: number === null || hash === null || content === null ? null : { number, hash, content },
        figures: kept.get(id) ?? computed.get(id) ?? figuresOfContents([]),
      },
    ]),
  );
}

async function computedFigures(
  tx: Tx,
  caller: Caller,
  rows: readonly SealRow[],
): Promise<Map<string, DayFigures>> {
  const found = new Map<string, DayFigures>();
  let some: string[] = [];
  let receipts = 0;
  for (const [at, row] of rows.entries()) {
    some.push(row.id);
    receipts += row.receipts;
    const next = rows[at + 1];
    if (next && receipts + next.receipts <= receiptsAtOnce) continue;
    // oxlint-disable-next-line no-await-in-loop -- one connection, and few receipts in memory at once
    const contents = await contentsOfDays((statement) => tx.rows(statement), caller.tenantId, some);
    for (const [id, { receipts: lists }] of contents) found.set(id, figuresOfContents(lists));
    some = [];
    receipts = 0;
  }
  return found;
}
