import { sql } from 'kysely';
import { z } from 'zod';
import { scimToken } from '@/contract/single-sign-on';
import type { Stage } from './api/start';
import type { Provided } from './openid';

export const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The body of a patch. */
export const patch = (...Operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

/** Has an administrator make the token of a provider. */
export const tokenOf = async ({ id, admin }: Provided): Promise<string> =>
  scimToken.parse((await admin('POST', `/api/secure/identityprovider/${id}/scim-token`)).json).token;

let count = 0;

/** A user as Microsoft Entra sends it. */
export const entraUser = (more: object = {}) => {
  const n = (count += 1);
  return {
    schemas: [core, enterprise],
    externalId: `object-${n}`,
    userName: `Aino.${n}@Rantakulma.example`,
    active: true,
    displayName: `Aino ${n}`,
    emails: [{ primary: true, type: 'work', value: `aino.${n}@rantakulma.example` }],
    meta: { resourceType: 'User' },
    name: { formatted: `Aino ${n}`, familyName: `${n}`, givenName: 'Aino' },
    title: 'Buyer',
    [enterprise]: { department: 'Purchasing' },
    roles: [],
    ...more,
  };
};

interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly active: boolean;
}

/** Sends as the provider of a token does. */
export function provisioning(on: Pick<Stage, 'service'>, token: () => string) {
  async function scim(method: string, path: string, body?: unknown, by = token()) {
    const response = await on.service.fetch(
      new Request(`http://test/api/scim/v2${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${by}`,
          ...(body !== undefined && { 'Content-Type': 'application/scim+json; charset=utf-8' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const json = text === '' ? {} : z.looseObject({}).parse(JSON.parse(text));
    return { status: response.status, json, headers: response.headers };
  }

  /** Sends a user; returns its id. */
  async function made(more: object = {}): Promise<string> {
    const { status, json } = await scim('POST', '/Users', entraUser(more));
    if (status !== 201) throw new Error(JSON.stringify(json));
    return String(json['id']);
  }

  /** Sends a group with these people, or adds them to it; returns its id. */
  async function grouped(displayName: string, ...ids: readonly string[]): Promise<string> {
    const found = await scim(
      'GET',
      `/Groups?filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`,
    );
    const [known] = z.array(z.looseObject({ id: z.string() })).parse(found.json['Resources']);
    const members = ids.map((value) => ({ value }));
    if (known) {
      await scim('PATCH', `/Groups/${known.id}`, patch({ op: 'add', path: 'members', value: members }));
      return known.id;
    }
    const { status, json } = await scim('POST', '/Groups', { schemas: [group], displayName, members });
    if (status !== 201) throw new Error(JSON.stringify(json));
    return String(json['id']);
  }

  /** Returns the membership of somebody whom the provider sent. */
  async function memberOf(id: string): Promise<Member | undefined> {
    const { rows } = await sql<Member>`
      select u.id, u.name, u.email, u.role, u.active
      from provider_person p join "user" u on u.tenant_id = p.tenant_id and u.id = p.user_id
      where p.id = ${id}::uuid`.execute(on.service.db);
    return rows[0];
  }

  return { scim, made, grouped, memberOf };
}
