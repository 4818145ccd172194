import { Resolver } from 'node:dns/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { providerIdentities, type ProviderIdentity } from '@/contract/single-sign-on';
import { inScope, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { trusted } from '@/server/db/db';
import type { Caller } from '@/server/auth/caller';
import { requireSecretKeys } from '@/server/auth/secret-keys';
import { purposes } from '@/server/auth/provider/client';
import { asSignIn } from '@/server/auth/sessions';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { notFound } from '@/server/http/problems';
import { noteBeside } from '@/server/write/audit';
import { identityprovider } from './contract';

/** The body that sets the secret of the client; null takes it away. */
const secretBody = z.strictObject({ client_secret: z.string().min(1).max(1000).nullable() });
const linkBody = z.strictObject({ user_id: z.guid() });

const checkedDomains = z.array(z.looseObject({ domain: z.string(), shown: z.boolean() }));

/** Whether a domain says by a TXT record that a provider is its own; what cannot be looked up says nothing. */
async function isShown(domain: string, id: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const records = await resolver.resolveTxt(domain).catch(() => []);
  return records.some((parts) => parts.join('') === `tillhouse=${id}`);
}

/** Requires a provider of the caller's own company, and locks it. @throws 404 */
export async function requireProvider(tx: Tx, caller: Caller, id: string): Promise<void> {
  const [known] = await tx.rows(sql<object>`
    select from identityprovider t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}
    for no key update`);
  if (!known) throw notFound();
}

/** Endpoints of providers besides their records: the secret, and whom they named. */
export const identityproviderAddresses = endpoints(
  route({
    method: 'PUT',
    path: '/identityprovider/:id/secret',
    operationId: 'set_provider_secret',
    tag: 'identityprovider',
    summary: 'Keep the secret of the client, encrypted; it is never answered',
    needs: identityprovider.access.update,
    body: secretBody,
    answers: { 204: { description: 'It is kept.' } },
    problems: [409],
    handle: async ({
      caller,
      parts: { db, secretKeys },
      params: { id },
      body: { client_secret: secret },
    }) => {
      const keys = requireSecretKeys(secretKeys);
      await inScope(db, caller, 'read write', async (tx) => {
        await requireProvider(tx, caller, id);
        const sealed = secret === null ? null : keys.seal(purposes.secret, id, secret);
        await asSignIn(tx, () =>
          tx.rows(sql`select provider_secret_set(${caller.tenantId}::uuid, ${id}::uuid, ${sealed}::text)`),
        );
        await noteBeside(tx, caller, 'identityprovider', id, {
          client_secret: secret === null ? null : '[redacted]',
        });
      });
      return new Response(null, { status: 204 });
    },
  }),
  route({
    method: 'POST',
    path: '/identityprovider/:id/domains',
    operationId: 'check_provider_domains',
    tag: 'identityprovider',
    summary:
      'Look whether the domains of a provider are its company’s: each has a TXT record `tillhouse=<id>` then',
    description:
      'Asked of installations with several chains alone: there a domain is offered once it was shown.',
    needs: identityprovider.access.update,
    answers: { 200: jsonAnswer('Each domain, and whether it was shown.', checkedDomains) },
    handle: async ({ c, caller, parts: { db }, params: { id } }) => {
      const domains = await inScope(db, caller, 'read write', async (tx) => {
        await requireProvider(tx, caller, id);
        const [row] = await tx.rows(sql<{ domains: string[] | null }>`
          select t.data->'domains' as domains from identityprovider t where t.tenant_id = ${caller.tenantId} and t.id = ${id}`);
        return row?.domains ?? [];
      });
      const checked = await Promise.all(
        domains.map(async (domain) => ({ domain, shown: await isShown(domain, id) })),
      );
      for (const { domain, shown } of checked)
        await sql`select provider_domain_shown(${caller.tenantId}::uuid, ${id}::uuid, ${domain}, ${shown})`.execute(
          db,
        );
      return c.json(checked);
    },
  }),
  route({
    method: 'GET',
    path: '/identityprovider/:id/identities',
    operationId: 'provider_identities',
    tag: 'identityprovider',
    summary: 'Whom the provider named, the newest 500, and which memberships they open',
    needs: identityprovider.access.read,
    answers: { 200: jsonAnswer('The identities.', providerIdentities) },
    handle: async ({ c, caller, parts: { db }, params: { id } }) => {
      const rows = await inScope(db, caller, 'one snapshot', async (tx) => {
        const [known] = await tx.rows(sql<object>`
          select from identityprovider t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}`);
        if (!known) throw notFound();
        return tx.rows(sql<ProviderIdentity>`
          select i.id, i.subject, i.name, i.email, ${trusted(wireTime('i.first_at'))} as first_at,
            ${trusted(wireTime('i.last_at'))} as last_at, i.memberships from provider_identities(${id}::uuid) i`);
      });
      return c.json(rows);
    },
  }),
  route({
    method: 'POST',
    path: '/identityprovider/:id/identities/:identity/link',
    operationId: 'link_identity',
    tag: 'identityprovider',
    summary: 'Let whom the provider named act by a membership, of the company or one below it',
    needs: identityprovider.access.update,
    body: linkBody,
    answers: { 204: { description: 'It is linked.' } },
    handle: async ({ caller, parts: { db }, params: { id, identity }, body: { user_id: user } }) => {
      await inScope(db, caller, 'read write', async (tx) => {
        await requireProvider(tx, caller, id);
        await requireIdentity(tx, id, identity);
        const [linked] = await asSignIn(tx, () =>
          tx.rows(sql<{ done: boolean }>`
            select provider_identity_link(${caller.tenantId}::uuid, ${identity}::uuid, ${user}::uuid) as done`),
        );
        if (!linked?.done) throw notFound('There is no such membership here or below');
        await noteBeside(tx, caller, 'identityprovider', id, { linked: { identity, user_id: user } });
      });
      return new Response(null, { status: 204 });
    },
  }),
  route({
    method: 'POST',
    path: '/identityprovider/:id/identities/:identity/unlink',
    operationId: 'unlink_identity',
    tag: 'identityprovider',
    summary: 'Take a membership from whom the provider named; what they began by it ends',
    needs: identityprovider.access.update,
    body: linkBody,
    answers: { 204: { description: 'It is taken.' } },
    handle: async ({ c, caller, parts: { db }, params: { id, identity }, body: { user_id: user } }) => {
      await inScope(db, caller, 'read write', async (tx) => {
        await requireProvider(tx, caller, id);
        await requireIdentity(tx, id, identity);
        const [unlinked] = await asSignIn(tx, () =>
          tx.rows(sql<{ done: boolean }>`
            select provider_identity_unlink(${caller.tenantId}::uuid, ${identity}::uuid, ${user}::uuid,
              ${c.get('requestId')}) as done`),
        );
        if (!unlinked?.done) throw notFound('This is not linked');
        await noteBeside(tx, caller, 'identityprovider', id, { unlinked: { identity, user_id: user } });
      });
      return new Response(null, { status: 204 });
    },
  }),
);

/** Requires that a provider named somebody. @throws 404 */
async function requireIdentity(tx: Tx, provider: string, identity: string): Promise<void> {
  const [row] = await tx.rows(sql<{ known: boolean }>`
    select provider_identity_known(${provider}::uuid, ${identity}::uuid) as known`);
  if (!row?.known) throw notFound();
}
