import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import type { Role } from '@/contract/role';
import { hashKey, type Caller } from '@/server/auth/caller';
import { createCompany } from '@/server/ops/companies';
import { sender, type Sender } from '../../service';
import type { Stage } from '../start';

/** Two tenants: each a group with the children Helsinki and Tampere, with the same ids in both. */
export const sides = ['first', 'second'] as const;
/** One of the two tenants. */
export type Side = (typeof sides)[number];
/** The companies of each tenant: the group and its two children. */
export const companies = ['group', 'helsinki', 'tampere'] as const;
/** One of them. */
export type Company = (typeof companies)[number];

/** A caller in one company of one tenant. */
export interface Actor {
  readonly side: Side;
  readonly company: Company;
  readonly caller: Caller;
  /** Sends with an administrator's key; the keys of both sides have the same ids as well. */
  readonly send: Sender;
  readonly secret: string;
}

/** Returns the other tenant. */
export const otherSide = (side: Side): Side => (side === 'first' ? 'second' : 'first');

/**
 * Creates two tenants with the same ids: the group of the stage, and a second one whose children and keys have the
 * ids of the first one's. Requests cannot create them; a restore, a move or SQL can. Filled before the first test.
 */
export function twinGroups(
  on: Pick<Stage, 'service'>,
  role: Role = 'admin',
): { readonly actors: readonly Actor[] } {
  const actors: Actor[] = [];
  beforeAll(async () => {
    const { db, fetch, companies: known } = on.service;
    const data = { currency: 'EUR', locale: 'fi-FI', timezone: 'Europe/Helsinki' };
    const root = await createCompany(db, { name: 'Second group', data });
    const child = (company: 'helsinki' | 'tampere') =>
      createCompany(db, { id: known[company].companyId, name: `Second ${company}`, data }, root);
    const callers: Record<Side, Record<Company, Caller>> = {
      first: known,
      second: { group: root, helsinki: await child('helsinki'), tampere: await child('tampere') },
    };
    for (const company of companies) {
      const keyId = crypto.randomUUID();
      for (const side of sides) {
        const caller = callers[side][company];
        const secret = `same-${side}-${crypto.randomUUID()}`;
        await sql`insert into apikey (tenant_id, company_id, id, name, role, prefix, hash)
          values (${caller.tenantId}, ${caller.companyId}, ${keyId}, ${`Key of ${side} ${company}`}, ${role}, '',
            ${hashKey(secret)})`.execute(db);
        actors.push({ side, company, caller, secret, send: sender(fetch, secret, role) });
      }
    }
  });
  return { actors };
}

/** Returns the caller in a company of a tenant. */
export function actorOf(actors: readonly Actor[], side: Side, company: Company): Actor {
  const found = actors.find((one) => one.side === side && one.company === company);
  if (!found) throw new Error(`Nobody acts in ${company} of ${side}`);
  return found;
}
