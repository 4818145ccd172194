import { sql } from 'kysely';
import { formatActingAs } from '@/contract/acting-as';
import { everybody, roles } from '@/contract/role';
import { meSchema, type Me } from '@/contract/session';
import { endpoints, jsonAnswer, route } from './endpoint';
import { anyQuery } from './query';
import type { Caller } from '../auth/caller';
import { actingAs } from '../auth/authenticate';
import { readSecret } from '../read/cursor';
import { inScope, type Database } from '../db/db';
import { currentPosition } from '../live/changes';
import { sealPlace } from '../live/place';
import { languagesOf, membershipsOfSession, ownLogin } from '../auth/sessions';

/** The caller, its role, and the company it acts in (docs/design.md#others). */
export const meAddress = endpoints(
  route({
    method: 'GET',
    path: '/me',
    operationId: 'me',
    tag: 'session',
    summary: 'Who the caller is, in which role, and the company it acts in',
    needs: everybody,
    query: anyQuery,
    answers: { 200: jsonAnswer('The caller.', meSchema) },
    problems: [409],
    handle: async ({ c, caller, parts: { db } }) => c.json(await me(db, caller)),
  }),
);

/** Returns what the company of a caller, or one above it, asks of its role; null for nothing. */
async function secondFactorAsked(
  db: Database,
  { tenantId, lineage, role }: Caller,
): Promise<{ company: string; from: string; is_due: boolean } | null> {
  const { rows } = await sql<{ company: string; from: string; is_due: boolean }>`
    select a.company, a.since::text as "from", a.is_due
    from second_factor_asked(${tenantId}::uuid, ${lineage}::uuid[], ${role}) a limit 1`.execute(db);
  return rows[0] ?? null;
}

interface CompanyRow {
  id: string;
  name: string;
  parent_id: string | null;
  currency: string | null;
  locale: string | null;
  timezone: string | null;
  price_tax: string | null;
}

/**
 * Returns the caller, its role, the company it acts in with its ancestors' names, and the person's other memberships.
 */
export async function me(db: Database, caller: Caller): Promise<Me> {
  // Before anything else is read: changes committed after this point are reported by the live feed
  // (live/live-routes.ts).
  const live = sealPlace(await readSecret(db), caller, await currentPosition(db));
  const rows = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<CompanyRow>`
      select t.id, t.name, t.parent_id, t.data->>'currency' as currency, t.data->>'locale' as locale,
        t.data->>'timezone' as timezone, t.data->>'price_tax' as price_tax
      from company t where t.tenant_id = ${caller.tenantId} and t.id = any(${caller.lineage}::uuid[])`),
  );
  const byNearness = caller.lineage.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const [own, parent] = byNearness;
  if (!own) throw new Error('The caller has no company');
  const inherited = (name: 'currency' | 'locale' | 'timezone', fallback: string) =>
    byNearness.map((row) => row[name]).find((value) => value !== null) ?? fallback;
  /** What the company at a place of the line says of its prices, or the nearest above it. */
  const priceTaxAt = (place: number): 'included' | 'excluded' | null => {
    const said = byNearness.slice(place).find((row) => row.price_tax !== null)?.price_tax;
    return said === 'included' || said === 'excluded' ? said : null;
  };
  const login = await ownLogin(db, caller);
  const memberships = await membershipsOfSession(db, caller);
  const here = memberships.find(
    ({ tenant_id, user_id }) => tenant_id === caller.tenantId && user_id === caller.userId,
  );
  const languages = here && (await languagesOf(db, here.tenant_id, here.user_id));
  const person = here && {
    id: here.user_id,
    name: here.who,
    email: login?.email ?? here.email,
    has_password: (login?.password_hash ?? null) !== null,
    language: languages?.chosen ?? languages?.given ?? null,
    // A provider asks for one itself.
    second_factor: login && caller.session?.second === null ? await secondFactorAsked(db, caller) : null,
  };
  return {
    role: caller.role,
    live,
    locations: caller.locations ? [...caller.locations] : null,
    custom_role: caller.custom ? { id: caller.custom.id, name: caller.custom.name } : null,
    rights: caller.rights ? [...caller.rights] : null,
    hidden: [...(caller.hidden ?? [])],
    read_only: [...(caller.readOnly ?? [])],
    pos_id: caller.posId ?? null,
    largest_price_change: caller.largestPriceChange ?? null,
    user: person ?? null,
    key: caller.keyId === null ? null : { id: caller.keyId, name: caller.keyName ?? '' },
    acting_as: actingAs(caller),
    memberships: memberships.flatMap(({ tenant_id, user_id: id, role, custom, company_id, company }) => {
      const known = roles.find((one) => one === role);
      return known
        ? [
            {
              id,
              acting_as: formatActingAs(tenant_id, id),
              role: known,
              custom_role: custom ? { id: custom.id, name: custom.name } : null,
              company: { id: company_id, name: company },
            },
          ]
        : [];
    }),
    company: {
      id: own.id,
      name: own.name,
      parent: parent ? { id: parent.id, name: parent.name } : null,
      ancestors: byNearness.slice(1).map(({ id, name }, at) => ({ id, name, price_tax: priceTaxAt(at + 1) })),
      currency: inherited('currency', 'EUR'),
      locale: inherited('locale', 'en'),
      timezone: inherited('timezone', 'UTC'),
      price_tax: priceTaxAt(0),
    },
  };
}
