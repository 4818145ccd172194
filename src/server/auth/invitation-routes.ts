import { Hono, type Context } from 'hono';
import { sql } from 'kysely';
import { acceptBody, invitationBody, type Invitation } from '@/contract/session';
import { roles } from '@/contract/role';
import type { AppEnv } from '../http/http-env';
import { isGoodPassword, requireGoodPassword } from './password/password-strength';
import type { SignInLimits } from './sign-in-limits';
import { requireSameOrigin } from '../http/browser';
import type { Database } from '../db/db';
import { findLink, useLink, type ExistingLink } from './invitations';
import { takeAddress } from './own-address';
import { hashPassword, isPassword } from './password/password';
import { HttpProblem, notFound } from '../http/problems';
import { languagesOf } from './sessions';
import { readBody } from '../http/body';
import { signedIn, wrongCredentials } from '../http/session-answers';

/**
 * Routes that redeem one-time links. The token comes in a body, never in an address, so that no log and no browser
 * history contains it.
 */
export function invitationRoutes(db: Database, limits: SignInLimits): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post('/api/invitation', async (c) => {
    requireSameOrigin(c.req.raw, 'let in');
    const { token } = await readBody(c.req.raw, invitationBody);
    const link = await limits.attempt(c, null, () => findLink(db, token));
    if (!link) throw gone();
    // Only what the company said: what the person chose elsewhere would tell that there is such a person.
    const { given } = await languagesOf(db, link.tenant_id, link.user_id);
    const { rows: providers } = await sql<{ id: string; name: string }>`
      select * from providers_of_line(${link.tenant_id}::uuid, ${link.lineage}::uuid[])`.execute(db);
    const only = await isProviderAlone(db, link);
    return c.json({ ...shown(link), language: given, ...(link.kind === 'join' && { providers, only }) });
  });

  routes.post('/api/invitation/accept', async (c) => {
    requireSameOrigin(c.req.raw, 'let in');
    const { token, password } = await readBody(c.req.raw, acceptBody);
    const link = await limits.attempt(c, null, () => findLink(db, token));
    if (!link) throw gone();
    if (await isProviderAlone(db, link))
      throw new HttpProblem(
        409,
        'provider_only',
        'Conflict',
        'This company is entered through its provider alone: no password opens it',
      );
    const context = { email: link.email, companies: [link.company] };
    const outcome = await limits.attempt(
      c,
      accountOf(link),
      async () => {
        // The same work and the same attempt count with and without an existing password, so that neither reveals
        // which it is.
        if (await isPassword(password, link.established ? link.password_hash : null)) return 'shown';
        return link.established || link.shared || !isGoodPassword(password, context) ? null : 'chosen';
      },
      () => c.get('security').failed(c, 'locked_out', link.login_id),
    );
    if (outcome === null) {
      requireGoodPassword(password, context);
      throw await refusal(c, link);
    }
    const hash = outcome === 'shown' ? null : await hashPassword(password);
    const isUsed =
      link.kind === 'address'
        ? await takeAddress(db, link, token, c.get('address'))
        : await useLink(db, link, token, hash, c.get('address'));
    if (!isUsed) throw gone();
    const whose = {
      tenantId: link.tenant_id,
      companyId: link.company_id,
      userId: link.user_id,
      loginId: link.login_id,
    };
    return signedIn(db, c, whose, 'link');
  });

  return routes;
}

/**
 * Returns why a chosen password is refused: 401 if the e-mail already has another password, 409 `works_elsewhere` for
 * a reset. This is the only answer that depends on the e-mail's use in other companies: whoever sees it holds the
 * link sent to that person.
 */
async function refusal(c: Context<AppEnv>, link: ExistingLink): Promise<HttpProblem> {
  if (link.established) {
    await c.get('security').failed(c, 'sign_in_failed', link.login_id);
    return wrongCredentials('The password');
  }
  const detail = 'This person also works in another company: no single one sets their password anew';
  return new HttpProblem(409, 'works_elsewhere', 'Conflict', detail);
}

/**
 * Returns what tries with a link are counted for. They are no sign-ins: a flood of wrong passwords for an e-mail, from
 * however many addresses, stops neither who was sent a link for a new password nor who joins.
 */
const accountOf = ({ kind, email, login_id }: ExistingLink): string =>
  kind === 'join' ? `join ${email}` : `link ${login_id}`;

/** Returns whether nothing but a provider opens the membership of a link; a new address of one's own opens none. */
async function isProviderAlone(
  db: Database,
  { kind, tenant_id, lineage, user_id }: ExistingLink,
): Promise<boolean> {
  if (kind === 'address') return false;
  const { rows } = await sql<{ says: string | null }>`
    select provider_says(${tenant_id}::uuid, ${lineage}::uuid[], ${user_id}::uuid) as says`.execute(db);
  return rows[0]?.says === 'only';
}

const gone = () => notFound('This link was used, replaced by a newer one, or is past its time');

function shown(link: ExistingLink): Invitation {
  const role = roles.find((name) => name === link.role);
  if (!role) throw new Error('A membership has one of the roles');
  const { kind, email, who, company, custom } = link;
  const expires_at = link.expires_at.toISOString();
  const custom_role = custom && { id: custom.id, name: custom.name };
  return { kind, email, name: who, company, role, custom_role, expires_at };
}
