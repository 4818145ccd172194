import { sql } from 'kysely';
import {
  newRefusedLines,
  refusedLimits,
  refusedSize,
  type NewRefusedLines,
} from '@/contract/change-set-refused';
import { fieldProblems, type FieldProblem } from '@/contract/problem';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import type { JsonBody } from '../http/body';
import { invalid } from '../http/problems';
import { queryOf } from '../http/query';
import type { Tables } from '../read/visibility';
import { collectable } from './collectable';
import { pageParameters } from './page-parameters';
import { enter } from './enter';
import { mayChange, mayRead } from './rights';
import { wrongState } from './set-rules';
import type { Work } from './sets';

/**
 * Reads the body of a POST of refused lines.
 *
 * @throws 422 naming each line that is none, too many or too large, and a resource that sets do not change, or that
 *   the caller may not change.
 */
export function readRefusedLines(tables: Tables, caller: Caller, { value }: JsonBody): NewRefusedLines {
  const read = newRefusedLines.safeParse(value, { reportInput: true });
  if (!read.success) throw invalid(fieldProblems(read.error));
  const { resource, header, lines } = read.data;
  const problems: FieldProblem[] = [];
  if (!collectable(tables, resource) || !mayChange(tables, caller, resource))
    problems.push({
      pointer: '/resource',
      code: collectable(tables, resource) ? 'forbidden' : 'invalid_value',
      detail: collectable(tables, resource)
        ? `The role ${caller.role} may not change it`
        : 'Change sets do not change it',
    });
  const tooLarge = (pointer: string): FieldProblem => ({
    pointer,
    code: 'too_long',
    detail: `Cells and problems of a line may have ${refusedLimits.lineBytes} bytes`,
    limit: refusedLimits.lineBytes,
  });
  if (refusedSize({ cells: header, problems: [] }) > refusedLimits.lineBytes)
    problems.push(tooLarge('/header'));
  lines.forEach((line, n) => {
    if (refusedSize(line) > refusedLimits.lineBytes) problems.push(tooLarge(`/lines/${n}`));
  });
  if (problems.length > 0) throw invalid(problems);
  return read.data;
}

/**
 * Keeps refused lines of a file with a draft. A line that is there already is replaced, so that a request may be sent again.
 *
 * @throws 404 for a set that is not there; 409 `changeset_state` if it is no draft, or past what a set keeps; 422 for lines of
 *   another resource than those that it has.
 */
export async function addRefusedLines(work: Work, id: string, given: NewRefusedLines): Promise<number> {
  const { tx, context } = work;
  const { tenantId, companyId } = context.caller;
  await enter(work, id, 'add');
  const head = { line: 0, cells: given.header, problems: [] };
  const byLine = new Map(
    [head, ...given.lines].map((line) => [line.line, { ...line, size: refusedSize(line) }]),
  );
  await tx.rows(sql`
    insert into changeset_refused (tenant_id, company_id, changeset_id, line, resource, cells, problems, size)
    select ${tenantId}, ${companyId}, ${id}, g.line, ${given.resource}, g.cells, g.problems, g.size
    from jsonb_to_recordset(${JSON.stringify([...byLine.values()])}::jsonb)
      g(line int, cells jsonb, problems jsonb, size int)
    on conflict (tenant_id, changeset_id, line) do update
      set cells = excluded.cells, problems = excluded.problems, size = excluded.size`);
  const [kept] = await tx.rows(sql<{ lines: number; bytes: number; others: string | null }>`
    select (count(*) filter (where r.line > 0))::int as lines, sum(r.size)::int as bytes,
      min(r.resource) filter (where r.resource <> ${given.resource}) as others
    from changeset_refused r where r.tenant_id = ${tenantId} and r.changeset_id = ${id}`);
  if (kept?.others)
    throw invalid([
      {
        pointer: '/resource',
        code: 'invalid_value',
        detail: `A change set keeps the refused lines of one file: this one is of ${kept.others}`,
      },
    ]);
  const { lines = 0, bytes = 0 } = kept ?? {};
  if (lines > refusedLimits.lines || bytes > refusedLimits.bytes)
    throw wrongState(
      `A change set keeps at most ${refusedLimits.lines} refused lines, of ${refusedLimits.bytes} bytes`,
    );
  return lines;
}

/** The parameters of a list of refused lines. */
export const refusedQuery = queryOf(pageParameters, ({ cursor, limit }) => ({ after: cursor, limit }));

/** Returns a page of the refused lines of a set, as JSON text; of a resource that the caller may not read their number alone. */
export async function listRefusedLines(
  tx: Tx,
  caller: Caller,
  tables: Tables,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<string> {
  const [kept] = await tx.rows(sql<{ resource: string; header: string; total: number }>`
    select r.resource, r.cells::text as header, (select count(*) from changeset_refused l
      where l.tenant_id = r.tenant_id and l.changeset_id = r.changeset_id and l.line > 0)::int as total
    from changeset_refused r
    where r.tenant_id = ${caller.tenantId} and r.changeset_id = ${id} and r.line = 0`);
  const nothing = { resource: null, header: [], lines: [], total: 0, next_cursor: null, withheld: [] };
  if (!kept) return JSON.stringify(nothing);
  const { resource, header, total } = kept;
  if (!mayRead(tables, caller, resource))
    return JSON.stringify({ ...nothing, withheld: [{ resource, lines: total }] });
  const rows = await tx.rows(sql<{ line: number; cells: string; problems: string }>`
    select r.line, r.cells::text as cells, r.problems::text as problems from changeset_refused r
    where r.tenant_id = ${caller.tenantId} and r.changeset_id = ${id} and r.line > ${after}
    order by r.line limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  return JSON.stringify({
    resource,
    header: JSON.parse(header),
    lines: page.map(({ line, cells, problems }) => ({
      line,
      cells: JSON.parse(cells),
      problems: JSON.parse(problems),
    })),
    total,
    next_cursor: rows.length > limit ? String(page.at(-1)?.line) : null,
    withheld: [],
  });
}
