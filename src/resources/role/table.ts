import { sql } from 'kysely';
import { fieldGroupNames } from '@/contract/field-groups';
import { pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import type { Tx } from '@/server/db/db';
import { defineTable } from '@/server/db/table';
import { invalid } from '@/server/http/problems';
import type { Change } from '@/server/write/rules';
import { role } from './contract';
import { givenRights, hiddenAgainst, neededBy } from '../rights';

interface Stored {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Returns what is wrong with the rights and fields that a role would have. */
function problemsOf(data: Readonly<Record<string, unknown>>, path: readonly PropertyKey[]): FieldProblem[] {
  const rights = texts(data['rights']);
  const hidden = fieldGroupNames.filter((name) => texts(data['hidden']).includes(name));
  return rights.flatMap((right, n) => {
    const pointer = pointerOf([...path, 'data', 'rights', n]);
    if (!givenRights.includes(right))
      return [{ pointer, code: 'invalid_value', detail: `No right that a role may have: ${right}` }];
    const missing = neededBy(right).filter((other) => !rights.includes(other));
    if (missing.length > 0)
      return [{ pointer, code: 'invalid_value', detail: `${right} needs ${missing.join(' and ')} too` }];
    const group = hiddenAgainst(right, hidden);
    return group === null
      ? []
      : [{ pointer, code: 'invalid_value', detail: `${right} shows what is hidden: ${group}` }];
  });
}

/**
 * Checks what the contract takes as text: the registry of rights is no part of the application's first load.
 *
 * @throws 422 `invalid_value`
 */
async function requireRole(tx: Tx, { caller, items }: Change): Promise<void> {
  const rows = await tx.rows(sql<Stored>`
    select t.id, t.data from "role" t
    where t.tenant_id = ${caller.tenantId} and t.id = any(${items.map(({ id }) => id)}::uuid[])`);
  const known = new Map(rows.map((row) => [row.id, row.data]));
  const problems = items.flatMap(({ id, data, path }) => problemsOf({ ...known.get(id), ...data }, path));
  if (problems.length > 0) throw invalid(problems);
}

/** Table of the roles that companies make. Who is in one is read before the caller is known. */
export const roleTable = defineTable(role, {
  columns: { counts_as: `text not null default 'manager'` },
  search: `concat_search(name, counts_as, data->>'note')`,
  objects: `
    create policy known on "role" for select to tillhouse_auth using (true);
    grant select on "role" to tillhouse_auth;
  `,
  rules: { before: requireRole },
});
