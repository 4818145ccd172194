import { sql } from 'kysely';
import {
  emailOf,
  giveMember,
  readPeople,
  writeMember,
  type Person,
  type PersonData,
} from '../provider/people';
import { guid, noResource, notUnique, ScimProblem, type Json, type SentUser } from './wire';
import { scopeOf, text, textOrNull, type Asked, type Kind } from './resource';

/** Characters of what is kept of a user besides names and ids. */
const mostData = 16_384;

const userOf = (one: Person): Json => ({
  ...one.data,
  id: one.id,
  userName: one.user_name,
  ...(one.external_id !== null && { externalId: one.external_id }),
  active: one.active,
  groups: one.groups.map(({ value, display }) => ({ value, display })),
  meta: { created: one.created_at.toISOString(), lastModified: one.modified_at.toISOString() },
});

/** What a user has that is not the provider's to say. */
const notKept = new Set(['schemas', 'id', 'meta', 'groups']);

/** Users: people whom a provider sends, each with a membership of its company once something says their role (RFC 7643, 4.1). */
export const users: Kind = {
  path: '/Users',
  hasMembers: false,
  schema: ({ Schemas }) => Schemas.User,
  columns: {
    id: (value) => (guid.test(value) ? sql<boolean>`t.id = ${value}::uuid` : sql<boolean>`false`),
    username: (value) => sql<boolean>`lower(t.user_name) = lower(${value})`,
    externalid: (value) => sql<boolean>`t.external_id = ${value}`,
    'emails.value': (value) =>
      sql<boolean>`exists (select from jsonb_array_elements(case when jsonb_typeof(t.data->'emails') = 'array' then t.data->'emails' end) e
        where lower(e->>'value') = lower(${value}))`,
  },
  rows: sql`(select * from provider_person where deleted_at is null) t`,
  read: async ({ tx, provider }, where, page) => (await readPeople(tx, provider, where, page)).map(userOf),
  find: async (asked, id) => userOf(await personById(asked, id)),
  async write(asked, id, sent) {
    const { tx, provider, writer } = asked;
    const { userName, externalId, active = true, ...rest } = sent as unknown as SentUser & Json;
    const user_name = text(userName, 'userName', 320);
    const external_id = textOrNull(externalId, 'externalId', 400);
    const kept: PersonData = Object.fromEntries(Object.entries(rest).filter(([key]) => !notKept.has(key)));
    if (JSON.stringify(kept).length > mostData)
      throw new ScimProblem(413, 'This user is too large', 'tooMany');
    if (emailOf({ data: kept, user_name }) === null)
      throw new ScimProblem(
        400,
        'An e-mail address is needed: the primary one of emails, or userName',
        'invalidValue',
      );
    const { tenant, company, provider: of, issuer } = scopeOf(provider);
    const [taken] = await tx.rows(sql<{ id: string }>`
      select t.id from provider_person t
      where t.tenant_id = ${tenant} and t.provider_id = ${of} and t.issuer = ${issuer} and t.deleted_at is null
        and (lower(t.user_name) = lower(${user_name}) or t.external_id = ${external_id}) and t.id is distinct from ${id}::uuid limit 1`);
    if (taken) throw notUnique('There is a user with this userName or externalId already');
    const [row] =
      id === null
        ? await tx.rows(sql<{ id: string }>`
            insert into provider_person (tenant_id, company_id, provider_id, issuer, user_name, external_id, active, data)
            values (${tenant}, ${company}, ${of}, ${issuer}, ${user_name}, ${external_id}, ${active}, ${JSON.stringify(kept)}::jsonb)
            returning id`)
        : await tx.rows(sql<{ id: string }>`
            update provider_person t set user_name = ${user_name}, external_id = ${external_id}, active = ${active},
              data = ${JSON.stringify(kept)}::jsonb, modified_at = clock_timestamp()
            where t.tenant_id = ${tenant} and t.id = ${id}::uuid returning t.id`);
    if (!row) throw noResource(id ?? '');
    if (id === null) await takeFormer(asked, row.id, user_name, external_id);
    const person = await personById(asked, row.id);
    await writeMember(tx, writer, provider, person);
    return userOf(person);
  },
  async remove(asked, id) {
    const { tx, provider, writer } = asked;
    const person = await personById(asked, id);
    await writeMember(tx, writer, provider, { ...person, active: false });
    const { tenant } = scopeOf(provider);
    await tx.rows(
      sql`delete from provider_group_member m where m.tenant_id = ${tenant} and m.person_id = ${id}::uuid`,
    );
    await tx.rows(sql`
      update provider_person t set active = false, deleted_at = clock_timestamp(), data = '{}'
      where t.tenant_id = ${tenant} and t.id = ${id}::uuid`);
  },
};

async function personById({ tx, provider }: Asked, id: string): Promise<Person> {
  const [person] = await readPeople(tx, provider, sql<boolean>`t.id = ${id}::uuid`);
  if (!person) throw noResource(id);
  return person;
}

/** Gives somebody who was deleted and is sent again the membership that was theirs: by what the provider knows them by, never by an e-mail. */
async function takeFormer(
  { tx, provider }: Asked,
  id: string,
  userName: string,
  externalId: string | null,
): Promise<void> {
  const { tenant, provider: of, issuer } = scopeOf(provider);
  const [former] = await tx.rows(sql<{ id: string; user_id: string }>`
    select t.id, t.user_id from provider_person t
    where t.tenant_id = ${tenant} and t.provider_id = ${of} and t.issuer = ${issuer} and t.deleted_at is not null and t.user_id is not null
      and (t.external_id = ${externalId} or (t.external_id is null and ${externalId}::text is null and lower(t.user_name) = lower(${userName})))
    order by t.deleted_at desc limit 1`);
  if (!former) return;
  await tx.rows(
    sql`update provider_person t set user_id = null where t.tenant_id = ${tenant} and t.id = ${former.id}::uuid`,
  );
  await giveMember(tx, provider, id, former.user_id);
}
