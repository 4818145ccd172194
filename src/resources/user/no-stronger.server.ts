import { sql } from 'kysely';
import { pointerOf } from '@/contract/pointer';
import { roles, type Role } from '@/contract/role';
import type { Caller } from '@/server/auth/caller';
import { heldFrom, type HeldRow } from '@/server/auth/caller-held';
import { inScope, type Database, type Tx } from '@/server/db/db';
import { HttpProblem, invalid, notFound } from '@/server/http/problems';
import type { Change } from '@/server/write/rules';
import { isWithin, ownRoleMisfit, type Held } from '../rights';

const detail = 'This person may or sees more than you do: somebody who may as much gives and changes it';

const beyond = (pointers: readonly string[]) =>
  new HttpProblem(403, 'beyond_own_rights', 'Forbidden', detail, {
    errors: pointers.map((pointer) => ({ pointer, code: 'beyond_own_rights', detail })),
  });

/** Whether a caller may everything in their company, so that nobody is stronger. */
const isStrongest = ({ role, rights }: Caller): boolean => role === 'admin' && !rights;

interface Known {
  readonly id: string;
  readonly role: string;
  readonly role_id: string | null;
  readonly held: HeldRow | null;
  readonly location_ids: unknown;
}

/** Reads memberships of the caller's company with what they hold. */
const readKnown = (tx: Tx, { tenantId, companyId }: Caller, ids: readonly string[]) =>
  tx.rows(sql<Known>`
    select t.id, t.role, t.role_id, t.data->'location_ids' as location_ids,
      (select jsonb_build_object('locations', null, 'role', jsonb_build_object('id', r.id, 'name', r.name, 'active', r.active, 'data', r.data))
        from "role" r where r.tenant_id = t.tenant_id and r.id = t.role_id) as held
    from "user" t where t.tenant_id = ${tenantId} and t.company_id = ${companyId} and t.id = any(${ids}::uuid[])`);

const listOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.map((one) => String(one).toLowerCase()) : null;

/** A role of the company's that is deactivated counts as what it gives when it is activated again. */
const whenActive = (held: HeldRow | null): HeldRow | null =>
  held?.role ? { ...held, role: { ...held.role, active: true } } : held;

function heldBy({ role, held, location_ids: locations }: Omit<Known, 'id' | 'role_id'>): Held | null {
  const known = roles.find((name): name is Role => name === role);
  return known
    ? { role: known, ...heldFrom(whenActive(held)), locations: known === 'admin' ? null : listOf(locations) }
    : null;
}

/**
 * Requires that a membership is no stronger than the caller, before something is done with its person's way in (their link, sessions or
 * second factor).
 *
 * @throws 403 `beyond_own_rights`; 404
 */
export async function requireNoStronger(db: Database, caller: Caller, id: string): Promise<void> {
  if (isStrongest(caller)) return;
  const [one] = await inScope(db, caller, 'read only', (tx) => readKnown(tx, caller, [id]));
  if (!one) throw notFound();
  const held = heldBy(one);
  if (!held || !isWithin(held, caller)) throw beyond([]);
}

/**
 * Checks the roles that memberships are given: an administrator's is none of the company's own, and nobody makes somebody, or
 * changes somebody, who may or sees more than they do themselves (docs/security.md#roles).
 *
 * @throws 422 `invalid_value` for roles that do not fit; 403 `beyond_own_rights`
 */
export async function requireGivenRole(tx: Tx, { caller, items, stored }: Change): Promise<void> {
  const named = items.filter(({ fields }) => 'role' in fields || 'role_id' in fields);
  if (named.length === 0 && isStrongest(caller)) return;
  const known = new Map((await readKnown(tx, caller, [...stored.keys()])).map((one) => [one.id, one]));
  const ids = items.flatMap(({ fields }) =>
    typeof fields['role_id'] === 'string' ? [fields['role_id']] : [],
  );
  const rows = await tx.rows(sql<{
    id: string;
    name: string;
    counts_as: string;
    active: boolean;
    data: Record<string, unknown>;
  }>`
    select r.id, r.name, r.counts_as, r.active, r.data from "role" r
    where r.tenant_id = ${caller.tenantId} and r.id = any(${ids}::uuid[])`);
  const given = new Map(rows.map((row) => [row.id, row]));
  const misfits: { pointer: string; code: string; detail: string }[] = [];
  const stronger: string[] = [];
  for (const { id, fields, data, path } of items) {
    const before = known.get(id);
    const sent = fields['role'];
    const role = typeof sent === 'string' ? sent : (before?.role ?? '');
    const roleId = 'role_id' in fields ? fields['role_id'] : (before?.role_id ?? null);
    const own = typeof roleId === 'string' ? given.get(roleId.toLowerCase()) : undefined;
    const misfit = typeof roleId === 'string' ? ownRoleMisfit(role) : null;
    if (misfit !== null)
      misfits.push({
        pointer: pointerOf([...path, 'role_id' in fields ? 'role_id' : 'role']),
        code: 'invalid_value',
        detail: misfit,
      });
    const after: Known = {
      id,
      role,
      role_id: typeof roleId === 'string' ? roleId : null,
      held: own ? { locations: null, role: own } : 'role_id' in fields ? null : (before?.held ?? null),
      location_ids: data && 'location_ids' in data ? data['location_ids'] : (before?.location_ids ?? null),
    };
    // A membership that occurs again in an array is then what this item made of it.
    known.set(id, after);
    if (isStrongest(caller)) continue;
    // Or the rules for managers, such as a second factor, would not be asked of somebody who is one.
    if (own && own.counts_as !== role)
      misfits.push({
        pointer: pointerOf([...path, 'role']),
        code: 'invalid_value',
        detail: `The role ${own.name} counts as ${own.counts_as}`,
      });
    const all = [after, ...(before ? [before] : [])].map(heldBy);
    if (all.some((held) => !held || !isWithin(held, caller))) stronger.push(pointerOf(path));
  }
  if (misfits.length > 0) throw invalid(misfits);
  if (stronger.length > 0) throw beyond(stronger);
}
