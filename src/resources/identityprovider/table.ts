import { sql } from 'kysely';
import { pointerOf } from '@/contract/pointer';
import type { Caller } from '@/server/auth/caller';
import { isProviderAddress } from '@/server/auth/provider/client';
import type { Tx } from '@/server/db/db';
import { defineTable } from '@/server/db/table';
import { HttpProblem, invalid } from '@/server/http/problems';
import type { Change } from '@/server/write/rules';
import { identityprovider } from './contract';

/** What is wrong with an issuer; null for nothing. */
function faultOfIssuer(issuer: string): string | null {
  if (!isProviderAddress(issuer) || /[?#]/.test(issuer)) return 'Must be an https address, without ? or #';
  const { hostname, pathname } = new URL(issuer);
  if (pathname.includes('/.well-known/'))
    return 'Must be the issuer alone: its configuration is found under /.well-known/ by itself';
  // There each organisation says of itself who people are.
  return hostname === 'login.microsoftonline.com' &&
    /^\/(?:common|organizations|consumers)(?:\/|$)/.test(pathname)
    ? 'Must be that of one organisation: its id in place of "common"'
    : null;
}

const domain = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/;

/** Checks what the contract takes as text: it is part of the application's first load. @throws 422 `invalid_value` */
function requireAddresses(items: Change['items']): void {
  const wrong = items.flatMap(({ data, path }) => {
    const { issuer, domains } = data ?? {};
    const fault = typeof issuer === 'string' ? faultOfIssuer(issuer) : null;
    return [
      ...(fault === null ? [] : [{ at: ['issuer'], detail: fault }]),
      ...(Array.isArray(domains) ? domains : []).flatMap((one, n) =>
        domain.test(String(one)) ? [] : [{ at: ['domains', n], detail: 'Must be a domain, in lower case' }],
      ),
    ].map(({ at, detail }) => ({
      pointer: pointerOf([...path, 'data', ...at]),
      code: 'invalid_value',
      detail,
    }));
  });
  if (wrong.length > 0) throw invalid(wrong);
}

/**
 * Checks what a record would be after the write, where it says so or is switched on. Where new people are made, they are of its domains: a
 * provider may know the whole world. Where it is the only way in, administrators of the company come in without it when it fails: at least one,
 * and each has joined, and has a second factor, so that nobody with their password sets one up in their place.
 *
 * @throws 409 `own_membership` at `/data/only`; 422 at `/data/domains`: `required`; at `/data/break_glass`: `required`, `invalid_value`
 */
async function requireSafe(tx: Tx, { caller, items }: Change): Promise<void> {
  requireAddresses(items);
  const asked = ['only', 'break_glass', 'new_people', 'domains'];
  const said = items.filter(
    ({ data, fields }) => fields['active'] === true || asked.some((one) => data !== null && one in data),
  );
  if (said.length === 0) return;
  const rows = await tx.rows(sql<{ id: string; active: boolean; data: Readonly<Record<string, unknown>> }>`
    select id, active, data from identityprovider
    where tenant_id = ${caller.tenantId} and id = any (${said.map(({ id }) => id)}::uuid[])`);
  for (const { id, path, data, fields } of said) {
    const before = rows.find((row) => row.id === id);
    const after = { ...before?.data, ...data };
    if ((fields['active'] ?? before?.active ?? true) !== true) continue;
    const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
    const at = (...rest: PropertyKey[]) => pointerOf([...path, 'data', ...rest]);
    const makes = after['new_people'] ?? 'refused';
    if (makes !== 'refused' && listOf(after['domains']).length === 0)
      throw invalid([
        { pointer: at('domains'), code: 'required', detail: 'Of which domains are people who are new?' },
      ]);
    if (after['only'] !== true) continue;
    const named = listOf(after['break_glass']);
    if (named.length === 0)
      throw invalid([
        { pointer: at('break_glass'), code: 'required', detail: 'Who comes in when the provider fails?' },
      ]);
    const known = await tx.rows(sql<{ id: string }>`
      select id from "user" where tenant_id = ${caller.tenantId} and company_id = ${caller.companyId} and id = any (${named}::uuid[])
        and active and role = 'admin' and accepted_at is not null and membership_has_second_factor(tenant_id, id)`);
    const wrong = named.flatMap((one, n) => (known.some((row) => row.id === one) ? [] : [n]));
    if (wrong.length === 0) {
      if (!named.includes(caller.userId ?? named[0] ?? '')) await requireLinked(tx, caller, at('only'));
      continue;
    }
    const detail =
      'Must be an administrator of the company who has joined by their own sign-in, with a second factor';
    throw invalid(wrong.map((n) => ({ pointer: at('break_glass', n), code: 'invalid_value', detail })));
  }
}

/** Requires that a provider has been let act for the person who closes the other ways in: they would be out at once. @throws 409 `own_membership` */
async function requireLinked(tx: Tx, { tenantId, userId }: Caller, pointer: string): Promise<void> {
  const [row] = await tx.rows(sql<{ linked: boolean }>`
    select membership_linked_at(${tenantId}, ${userId}) is not null as linked`);
  if (row?.linked) return;
  const detail = 'This would sign you out for good: come in through the provider first, or name yourself';
  throw new HttpProblem(409, 'own_membership', 'Conflict', detail, {
    errors: [{ pointer, code: 'own_membership', detail }],
  });
}

/** Table of providers of single sign-on. What lets a sign-in find one is in the migration that made what belongs to it. */
export const identityproviderTable = defineTable(identityprovider, {
  columns: {},
  computed: { has_secret: 'provider_has_secret(t.tenant_id, t.id)' },
  revisions: [],
  search: `concat_search(name, data->>'issuer', data->>'domains')`,
  rules: { before: requireSafe },
});
