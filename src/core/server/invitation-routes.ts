import { Hono } from 'hono';
import { acceptBody, invitationBody, type Invitation } from '@/core/contract/session';
import { roles } from '@/core/contract/role';
import type { AppEnv } from './app';
import { requireSameOrigin } from './browser';
import type { Database } from './db';
import { findLink, useLink, type StandingLink } from './invitations';
import type { SignInLimits } from './limits';
import { hashPassword, isPassword } from './password';
import { notFound } from './problems';
import { chosenPassword, readBody, signedIn, wrongCredentials } from './session-answers';

/**
 * One-time links, taken up. The token comes in a body, never in an address, so that it stands in no log and
 * no history.
 */
export function invitationRoutes(db: Database, limits: SignInLimits): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post('/api/invitation', async (c) => {
    requireSameOrigin(c.req.raw, 'let in');
    const { token } = await readBody(c, invitationBody);
    const link = await limits.attempt(c, null, () => findLink(db, token));
    if (!link) throw gone();
    return c.json(shown(link));
  });

  routes.post('/api/invitation/accept', async (c) => {
    requireSameOrigin(c.req.raw, 'let in');
    const { token, password } = await readBody(c, acceptBody);
    const link = await limits.attempt(c, null, () => findLink(db, token));
    if (!link) throw gone();
    const hash = link.established ? null : await hashPassword(chosenPassword(password, link.email));
    if (link.established) {
      const right = async () => ((await isPassword(password, link.password_hash)) ? true : null);
      if (!(await limits.attempt(c, link.email, right))) throw wrongCredentials('The password');
    }
    if (!(await useLink(db, link, token, hash))) throw gone();
    return signedIn(db, c, { tenantId: link.tenant_id, companyId: link.company_id, userId: link.user_id });
  });

  return routes;
}

const gone = () => notFound('This link was used, replaced by a newer one, or is past its time');

function shown(link: StandingLink): Invitation {
  const role = roles.find((name) => name === link.role);
  if (!role) throw new Error('A membership has one of the roles');
  const { kind, email, who, company, established } = link;
  const expires_at = link.expires_at.toISOString();
  return { kind, email, name: who, company, role, expires_at, has_password: established };
}
