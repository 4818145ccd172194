import { sql } from 'kysely';
import { fieldGroupNames } from '@/contract/field-groups';
import { pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { defineTable } from '@/server/db/table';
import { HttpProblem, invalid } from '@/server/http/problems';
import type { Change } from '@/server/write/rules';
import { role } from './contract';
import { givenRights, hiddenAgainst, neededBy } from '../rights';

interface Stored {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly counts_as: string;
}

/** Requires that nobody has roles: who has one has the built-in one that it counts as beside it. @throws 409 `role_given` */
async function requireNotGiven(tx: Tx, { tenantId }: Caller, items: Change['items']): Promise<void> {
  const given = await tx.rows(sql<{ id: string }>`
    select i.id from unnest(${items.map(({ id }) => id)}::uuid[]) i(id) where role_is_given(${tenantId}::uuid, i.id)`);
  const ids = given.map(({ id }) => id);
  const detail = 'People or keys have this role: what it counts as stays';
  const errors = items
    .filter(({ id }) => ids.includes(id))
    .map(({ path }) => ({ pointer: pointerOf([...path, 'counts_as']), code: 'role_given', detail }));
  if (errors.length > 0) throw new HttpProblem(409, 'role_given', 'Conflict', detail, { errors });
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
 * @throws 422 `invalid_value`; 409 `role_given` for what a role counts as that somebody has
 */
async function requireRole(tx: Tx, { caller, items }: Change): Promise<void> {
  const rows = await tx.rows(sql<Stored>`
    select t.id, t.data, t.counts_as from "role" t
    where t.tenant_id = ${caller.tenantId} and t.id = any(${items.map(({ id }) => id)}::uuid[])`);
  const countsAs = new Map(rows.map((row) => [row.id, row.counts_as]));
  const others = items.filter(
    ({ id, fields: { counts_as: sent } }) => sent !== undefined && sent !== (countsAs.get(id) ?? sent),
  );
  if (others.length > 0) await requireNotGiven(tx, caller, others);
  const known = new Map(rows.map((row) => [row.id, row.data]));
  const problems = items.flatMap(({ id, data, path }) => {
    const after = { ...known.get(id), ...data };
    // A role that occurs again in an array is then what this item made of it.
    known.set(id, after);
    return problemsOf(after, path);
  });
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
