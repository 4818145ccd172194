import { sql } from 'kysely';
import type { Caller } from '../auth/caller';
import { readInScope, type Database } from '../db/db';
import type { Table } from '../db/table';
import { HttpProblem } from '../http/problems';
import { visibleCompanies } from '../read/visibility';
import { masterData } from './master-data';

/**
 * Requires that a past state of a table can still be answered: that no event from before the moment was removed, in any
 * company whose records the caller reads there. Call it after the state was read: events go in the transaction that sets the
 * horizon, so a state that was read from too few of them is refused.
 *
 * @param asOf what was asked for; null is now, and always there.
 * @param parameter the parameter that said so.
 * @throws 400 `as_of_before_horizon`.
 */
export async function requireWithinHorizon(
  db: Database,
  caller: Caller,
  table: Table,
  asOf: string | null,
  parameter = 'as_of',
): Promise<void> {
  if (asOf === null || !masterData.includes(table.resource.name)) return;
  const [found] = await readInScope(
    db,
    caller,
    sql<{ horizon: string | null }>`
      select to_char(max(h.horizon) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as horizon
      from event_horizon h where h.tenant_id = ${caller.tenantId}
        and h.company_id = any(${visibleCompanies(caller, table)}::uuid[]) and h.horizon > ${asOf}::timestamptz`,
  );
  if (found?.horizon) throw beforeHorizon(found.horizon, parameter);
}

function beforeHorizon(horizon: string, parameter: string): HttpProblem {
  const detail = `Events from before ${horizon} were removed: no moment before it can be answered`;
  const error = { pointer: `?${parameter}`, code: 'as_of_before_horizon', detail };
  return new HttpProblem(400, 'as_of_before_horizon', 'Bad request', detail, { errors: [error] });
}
