import { sql } from 'kysely';
import type { Context } from 'hono';
import { typedEmail } from '@/contract/email';
import type { Role } from '@/contract/role';
import { providerAgainBody, providersBody, providerSignInBody } from '@/contract/session-paths';
import type { ProviderRefusal } from '@/contract/single-sign-on';
import { inScope, type Tx } from '../../db/db';
import { readBody } from '../../http/body';
import { network } from '../../http/limits';
import { sessionEnded } from '../../http/session-answers';
import {
  cookieHeader,
  cookieToken,
  requireSameOrigin,
  sessionCookie,
  sessionToken,
} from '../../http/browser';
import type { AppEnv, Parts } from '../../http/http-env';
import { HttpProblem, notFound } from '../../http/problems';
import { upsertWithin } from '../../write/store';
import { newId } from '../../write/uuid';
import { callerOf } from '../authenticate';
import type { Caller } from '../caller';
import { originOf } from '../request-origin';
import { asSignIn, hashToken, membershipsOf, newToken, type Membership } from '../sessions';
import { addAttempt } from '../shared-attempts';
import { countFromAddress } from '../sign-in-limits';
import { openid, providerById, purposes, secretsOf, type Provider, type Providers } from './client';
import { lockPeople, memberByEmail, newMember, readPeople, roleMeant, writeMember, writerOf } from './people';

/** What of the service the sign-in by a provider needs. */
export type Site = Pick<Parts, 'db' | 'tables' | 'secretKeys' | 'publicUrl'> & {
  readonly providers: Providers;
};

/** Beginnings a minute from one address: each is a row for ten minutes, and may ask the provider for its configuration. */
const beginnings = 30;

/** Refusals that the security log has: each is there for good, and anybody can cause one. */
const refusals = { from: { seconds: 3600, most: 20 }, of: { seconds: 3600, most: 200 } } as const;

const scope = 'openid profile email';

/** Where a provider sends the browser back to. It is each provider's own, so that none is answered for another one. */
const callbackOf = (publicUrl: string, id: string): string => `${publicUrl}/api/sign-in/${id}/callback`;

const noProvider = () => notFound('There is no such provider');

/**
 * `POST /api/session/providers`: which providers an e-mail is offered. It goes by the domain alone: the answer is the same for any e-mail of
 * one, and says of nobody whether they are here.
 *
 * @throws 429
 */
export async function offerProviders({ db }: Pick<Site, 'db'>, c: Context<AppEnv>): Promise<Response> {
  requireSameOrigin(c.req.raw, 'let in');
  const { email } = await readBody(c.req.raw, providersBody);
  await countFromAddress(db, c, 'providers', 60);
  const domain = (typedEmail(email) ?? '').split('@')[1] ?? '';
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select * from providers_offered(${domain})`.execute(db);
  return c.json({ providers: rows });
}

/**
 * `POST /api/sign-in/:id`: begins a sign-in at a provider. Answers its address, to which the browser goes with the cookie of this answer.
 *
 * @throws 404; 409 `no_public_url`; 429; 503 `provider_away`
 */
export async function beginAtProvider(site: Site, c: Context<AppEnv>, id: string): Promise<Response> {
  requireSameOrigin(c.req.raw);
  const { token: invitation, back } = await readBody(c.req.raw, providerSignInBody);
  return begin(site, c, id, { invitation: invitation ?? null, back: back ?? null, again: false });
}

/**
 * `POST /api/session/provider`: begins the same for who was signed in by a provider, and is to show it again who they are: what a password
 * is asked for again is open then. Its own session, which may be anybody's who sits there, is not enough.
 *
 * @throws 401; 409 `no_provider`; and as `beginAtProvider`
 */
export async function beginAgain(site: Site, c: Context<AppEnv>): Promise<Response> {
  requireSameOrigin(c.req.raw);
  await callerOf(site.db, c.req.raw);
  const { back } = await readBody(c.req.raw, providerAgainBody);
  const { rows } = await sql<{ provider: string | null }>`
    select provider_of_session(${browserOf(c)}::bytea) as provider`.execute(site.db);
  const provider = rows[0]?.provider ?? null;
  if (provider === null)
    throw new HttpProblem(409, 'no_provider', 'Conflict', 'No provider signed this session in');
  return begin(site, c, provider, { invitation: null, back: back ?? null, again: true });
}

/** Returns the hash of the token of the browser's session; null for none. */
function browserOf(c: Context<AppEnv>): Buffer | null {
  const token = sessionToken(c.req.raw.headers);
  return token === null ? null : hashToken(token);
}

async function begin(
  site: Site,
  c: Context<AppEnv>,
  id: string,
  { invitation, back, again }: { invitation: string | null; back: string | null; again: boolean },
): Promise<Response> {
  const { db, publicUrl } = site;
  if (publicUrl === undefined)
    throw new HttpProblem(
      409,
      'no_public_url',
      'Conflict',
      'This service does not know its address (TILLHOUSE_PUBLIC_URL)',
    );
  await countFromAddress(db, c, 'provider', beginnings);
  const provider = await providerById(db, id);
  if (!provider) throw noProvider();
  const configuration = await site.providers.configurationOf(provider).catch((error: unknown) => {
    c.get('security').provider(c, 'provider_away', provider, reasonOf(error));
    throw new HttpProblem(
      503,
      'provider_away',
      'Service unavailable',
      `${provider.name} does not answer as it should`,
    );
  });
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid();
  const token = newToken();
  const { state, nonce, verifier } = secretsOf(token);
  const { rows } = await sql<{ begun: boolean }>`
    select provider_sign_in_begin(${hashToken(token)}, ${provider.tenant_id}::uuid, ${provider.id}::uuid,
      ${invitation === null ? null : hashToken(invitation)}::bytea, ${back}::text, ${browserOf(c)}::bytea, ${again}) as begun`.execute(
    db,
  );
  if (!rows[0]?.begun) throw sessionEnded();
  const isRefreshed = configuration.serverMetadata().scopes_supported?.includes('offline_access') === true;
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(publicUrl, provider.id),
    scope: isRefreshed ? `${scope} offline_access` : scope,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(again && { prompt: 'login', max_age: '0' }),
  });
  c.header('Set-Cookie', cookieHeader(c.req.raw, 'provider', token, { seconds: 600, address: publicUrl }));
  return c.json({ location: address.href }, 201);
}

/** A sign-in that was begun here. */
interface Begun {
  readonly invitation: Buffer | null;
  readonly back: string | null;
  /** The session of the browser, which it replaces. */
  readonly of_session: string | null;
  /** Whom it is to show again; null for any. */
  readonly again: string | null;
  readonly begun_at: Date;
}

/**
 * `GET /api/sign-in/:id/callback`: what a provider answers by the browser. Begins a session of whom it names, who is known here by a link, and
 * goes to the application; or goes to the sign-in page, which says why not. The security log of the provider's company has the reason.
 */
export async function answerOfProvider(site: Site, c: Context<AppEnv>, id: string): Promise<Response> {
  const { db, publicUrl, secretKeys } = site;
  if (publicUrl === undefined) return toPage(c, 'failed');
  const token = cookieToken(c.req.raw.headers, 'provider', publicUrl);
  c.header('Set-Cookie', cookieHeader(c.req.raw, 'provider', null, { address: publicUrl }), { append: true });
  const provider = await providerById(db, id);
  if (!provider) return toPage(c, 'failed');
  const refuse = async (refusal: ProviderRefusal, reason: string) => {
    c.get('security').provider(c, 'provider_refused', provider, reason);
    await note(site, c, provider, reason);
    return toPage(c, refusal);
  };
  const { rows } = await sql<Begun>`
    select s.* from provider_sign_in_end(${token === null ? null : hashToken(token)}::bytea, ${provider.id}::uuid) s`.execute(
    db,
  );
  const [begun] = rows;
  if (token === null || !begun) return refuse('failed', 'state');
  const said = await whoIs(site, c, provider, token).catch(reasonOf);
  if (typeof said === 'string') return refuse('failed', said);
  const identity = await identityOf(site, provider, said);
  if (begun.again !== null && (begun.again !== identity || !hasShownSince(said, begun)))
    return refuse('failed', 'not_again');
  const invited = begun.invitation && (await follow(site, provider, identity, begun.invitation));
  if (begun.invitation && !invited) return refuse('invitation', 'invitation');
  const membership = await membershipOf(site, c, provider, identity, said, invited);
  if (!membership) return refuse('unknown', 'nobody');
  const origin = originOf(c);
  const session = newToken();
  const refresh =
    said.refresh !== null && secretKeys ? secretKeys.seal(purposes.refresh, provider.id, said.refresh) : null;
  const shownAt = said.shownAt ?? (begun.again === null ? null : new Date());
  await sql`select session_begin_by_provider(${hashToken(session)}, ${identity}::uuid, ${membership.tenant_id}::uuid,
    ${membership.user_id}::uuid, ${origin.address}, ${origin.agent}, ${origin.requestId}, ${refresh}::text, ${said.session}::text,
    ${shownAt}::timestamptz, ${begun.of_session}::uuid)`.execute(db);
  c.header('Set-Cookie', sessionCookie(c.req.raw, session, publicUrl), { append: true });
  return toPage(c, null, begun.back ?? '/');
}

/** Whether a person has shown the provider who they are since they were asked to. One that does not say when was asked to, at least. */
const hasShownSince = ({ shownAt }: Said, { begun_at: begun }: Begun): boolean =>
  shownAt === null || shownAt.getTime() >= begun.getTime() - 60_000;

/** Goes to a page of the application, or to the sign-in page, which says why not. */
const toPage = (c: Context<AppEnv>, refusal: ProviderRefusal | null, back = '/'): Response =>
  c.redirect(refusal === null ? back : `/?sign-in=${refusal}`, 303);

/** Writes a refusal into the security log, as far as anybody with a browser may fill it. */
async function note({ db }: Site, c: Context<AppEnv>, provider: Provider, reason: string): Promise<void> {
  const { address, requestId } = originOf(c);
  const { isOver } = await addAttempt(db, [
    { kind: 'provider refused from', of: network(address), ...refusals.from },
    { kind: 'provider refused', of: provider.id, ...refusals.of },
  ]);
  if (isOver) return;
  await sql`select security_note(${provider.tenant_id}::uuid, ${provider.company_id}::uuid, 'provider_refused', null, null,
    ${provider.name}, ${address}, ${reason}, null, ${requestId})`.execute(db);
}

/** Who a provider says that somebody is. */
interface Said {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly role: Role | null;
  /** The numbers of the locations that they hold; null where no claim says them. */
  readonly locations: readonly string[] | null;
  /** By what the provider names them where it sends people by itself. */
  readonly externalId: string | null;
  /** Whether the e-mail is one that the company gives, as far as the provider says. */
  readonly isOfCompany: boolean;
  /** When they showed it who they are; null where it does not say. */
  readonly shownAt: Date | null;
  /** What it is asked again with, and its own session; null where it gives none. */
  readonly refresh: string | null;
  readonly session: string | null;
}

/** Returns a text of a claim in one line; null for none. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return line === '' ? null : line.slice(0, 120).trim();
}

/** Who somebody is there, as OpenID Connect has it: ASCII, of 255 characters at most. */
const isSubject = (subject: string): boolean => /^[\x20-\x7e]{1,255}$/.test(subject);

/**
 * Returns whether an e-mail that a provider says is of a domain that its record names. Where a provider knows everybody, anybody has an e-mail
 * there: Google says by `hd` whose organisation gives it.
 */
function isOfCompany(
  { data: { issuer, domains } }: Provider,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  const domain = (typedEmail(textOf(claims['email']) ?? '') ?? '').split('@')[1];
  const own = issuer === 'https://accounts.google.com' ? textOf(claims['hd']) : domain;
  return (
    domain !== undefined &&
    claims['email_verified'] !== false &&
    [domain, own].every((one) => one && domains?.includes(one))
  );
}

/** Exchanges the code, and checks all that is to be checked of the answer: state, issuer, audience, signature, nonce, times. */
async function whoIs(site: Site, c: Context<AppEnv>, provider: Provider, token: string): Promise<Said> {
  const configuration = await site.providers.configurationOf(provider);
  const { authorizationCodeGrant } = await openid();
  const { state, nonce, verifier } = secretsOf(token);
  const address = new URL(callbackOf(site.publicUrl ?? '', provider.id));
  address.search = new URL(c.req.url).search;
  const tokens = await authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || !isSubject(claims.sub)) throw new Error('no_claims');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: textOf(claims['name']),
    email: textOf(claims['email']),
    role: roleOf(provider, claims),
    locations: locationsOf(provider, claims),
    externalId: textOf(claims[provider.data.external_id_claim ?? 'sub']),
    isOfCompany: isOfCompany(provider, claims),
    shownAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
    refresh: tokens.refresh_token ?? null,
    session: textOf(claims['sid']),
  };
}

/** Returns the role that the claims mean by the provider's record; null for none. */
function roleOf(provider: Provider, claims: Readonly<Record<string, unknown>>): Role | null {
  const { role_claim: claim } = provider.data;
  if (!claim) return null;
  const said = claims[claim];
  return roleMeant(provider, Array.isArray(said) ? said : [said]);
}

/** Returns the numbers of locations that the claims say by the provider's record; null where they say nothing of them. */
function locationsOf(
  { data: { location_claim: claim } }: Provider,
  claims: Readonly<Record<string, unknown>>,
): readonly string[] | null {
  const said = claim && Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (said === undefined || said === null) return null;
  const values: readonly unknown[] = Array.isArray(said) ? said : [said];
  return values.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one).trim()] : [],
  );
}

/** Returns a short word for why something failed: the code of the package or the provider, never what either was sent. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'failed';
  const { error: said, code, message } = error as { error?: unknown; code?: unknown; message?: unknown };
  const word = [said, code, message].find((one) => typeof one === 'string' && one !== '');
  return typeof word === 'string' ? word.replaceAll(/[^\w .:-]/g, '').slice(0, 80) : 'failed';
}

async function identityOf(
  { db }: Site,
  { tenant_id, id }: Provider,
  { issuer, subject, name, email }: Said,
): Promise<string> {
  const { rows } = await sql<{
    identity: string;
  }>`select provider_identity_seen(${tenant_id}::uuid, ${id}::uuid, ${issuer}, ${subject},
    ${name}, ${email}) as identity`.execute(db);
  const [seen] = rows;
  if (!seen) throw new Error('An identity was not noted');
  return seen.identity;
}

/** Follows an invitation; returns the membership that it was for, or null if it opens nothing any more. */
async function follow(
  { db }: Site,
  { tenant_id }: Provider,
  identity: string,
  invitation: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ user: string | null }>`
    select provider_invitation_use(${invitation}, ${tenant_id}::uuid, ${identity}::uuid) as user`.execute(db);
  return rows[0]?.user ?? null;
}

/**
 * Returns the membership that an identity opens: to which it was invited, or used last. One that the provider sent by itself opens theirs by
 * the id that both know them by; somebody else is made where the provider's record says so.
 */
async function membershipOf(
  site: Site,
  c: Context<AppEnv>,
  provider: Provider,
  identity: string,
  said: Said,
  invited: string | null,
): Promise<Membership | null> {
  const sent = await sentAs(site, c, provider, said);
  const linked = await membershipsOf(site.db, identity);
  // Of whom groups say the role, the claim does not.
  const claimed = sent?.byGroup ? { ...said, role: null } : said;
  // Each of them may be switched to.
  for (const one of linked) await takeClaims(site, c, provider, one, claimed);
  const [first] = linked;
  if (first) return linked.find(({ user_id: id }) => id === invited) ?? first;
  if (sent) {
    if (sent.member === null) return null;
    await sql`select provider_identity_link(${provider.tenant_id}::uuid, ${identity}::uuid, ${sent.member}::uuid)`.execute(
      site.db,
    );
  } else {
    const { new_people: makes } = provider.data;
    const email = typedEmail(said.email ?? '');
    if (!makes || makes === 'refused' || email === null || !said.isOfCompany) return null;
    await makeMembership(site, c, provider, identity, { ...said, email }, said.role ?? makes);
  }
  const [made] = await membershipsOf(site.db, identity);
  if (made) await takeClaims(site, c, provider, made, claimed);
  return made ?? null;
}

/** Returns the membership of whom the provider sent by itself, made now where a claim says the role; null for who was not sent. */
async function sentAs(
  site: Site,
  c: Context<AppEnv>,
  provider: Provider,
  { externalId, role }: Said,
): Promise<{ member: string | null; byGroup: boolean } | null> {
  const writer = writerOf(site, provider, c.get('requestId'));
  if (externalId === null || !writer) return null;
  const find = (tx: Tx) => readPeople(tx, provider, sql<boolean>`t.external_id = ${externalId}`);
  const [sent] = await inScope(site.db, writer.caller, 'read only', find);
  if (!sent) return null;
  if (sent.user_id !== null || !sent.active) return { member: sent.user_id, byGroup: sent.by_group };
  return inScope(site.db, writer.caller, 'read write', async (tx) => {
    await lockPeople(tx, provider);
    const [now] = await find(tx);
    return now ? { member: await writeMember(tx, writer, provider, now, role), byGroup: now.by_group } : null;
  });
}

/**
 * Gives a membership of the provider's company the role and the locations that its claims mean by now. A role that none means stands, and so
 * do the locations where the claim is not there; one that names none leaves none.
 */
async function takeClaims(
  site: Site,
  c: Context<AppEnv>,
  provider: Provider,
  { company_id, user_id: id, role: before }: Membership,
  { role, locations }: Pick<Said, 'role' | 'locations'>,
): Promise<void> {
  const writer = writerOf(site, provider, c.get('requestId'));
  const takesRole = role !== null && role !== before;
  if (!(takesRole || locations) || company_id !== provider.company_id || !writer) return;
  try {
    await inScope(site.db, writer.caller, 'read write', async (tx) => {
      const held = locations && (await locationsNamed(tx, writer.caller, id, locations));
      if (!takesRole && !held) return;
      await upsertWithin(tx, writer, {
        id,
        ...(takesRole && { role }),
        ...(held && { data: { location_ids: held } }),
      });
    });
  } catch (error) {
    // A rule of this service, such as that of the last who breaks the glass: what there was stands.
    if (!(error instanceof HttpProblem) || error.status >= 500) throw error;
    c.get('security').provider(c, 'provider_refused', provider, `role ${error.code}`);
    await note(site, c, provider, `role ${error.code}`);
  }
}

/** Returns the ids of the locations that a claim names, by their numbers; null where the membership holds just these. */
async function locationsNamed(
  tx: Tx,
  { tenantId, companyId }: Caller,
  membership: string,
  names: readonly string[],
): Promise<readonly string[] | null> {
  const [row] = await tx.rows(sql<{ named: string[]; held: unknown }>`
    select array(select l.id::text from location l
        where l.tenant_id = ${tenantId} and l.company_id = ${companyId} and l.location_num::text = any (${names}) order by 1) as named,
      u.data->'location_ids' as held
    from "user" u where u.tenant_id = ${tenantId} and u.id = ${membership}::uuid`);
  if (!row) return null;
  return JSON.stringify(row.named) === JSON.stringify(row.held) ? null : row.named;
}

/**
 * Makes a membership of the provider's company for whom nobody here knows. An e-mail says nothing: who has it here already is not whom the
 * provider means, until an administrator says so.
 */
async function makeMembership(
  site: Site,
  c: Context<AppEnv>,
  provider: Provider,
  identity: string,
  { name, email }: { name: string | null; email: string },
  role: Role,
): Promise<void> {
  const writer = writerOf(site, provider, c.get('requestId'));
  if (!writer) return;
  const { db } = site;
  const { caller } = writer;
  const id = newId();
  await inScope(db, caller, 'read write', async (tx) => {
    // Of several first sign-ins at once one makes it. Whoever has a membership here, or had one, is not new.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`identity ${identity}`}))`);
    const { tenantId } = caller;
    const isLinked = await asSignIn(tx, () =>
      tx.rows(sql<{ linked: boolean }>`
        select provider_identity_is_linked(${tenantId}::uuid, ${identity}::uuid) as linked`),
    );
    if (isLinked[0]?.linked || (await memberByEmail(tx, provider, email)) !== null) return;
    await upsertWithin(tx, writer, newMember(provider, { id, name: name ?? email, email, role }));
    await asSignIn(tx, () =>
      tx.rows(sql`select provider_identity_link(${tenantId}::uuid, ${identity}::uuid, ${id}::uuid)`),
    );
  });
}
