import { defineTable, wireTime } from '@/server/db/table';
import { user } from './contract';
import { sql } from 'kysely';
import { pointerOf } from '@/contract/pointer';
import type { Tx } from '@/server/db/db';
import { HttpProblem } from '@/server/http/problems';
import type { Change } from '@/server/write/rules';
import { requireGivenRole } from './no-stronger.server';

/** What connects a membership with the login of its person, and with their sessions. */
const objects = `
  alter table "user"
    add column login_id uuid not null,
    add column accepted_at timestamptz(3),
    add column last_sign_in_at timestamptz(3);
  create index user_login on "user" (login_id);
  -- For acting_id_is_shared (server/db/schema/callers.sql), which looks up an id over all tenants.
  create index user_id_alone on "user" (id);
  create trigger login before insert or update on "user"
    for each row execute function user_has_login();
  create trigger ends_sessions after update on "user" for each row
    when ((old.active and not new.active) or old.login_id <> new.login_id)
    execute function membership_ends_sessions();
  create policy known on "user" for select to tillhouse_auth using (true);
  create policy signs_in on "user" for update to tillhouse_auth using (true);
  grant select, update (accepted_at, last_sign_in_at, login_id, email) on "user" to tillhouse_auth;
`;

/** Table of memberships. The search covers name and e-mail. A trigger links each to the login of its e-mail. */
export const userTable = defineTable(user, {
  columns: { email: 'text not null', role: 'text not null', role_id: 'uuid' },
  addedLater: ['role_id'],
  computed: {
    accepted_at: wireTime('coalesce(t.accepted_at, membership_linked_at(t.tenant_id, t.id))'),
    last_sign_in_at: wireTime('t.last_sign_in_at'),
    has_second_factor: 'membership_has_second_factor(t.tenant_id, t.id)',
  },
  revisions: ['user_sign_in'],
  search: 'concat_search(name, email, role)',
  // Whether a recipient of reports is one of the company's people.
  indexes: { user_email: '(tenant_id, email)' },
  objects,
  rules: {
    async before(tx, change) {
      await requireOwnAccess(tx, change);
      await requireGivenRole(tx, change);
      await requireBreakGlass(tx, change);
    },
  },
});

const lowered = (id: unknown): string | null => (typeof id === 'string' ? id.toLowerCase() : null);

/**
 * Refuses to deactivate the membership that the caller is signed in with, or to change its role or e-mail, so that nobody
 * locks themselves out; another administrator may do it. One's own e-mail is changed by a link to the new one.
 *
 * @throws 409 `own_membership`, with the pointer of the field.
 */
async function requireOwnAccess(tx: Tx, { caller, items, stored }: Change): Promise<void> {
  const isOwn = items.some(({ id, fields }) => id === caller.userId && 'email' in fields);
  const [own] = isOwn
    ? await tx.rows(sql<{ email: string }>`
        select email from "user" where tenant_id = ${caller.tenantId} and id = ${caller.userId}`)
    : [];
  const errors = items
    .filter(({ id }) => id === caller.userId && stored.has(id))
    .flatMap(({ fields, path }) => [
      ...(fields['active'] === false ? [[...path, 'active']] : []),
      ...('role' in fields && fields['role'] !== caller.role ? [[...path, 'role']] : []),
      ...('role_id' in fields && lowered(fields['role_id']) !== (caller.custom?.id ?? null)
        ? [[...path, 'role_id']]
        : []),
      // One's own address is changed by a link to the new one (auth/own-address.ts).
      ...('email' in fields && fields['email'] !== own?.email ? [[...path, 'email']] : []),
    ])
    .map((at) => ({
      pointer: pointerOf(at),
      code: 'own_membership',
      detail:
        at.at(-1) === 'email'
          ? 'Your own e-mail is changed by a link to the new one: POST /api/session/address'
          : 'This is your own membership; another administrator may change it',
    }));
  if (errors.length === 0) return;
  throw new HttpProblem(409, 'own_membership', 'Conflict', errors[0]?.detail ?? '', { errors });
}

/**
 * Refuses to take the company's last administrator who breaks the glass: where its provider is the only way in, nobody could come in when it
 * fails (resources/identityprovider/table.ts).
 *
 * @throws 409 `last_break_glass`, with the pointer of the field.
 */
async function requireBreakGlass(tx: Tx, { caller, items, stored }: Change): Promise<void> {
  const taking = items.filter(
    ({ id, fields }) =>
      stored.has(id) &&
      (fields['active'] === false || ('role' in fields && fields['role'] !== 'admin') || 'email' in fields),
  );
  if (taking.length === 0) return;
  // Locked, so that of two writes that each leave the other's the second sees what the first took.
  const providers = await tx.rows(sql<{ named: unknown }>`
    select data->'break_glass' as named from identityprovider
    where tenant_id = ${caller.tenantId} and company_id = ${caller.companyId} and active and data->'only' = 'true'
    order by id for no key update`);
  const all = providers.map(({ named }) => (Array.isArray(named) ? named.map(String) : []));
  if (all.length === 0) return;
  const able = await tx.rows(sql<{ id: string; email: string }>`
    select id, email from "user" where tenant_id = ${caller.tenantId} and company_id = ${caller.companyId}
      and id = any (${all.flat()}::uuid[]) and active and role = 'admin' and accepted_at is not null`);
  const taken = taking.filter(({ id, fields }) =>
    able.some((one) => one.id === id && (!onlyEmail(fields) || fields['email'] !== one.email)),
  );
  const isLeft = (named: readonly string[]) =>
    able.some(({ id }) => named.includes(id) && taken.every((one) => one.id !== id));
  const last = taken.find(({ id }) => all.some((named) => named.includes(id) && !isLeft(named)));
  if (!last) return;
  const detail = 'Nobody else could come in if the provider failed: name another administrator there first';
  const field = last.fields['active'] === false ? 'active' : onlyEmail(last.fields) ? 'email' : 'role';
  const errors = [{ pointer: pointerOf([...last.path, field]), code: 'last_break_glass', detail }];
  throw new HttpProblem(409, 'last_break_glass', 'Conflict', detail, { errors });
}

/** Whether of what would take somebody their way in fields have another e-mail alone. */
const onlyEmail = (fields: Readonly<Record<string, unknown>>): boolean =>
  fields['active'] !== false && (fields['role'] ?? 'admin') === 'admin';
