import { sql, type RawBuilder } from 'kysely';
import { readPeople, writeMember } from '../provider/people';
import { guid, noResource, notUnique, ScimProblem, type Json, type SentGroup } from './wire';
import { nothing, scopeOf, text, textOrNull, type Asked, type Kind } from './resource';

const mostMembers = 20_000;

interface GroupRow {
  readonly id: string;
  readonly display_name: string;
  readonly external_id: string | null;
  readonly created_at: Date;
  readonly modified_at: Date;
  readonly members: readonly Json[] | null;
}

const groupOf = (one: GroupRow): Json => ({
  id: one.id,
  displayName: one.display_name,
  ...(one.external_id !== null && { externalId: one.external_id }),
  ...(one.members !== null && { members: one.members }),
  meta: { created: one.created_at.toISOString(), lastModified: one.modified_at.toISOString() },
});

const readGroups = (
  { tx, provider }: Asked,
  where: RawBuilder<boolean>,
  page: RawBuilder<unknown> = nothing,
  withMembers = true,
): Promise<GroupRow[]> => {
  const { tenant, provider: of, issuer } = scopeOf(provider);
  const members = withMembers
    ? sql`coalesce((select jsonb_agg(jsonb_build_object('value', p.id, 'display', p.user_name, 'type', 'User') order by p.user_name, p.id)
        from provider_group_member m join provider_person p on p.tenant_id = m.tenant_id and p.id = m.person_id
        where m.tenant_id = t.tenant_id and m.group_id = t.id), '[]')`
    : sql`null`;
  return tx.rows(sql<GroupRow>`
    select t.id, t.display_name, t.external_id, t.created_at, t.modified_at, ${members} as members from provider_group t
    where t.tenant_id = ${tenant} and t.provider_id = ${of} and t.issuer = ${issuer} and ${where}
    order by t.created_at, t.id ${page}`);
};

/** Groups of people, which say their roles by the provider's record (RFC 7643, 4.2). */
export const groups: Kind = {
  path: '/Groups',
  hasMembers: true,
  schema: ({ Schemas }) => Schemas.Group,
  columns: {
    id: (value) => (guid.test(value) ? sql<boolean>`t.id = ${value}::uuid` : sql<boolean>`false`),
    displayname: (value) => sql<boolean>`lower(t.display_name) = lower(${value})`,
    externalid: (value) => sql<boolean>`t.external_id = ${value}`,
    'members.value': (value) =>
      guid.test(value)
        ? sql<boolean>`exists (select from provider_group_member m
            where m.tenant_id = t.tenant_id and m.group_id = t.id and m.person_id = ${value}::uuid)`
        : sql<boolean>`false`,
  },
  rows: sql`provider_group t`,
  read: async (asked, where, page, hides) =>
    (await readGroups(asked, where, page, !hides('members'))).map(groupOf),
  async find(asked, id) {
    const [row] = await readGroups(asked, sql<boolean>`t.id = ${id}::uuid`);
    if (!row) throw noResource(id);
    return groupOf(row);
  },
  async write(asked, id, sent) {
    const { tx, provider } = asked;
    const { displayName, externalId, members = [] } = sent as unknown as SentGroup;
    const display_name = text(displayName, 'displayName', 400);
    const external_id = textOrNull(externalId, 'externalId', 400);
    const { tenant, company, provider: of, issuer } = scopeOf(provider);
    const [taken] = await tx.rows(sql<object>`
      select from provider_group t where t.tenant_id = ${tenant} and t.provider_id = ${of} and t.issuer = ${issuer}
        and lower(t.display_name) = lower(${display_name}) and t.id is distinct from ${id}::uuid limit 1`);
    if (taken) throw notUnique('There is a group with this displayName already');
    const people = [...new Set(members)];
    if (people.length > mostMembers)
      throw new ScimProblem(413, `A group may have ${mostMembers} members`, 'tooMany');
    await requirePeople(asked, people);
    const [before] = id === null ? [] : await readGroups(asked, sql<boolean>`t.id = ${id}::uuid`);
    const [row] =
      id === null
        ? await tx.rows(sql<{ id: string }>`
            insert into provider_group (tenant_id, company_id, provider_id, issuer, display_name, external_id)
            values (${tenant}, ${company}, ${of}, ${issuer}, ${display_name}, ${external_id}) returning id`)
        : await tx.rows(sql<{ id: string }>`
            update provider_group t set display_name = ${display_name}, external_id = ${external_id}, modified_at = clock_timestamp()
            where t.tenant_id = ${tenant} and t.id = ${id}::uuid returning t.id`);
    if (!row) throw noResource(id ?? '');
    await tx.rows(sql`
      delete from provider_group_member m where m.tenant_id = ${tenant} and m.group_id = ${row.id}::uuid and not m.person_id = any (${people}::uuid[])`);
    await tx.rows(sql`
      insert into provider_group_member (tenant_id, company_id, group_id, person_id)
      select ${tenant}, ${company}, ${row.id}::uuid, one from unnest(${people}::uuid[]) one on conflict do nothing`);
    const former = (before?.members ?? []).map((one) => String(one['value']));
    const isSame = before?.display_name === display_name && before.external_id === external_id;
    const [are, were] = [new Set(people), new Set(former)];
    const touched = [...new Set([...people, ...former])].filter(
      (one) => !isSame || !are.has(one) || !were.has(one),
    );
    await writeMembers(asked, touched);
    const [after] = await readGroups(asked, sql<boolean>`t.id = ${row.id}::uuid`);
    return groupOf(
      after ?? {
        ...row,
        display_name,
        external_id,
        members: [],
        created_at: new Date(),
        modified_at: new Date(),
      },
    );
  },
  async remove(asked, id) {
    const { tx, provider } = asked;
    const { tenant } = scopeOf(provider);
    const [before] = await readGroups(asked, sql<boolean>`t.id = ${id}::uuid`);
    await tx.rows(sql`delete from provider_group t where t.tenant_id = ${tenant} and t.id = ${id}::uuid`);
    await writeMembers(
      asked,
      (before?.members ?? []).map((one) => String(one['value'])),
    );
  },
};

async function requirePeople({ tx, provider }: Asked, ids: readonly string[]): Promise<void> {
  const { tenant, provider: of, issuer } = scopeOf(provider);
  const known = new Set(
    (
      await tx.rows(sql<{ id: string }>`
        select t.id from provider_person t where t.tenant_id = ${tenant} and t.provider_id = ${of} and t.issuer = ${issuer}
          and t.deleted_at is null and t.id = any (${ids.filter((id) => guid.test(id))}::uuid[])`)
    ).map(({ id }) => id),
  );
  const missing = ids.find((id) => !known.has(id.toLowerCase()));
  if (missing !== undefined)
    throw new ScimProblem(400, `members: there is no user ${missing.slice(0, 100)} here`, 'invalidValue');
}

/** Writes what people may do by the groups that they are in now. */
async function writeMembers({ tx, provider, writer }: Asked, ids: readonly string[]): Promise<void> {
  for (const person of await readPeople(tx, provider, sql<boolean>`t.id = any (${ids}::uuid[])`))
    await writeMember(tx, writer, provider, person);
}
