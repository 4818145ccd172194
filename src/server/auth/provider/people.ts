import { sql } from 'kysely';
import { canonicalEmail } from '@/contract/email';
import type { Role } from '@/contract/role';
import { inScope, type Tx } from '../../db/db';
import type { Parts } from '../../http/http-env';
import { HttpProblem } from '../../http/problems';
import { serviceCaller } from '../../ops/companies';
import { upsertWithin } from '../../write/store';
import { newId } from '../../write/uuid';
import type { WriteContext } from '../../write/write-context';
import type { Provider } from './client';

/** Returns what a provider writes people of its company with: the trail has its name. Null for a service without a table of people. */
export function writerOf(
  { db, tables }: Pick<Parts, 'db' | 'tables'>,
  { lineage, name }: Provider,
  requestId: string,
): WriteContext | null {
  const [own, ...above] = lineage;
  const table = tables['user'];
  return own === undefined || !table
    ? null
    : {
        db,
        tables,
        table,
        caller: { ...serviceCaller([own, ...above]), keyName: name },
        requestId,
        givesIds: true,
      };
}

/** Returns the role that values mean by a provider's record, the strongest one: of a claim, or of groups; null for none. */
export function roleMeant(
  { data: { roles } }: Pick<Provider, 'data'>,
  values: readonly unknown[],
): Role | null {
  const known = ['admin', 'manager', 'accountant'] as const;
  return known.find((role) => roles?.[role]?.some((value) => values.includes(value))) ?? null;
}

/** Somebody whom a provider sends by itself, and which membership of its company is theirs. */
export interface Person {
  readonly id: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly active: boolean;
  /** What else was sent, in SCIM's shape (RFC 7643, 4.1). */
  readonly data: PersonData;
  readonly user_id: string | null;
  /** Whether a group, or a role that was sent, has said their role before. */
  readonly by_group: boolean;
  readonly created_at: Date;
  readonly modified_at: Date;
  readonly groups: readonly PersonGroup[];
}

interface PersonGroup {
  readonly value: string;
  readonly display: string;
  readonly external_id: string | null;
}

/** The parts of a SCIM user that something here depends on; others are kept beside them. */
export interface PersonData {
  readonly displayName?: string;
  readonly name?: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string };
  readonly emails?: readonly {
    readonly value?: string;
    readonly primary?: boolean;
    readonly type?: string;
  }[];
  readonly roles?: readonly { readonly value?: string }[];
}

/** Returns the people of a provider, with their groups, those that a condition on `t` says; none that was deleted. */
export const readPeople = (
  tx: Tx,
  { tenant_id, id, data }: Provider,
  where = sql<boolean>`true`,
  page = sql``,
): Promise<Person[]> =>
  tx.rows(sql<Person>`
    select t.id, t.user_name, t.external_id, t.active, t.data, t.user_id, t.by_group, t.created_at, t.modified_at, coalesce((
      select jsonb_agg(jsonb_build_object('value', g.id, 'display', g.display_name, 'external_id', g.external_id) order by g.display_name, g.id)
      from provider_group_member m join provider_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
      where m.tenant_id = t.tenant_id and m.person_id = t.id), '[]') as groups
    from provider_person t
    where t.tenant_id = ${tenant_id}::uuid and t.provider_id = ${id}::uuid and t.issuer = ${data.issuer ?? ''}
      and t.deleted_at is null and ${where}
    order by t.created_at, t.id ${page}`);

/** Has one transaction at a time write people of a provider, so that no group is read while another one changes it. */
export const lockPeople = (tx: Tx, { tenant_id, id }: Provider): Promise<unknown> =>
  tx.rows(
    sql`select from identityprovider where tenant_id = ${tenant_id}::uuid and id = ${id}::uuid for no key update`,
  );

/** Returns the name of a person as lists show it: the best of what was sent. */
export function nameOf({
  data: { displayName, name },
  user_name,
}: Pick<Person, 'data' | 'user_name'>): string {
  const parts = [name?.givenName, name?.familyName].filter((part) => part?.trim());
  const named = [displayName, name?.formatted, parts.join(' '), user_name].find((one) => one?.trim());
  return (named ?? user_name).trim().slice(0, 200);
}

/** Returns the e-mail of a person: the primary one, the first one, or the user name if it is one; null if none is an address. */
export function emailOf({
  data: { emails = [] },
  user_name,
}: Pick<Person, 'data' | 'user_name'>): string | null {
  const primary = emails.find((one) => one.primary === true) ?? emails[0];
  return canonicalEmail(primary?.value ?? user_name);
}

/** What a person may do here by what was sent. */
export interface Access {
  /** The role that they get; null where the one that they have stands. */
  readonly role: Role | null;
  /** The role that they are made in; null where nothing says one. */
  readonly first: Role | null;
}

/**
 * Returns what a person may do here; null for nothing. Groups, and roles that were sent, mean a role by the provider's record. Who was in one
 * that did, and is in none any more, is what new people are, or has no access. Whom no group has named yet keeps the role that a claim or
 * an administrator said: sending groups for the first time takes nobody's access away.
 */
export function accessOf(
  provider: Pick<Provider, 'data'>,
  person: Pick<Person, 'active' | 'data' | 'groups' | 'by_group'>,
): Access | null {
  if (!person.active) return null;
  const meant = meantBy(provider, person);
  if (meant !== null) return { role: meant, first: meant };
  const { new_people: makes, roles } = provider.data;
  const made = makes && makes !== 'refused' ? makes : null;
  const isMapped = Object.values(roles ?? {}).some((values) => Array.isArray(values) && values.length > 0);
  const hasLeft = isMapped && person.by_group;
  if (hasLeft && made === null) return null;
  return { role: hasLeft ? made : null, first: made };
}

const meantBy = (
  provider: Pick<Provider, 'data'>,
  { groups, data: { roles = [] } }: Pick<Person, 'data' | 'groups'>,
): Role | null =>
  roleMeant(
    provider,
    [
      ...groups.flatMap(({ display, external_id }) => [display, external_id]),
      ...roles.map(({ value }) => value),
    ].filter((one) => typeof one === 'string'),
  );

interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
}

/**
 * Writes what a person may do here to the membership of the provider's company that is theirs. One that is missing is made, unless somebody
 * has the e-mail here already: an e-mail says nothing, so the person waits until an administrator says who it is.
 *
 * @param claimed the role that a claim of the sign-in under way means
 * @returns the id of the membership; null for who has none
 * @throws 403 where the company would lose its last administrator, or one who comes in when a provider fails, also by another e-mail
 */
export async function writeMember(
  tx: Tx,
  context: WriteContext,
  provider: Provider,
  person: Person,
  claimed: Role | null = null,
): Promise<string | null> {
  const access = accessOf(provider, person);
  if (!person.by_group && person.active && meantBy(provider, person) !== null)
    await tx.rows(
      sql`update provider_person set by_group = true where tenant_id = ${provider.tenant_id}::uuid and id = ${person.id}::uuid`,
    );
  const email = emailOf(person);
  const name = nameOf(person);
  const { tenant_id } = provider;
  if (person.user_id !== null) {
    const [before] = await tx.rows(sql<Member>`
      select id, name, email, role, active from "user"
      where tenant_id = ${tenant_id}::uuid and id = ${person.user_id}::uuid for no key update`);
    if (!before) return null;
    const role = access?.role ?? before.role;
    const change = {
      ...(before.active !== (access !== null) && { active: access !== null }),
      ...(access !== null && before.name !== name && { name }),
      ...(access !== null && email !== null && before.email !== email && { email }),
      ...(access !== null && before.role !== role && { role }),
    };
    if (Object.keys(change).length === 0) return before.id;
    if (before.active && before.role === 'admin') {
      // With another address it would be another login's, who comes in by it.
      if (access === null || role !== 'admin' || 'email' in change)
        await requireUnnamed(tx, provider, before);
      if (access === null || role !== 'admin') await requireOthers(tx, provider, before);
    }
    await upsertWithin(tx, context, { id: before.id, ...change });
    return before.id;
  }
  const role = access && (access.role ?? claimed ?? access.first);
  if (!role || email === null || (await memberByEmail(tx, provider, email)) !== null) return null;
  const id = newId();
  await upsertWithin(tx, context, newMember(provider, { id, name, email, role }));
  await giveMember(tx, provider, person.id, id);
  return id;
}

/** Returns a membership to make. Where a claim says who holds which locations, it holds none until one has. */
export const newMember = (
  { data: { location_claim: claim } }: Pick<Provider, 'data'>,
  member: Readonly<Record<'id' | 'name' | 'email' | 'role', string>>,
) => ({ ...member, ...(claim && { data: { location_ids: [] } }) });

/** Says which membership is a person's. */
export const giveMember = (
  tx: Tx,
  { tenant_id }: Provider,
  person: string,
  member: string,
): Promise<unknown> =>
  tx.rows(sql`
    update provider_person set user_id = ${member}::uuid where tenant_id = ${tenant_id}::uuid and id = ${person}::uuid`);

/** Returns the id of the membership of a provider's company that has an e-mail; null if none has. */
export async function memberByEmail(
  tx: Tx,
  { tenant_id, company_id }: Provider,
  email: string,
): Promise<string | null> {
  const [known] = await tx.rows(sql<{ id: string }>`
    select id from "user" where tenant_id = ${tenant_id}::uuid and company_id = ${company_id}::uuid and email = ${email}`);
  return known?.id ?? null;
}

/**
 * Writes what people may do by their providers' records, of providers whose record has changed: its roles may mean others now. Whom it
 * cannot be written of (the last administrator) holds nobody else up, and neither does one provider another one.
 *
 * @param refused is told of whom it could not be, and why: until the record changes again, that is not tried again
 */
export async function applyRecords(
  parts: Pick<Parts, 'db' | 'tables'>,
  refused: (provider: Provider, reason: string) => void,
): Promise<void> {
  const { rows } = await sql<Provider>`select * from providers_to_apply()`.execute(parts.db);
  const failures: unknown[] = [];
  for (const provider of rows) {
    const writer = writerOf(parts, provider, `req_${newId().replaceAll('-', '')}`);
    if (!writer) continue;
    const note = (tx: Tx) =>
      tx.rows(sql`update provider_token set applied = ${provider.version}
        where tenant_id = ${provider.tenant_id}::uuid and provider_id = ${provider.id}::uuid`);
    try {
      const reasons = await inScope(parts.db, writer.caller, 'read write', async (tx) => {
        await lockPeople(tx, provider);
        const found: string[] = [];
        for (const person of await readPeople(tx, provider)) {
          await tx.rows(sql`savepoint person`);
          try {
            await writeMember(tx, writer, provider, person);
          } catch (error) {
            if (!(error instanceof HttpProblem)) throw error;
            await tx.rows(sql`rollback to savepoint person`);
            found.push(error.detail);
          }
          await tx.rows(sql`release savepoint person`);
        }
        await note(tx);
        return found;
      });
      for (const reason of reasons) refused(provider, reason);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** A provider takes no administrator away who comes in when it, or another one of the company, fails. */
async function requireUnnamed(tx: Tx, provider: Provider, { id, name }: Member): Promise<void> {
  const [named] = await tx.rows(sql<object>`
    select from identityprovider t where t.tenant_id = ${provider.tenant_id}::uuid and t.company_id = ${provider.company_id}::uuid
      and t.active and t.data->'break_glass' ? ${id} limit 1`);
  if (named || provider.data.break_glass?.includes(id))
    throw new HttpProblem(
      403,
      'last_administrator',
      'Forbidden',
      `${name} is named to come in when the provider fails: an administrator changes that in Tillhouse`,
    );
}

/** A provider does not take the last administrator away. */
async function requireOthers(tx: Tx, provider: Provider, { id, name }: Member): Promise<void> {
  const [other] = await tx.rows(sql<object>`
    select from "user" where tenant_id = ${provider.tenant_id}::uuid and company_id = ${provider.company_id}::uuid
      and id <> ${id}::uuid and active and role = 'admin' limit 1`);
  if (!other)
    throw new HttpProblem(
      403,
      'last_administrator',
      'Forbidden',
      `${name} is the company’s last administrator: make somebody else one first`,
    );
}
