import { sql } from 'kysely';
import { linkPeopleBody, providerPeople, scimToken, type ProviderPeople } from '@/contract/single-sign-on';
import type { Caller } from '@/server/auth/caller';
import type { Provider } from '@/server/auth/provider/client';
import {
  emailOf,
  giveMember,
  lockPeople,
  nameOf,
  readPeople,
  writeMember,
  writerOf,
  type Person,
} from '@/server/auth/provider/people';
import { scimAddress } from '@/server/auth/scim/routes';
import { hashToken, newToken } from '@/server/auth/sessions';
import { inScope, type Tx } from '@/server/db/db';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { invalid, notFound } from '@/server/http/problems';
import { identityprovider } from './contract';
import { noteBeside } from '@/server/write/audit';
import { requireProvider } from './identityprovider.server';

/** Returns a provider of the caller's own company. @throws 404 */
async function providerOf(tx: Tx, caller: Caller, id: string): Promise<Provider> {
  const [row] = await tx.rows(sql<Pick<Provider, 'id' | 'version' | 'name' | 'data'>>`
    select t.id, t.version, t.name, t.data from identityprovider t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}`);
  if (!row) throw notFound();
  const { tenantId: tenant_id, companyId: company_id, lineage } = caller;
  return { ...row, tenant_id, company_id, lineage, sealed: null };
}

/** People of one answer. */
const most = 500;

/** Endpoints of the people that a provider sends by itself (SCIM): its token, who they are, and which memberships they have. */
export const providerPeopleAddresses = endpoints(
  route({
    method: 'POST',
    path: '/identityprovider/:id/scim-token',
    operationId: 'make_scim_token',
    tag: 'identityprovider',
    summary: 'Make the token by which a provider sends people and groups (SCIM 2.0); the one before ends',
    needs: identityprovider.access.update,
    answers: { 201: jsonAnswer('The token, shown this once, and where it is used.', scimToken) },
    handle: async ({ c, caller, parts: { db, publicUrl }, params: { id } }) => {
      const token = `ths_${newToken()}`;
      await inScope(db, caller, 'read write', async (tx) => {
        await requireProvider(tx, caller, id);
        await noteBeside(tx, caller, 'identityprovider', id, { scim_token: '[redacted]' });
        await tx.rows(sql`
          insert into provider_token as t (tenant_id, company_id, provider_id, hash)
          values (${caller.tenantId}, ${caller.companyId}, ${id}::uuid, ${hashToken(token)})
          on conflict (tenant_id, provider_id) do update set hash = excluded.hash, made_at = clock_timestamp(), used_at = null`);
      });
      return c.json({ token, address: scimAddress(publicUrl, c.req.url) }, 201);
    },
  }),
  route({
    method: 'POST',
    path: '/identityprovider/:id/scim-token/end',
    operationId: 'end_scim_token',
    tag: 'identityprovider',
    summary: 'End the token by which a provider sends people; those whom it sent keep what they may do',
    needs: identityprovider.access.update,
    answers: { 204: { description: 'It opens nothing any more.' } },
    handle: async ({ caller, parts: { db }, params: { id } }) => {
      await inScope(db, caller, 'read write', async (tx) => {
        await requireProvider(tx, caller, id);
        const [gone] = await tx.rows(sql<object>`
          delete from provider_token where tenant_id = ${caller.tenantId} and provider_id = ${id}::uuid returning provider_id`);
        if (!gone) throw notFound('There is no token');
        await noteBeside(tx, caller, 'identityprovider', id, { scim_token: null });
      });
      return new Response(null, { status: 204 });
    },
  }),
  route({
    method: 'GET',
    path: '/identityprovider/:id/people',
    operationId: 'provider_people',
    tag: 'identityprovider',
    summary: 'Whom the provider sends by itself, and which memberships they have',
    needs: identityprovider.access.read,
    answers: { 200: jsonAnswer('The people, those first who wait for an administrator.', providerPeople) },
    handle: async ({ c, caller, parts: { db, publicUrl }, params: { id } }) => {
      const address = scimAddress(publicUrl, c.req.url);
      return c.json(
        await inScope(db, caller, 'one snapshot', async (tx) =>
          peopleOf(tx, await providerOf(tx, caller, id), address),
        ),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/identityprovider/:id/people/link',
    operationId: 'link_people',
    tag: 'identityprovider',
    summary:
      'Say which memberships of the company people have whom the provider sends: what it sends is theirs from now on',
    needs: identityprovider.access.update,
    body: linkPeopleBody,
    answers: { 204: { description: 'They are linked, and written as the provider has them.' } },
    problems: [403],
    handle: async ({ c, caller, parts, params: { id }, body: { people } }) => {
      await inScope(parts.db, caller, 'read write', async (tx) => {
        const provider = await providerOf(tx, caller, id);
        await lockPeople(tx, provider);
        await noteBeside(tx, caller, 'identityprovider', id, { linked: people });
        const writer = writerOf(parts, provider, c.get('requestId'));
        if (!writer) throw notFound();
        for (const [n, { id: person, user_id: member }] of people.entries()) {
          const pointer = (what: string) => `/people/${n}/${what}`;
          const [sent] = await readPeople(
            tx,
            provider,
            sql<boolean>`t.id = ${person}::uuid and t.user_id is null`,
          );
          if (!sent)
            throw invalid([
              {
                pointer: pointer('id'),
                code: 'invalid_value',
                detail: 'Nobody of the provider waits under this id',
              },
            ]);
          const [free] = await tx.rows(sql<object>`
            select from "user" u where u.tenant_id = ${caller.tenantId} and u.company_id = ${caller.companyId} and u.id = ${member}::uuid
              and not exists (select from provider_person p where p.tenant_id = u.tenant_id and p.user_id = u.id and p.deleted_at is null)`);
          if (!free)
            throw invalid([
              {
                pointer: pointer('user_id'),
                code: 'invalid_value',
                detail: 'Must be a membership of the company that is nobody’s at a provider',
              },
            ]);
          await tx.rows(sql`
            update provider_person set user_id = null where tenant_id = ${caller.tenantId} and user_id = ${member}::uuid`);
          await giveMember(tx, provider, person, member);
          await writeMember(tx, writer, provider, { ...sent, user_id: member });
        }
      });
      return new Response(null, { status: 204 });
    },
  }),
);

/** Who waits comes first, who neither has nor gets anything here last. */
const rankOf = ({ active, user_id }: Person): number => (user_id === null ? (active ? 0 : 2) : 1);

type Seen = ProviderPeople['people'][number]['membership'];

async function peopleOf(tx: Tx, provider: Provider, address: string): Promise<ProviderPeople> {
  const { tenant_id, company_id, id } = provider;
  const [token] = await tx.rows(sql<{ made_at: Date; used_at: Date | null }>`
    select made_at, used_at from provider_token where tenant_id = ${tenant_id} and provider_id = ${id}::uuid`);
  const sent = await readPeople(tx, provider);
  const people = sent
    .toSorted(
      (one, other) => rankOf(one) - rankOf(other) || Number(other.created_at) - Number(one.created_at),
    )
    .slice(0, most);
  const members = await tx.rows(sql<{
    id: string;
    name: string;
    email: string;
    role: string;
    taken: boolean;
  }>`
    select u.id, u.name, u.email, u.role,
      exists (select from provider_person p where p.tenant_id = u.tenant_id and p.user_id = u.id and p.deleted_at is null) as taken
    from "user" u
    where u.tenant_id = ${tenant_id} and u.company_id = ${company_id} and (u.id = any (${people.flatMap(({ user_id }) => user_id ?? [])}::uuid[])
      or u.email = any (${people.flatMap((one) => emailOf(one) ?? [])}))`);
  const seen = (found: (typeof members)[number] | undefined): Seen =>
    found ? { id: found.id, name: found.name, role: found.role } : null;
  return {
    scim: token
      ? { address, made_at: token.made_at.toISOString(), used_at: token.used_at?.toISOString() ?? null }
      : null,
    total: sent.length,
    people: people.map((one) => {
      const email = emailOf(one);
      return {
        id: one.id,
        name: nameOf(one),
        email,
        active: one.active,
        groups: one.groups.map(({ display }) => display),
        membership: seen(members.find((member) => member.id === one.user_id)),
        same_email:
          one.user_id === null
            ? seen(members.find((member) => member.email === email && !member.taken))
            : null,
      };
    }),
  };
}
