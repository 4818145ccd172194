import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { roles } from '@/contract/role';
import { linkSchema } from '@/contract/session';
import { createApp } from '@/server/http/app';
import { readSecret } from '@/server/read/cursor';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { stage } from '@/testing/api/start';
import { startMailServer, type MailServer } from '@/testing/outgoing/mail-server';
import { password, people, signedInUser } from '@/testing/people';
import { createCompany } from '../ops/companies';
import { accountLetters } from '../mail/account-letters';
import { openMailer } from '../mail/mailer';
import { smtpSender } from '../mail/transport';
import type { Rounds } from '../ops/rounds';
import { networkSet } from './client-address';
import { createPerson } from '../ops/admin-people';

/**
 * Somebody works in two tenants, Helsinki's and "other". The administrator of Helsinki's tries to sign in as that person
 * in the other one. Every variant ends with the same questions: who may sign in, with what, and who got mail.
 */

const on = stage();
const publicUrl = 'https://tills.example.org';
const log = pino({ level: 'silent' });
let fetchWithMail: (request: Request, env?: Record<string, unknown>) => Response | Promise<Response>;
let server: MailServer;
let mailer: Rounds;
const { browser, person, invite, signIn } = people({
  get service() {
    return {
      ...on.service,
      fetch: (request: Request, env?: Record<string, unknown>) => fetchWithMail(request, env),
    };
  },
});

beforeAll(async () => {
  const { db } = on.service;
  const app = createApp({
    db,
    tables,
    customResources: routes,
    extraRoutes,
    log,
    cursorSecret: await readSecret(db),
    proxies: networkSet([]),
    mail: { runNow: () => Promise.resolve() },
  });
  fetchWithMail = (request, env) => app.fetch(request, env);
  server = await startMailServer();
  const timeouts = { connection: 9000, greeting: 9000, socket: 9000, mail: 9000 };
  const send = await smtpSender({ smtpUrl: server.url, from: 'tills@example.org', publicUrl }, timeouts);
  mailer = openMailer({ db, log, send, letters: accountLetters(db, publicUrl), every: 3_600_000 });
});
afterAll(async () => {
  await mailer.close();
  await server.close();
});

let count = 0;
/** Somebody who has taken up a membership in both tenants, signed in; each has an address of its own. */
async function both(email = `mike.kiss.${(count += 1)}@kauppa-isto.fi`) {
  const one = await person('manager', 'helsinki', email);
  const there = await invite('admin', 'other', email);
  const joined = await browser().send('POST', '/api/invitation/accept', { token: there.token, password });
  if (joined.status !== 200) throw new Error(joined.text);
  return { ...one, other: there.id };
}

type Victim = Awaited<ReturnType<typeof both>>;

/** The tenants that a sign-in of this e-mail and password opens. */
async function opens(email: string, given = password): Promise<string[]> {
  const answer = await signIn(email, given);
  if (answer.status !== 200) return [];
  return (signedInUser(answer)?.memberships ?? []).map(({ company }) => company.name).toSorted();
}

/** Asks for a new password for an address, and returns to whom mail went. */
async function forgot(email: string): Promise<string[]> {
  const before = server.mails.length;
  const answer = await browser().send('POST', '/api/session/forgotten', { email });
  expect([202, 422]).toContain(answer.status);
  await mailer.runNow();
  return server.mails.slice(before).flatMap(({ to }) => to);
}

const tokenOf = (mail: { text: string } | undefined): string => /#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
const membership = async (id: string, company: 'helsinki' | 'other') => {
  const send = await on.service.as(company);
  return z
    .looseObject({ email: z.string(), accepted_at: z.string().nullable() })
    .parse((await send('GET', `/api/secure/user/${id}`)).json);
};

/** What must hold of the other tenant whatever Helsinki's administrator did. */
async function requireUntouched(victim: Victim): Promise<void> {
  expect(await membership(victim.other, 'other')).toMatchObject({
    email: victim.email,
    accepted_at: expect.any(String),
  });
  expect(await opens(victim.email)).toContain('Other tenant');
}

/** Spellings of `mike.kiss.N@kauppa-isto.fi` that some folding, mapping or eye takes for it. */
const spellings: Readonly<Record<string, (email: string) => string>> = {
  'K U+212A in the local part': (email) => email.replace('k', '\u212A'),
  'K U+212A in the domain': (email) => email.replace('@k', '@\u212A'),
  'İ U+0130 in the local part': (email) => email.replace('i', '\u0130'),
  'İ U+0130 in the domain': (email) => email.replace('-i', '-\u0130'),
  'ı U+0131 in the local part': (email) => email.replace('i', '\u0131'),
  'ı U+0131 in the domain': (email) => email.replace('-i', '-\u0131'),
  'ſ U+017F in the local part': (email) => email.replace('s', '\u017F'),
  'ſ U+017F in the domain': (email) => email.replace('ist', 'i\u017Ft'),
  'ﬆ U+FB06 in the domain': (email) => email.replace('st', '\uFB06'),
  'ß for ss': (email) => email.replace('ss', '\u00DF'),
  'ẞ for ss': (email) => email.replace('ss', '\u1E9E'),
  'fullwidth letters': (email) => email.replace('m', '\uFF4D'),
  'fullwidth at': (email) => email.replace('@', '\uFF20'),
  'small at U+FE6B': (email) => email.replace('@', '\uFE6B'),
  'ideographic full stop': (email) => email.replace('.fi', '\u3002fi'),
  'halfwidth full stop': (email) => email.replace('.fi', '\uFF61fi'),
  'one dot leader in the local part': (email) => email.replace('.', '\u2024'),
  'soft hyphen in the domain': (email) => email.replace('kauppa', 'kau\u00ADppa'),
  'zero width joiner in the domain': (email) => email.replace('kauppa', 'kau\u200Dppa'),
  'zero width space in the local part': (email) => email.replace('kiss', 'ki\u200Bss'),
  'combining dot above': (email) => email.replace('i', 'i\u0307'),
  'a Cyrillic letter in the local part': (email) => email.replace('e', '\u0435'),
  'a Cyrillic letter in the domain': (email) => email.replace('@k', '@\u043A'),
  'capital letters': (email) => email.toUpperCase(),
  'blanks around it': (email) => ` ${email} `,
  'a no-break space behind it': (email) => `${email}\u00A0`,
  'a dot at the end of the domain': (email) => `${email}.`,
  'quotes around the local part': (email) => email.replace(/^([^@]+)/, '"$1"'),
  'a display name': (email) => `Mike <${email}>`,
  'a comment': (email) => email.replace('@', '(x)@'),
  'a second recipient': (email) => `${email},spy@evil.example`,
  'a second at': (email) => `spy@evil.example@${email}`,
  'a NUL': (email) => email.replace('k', 'k\0'),
  'a line break': (email) => `${email}\r\nBcc: spy@evil.example`,
  'a percent in the domain': (email) => email.replace('@k', '@%6B'),
  'a port': (email) => `${email}:25`,
  'a path': (email) => `${email}/evil.example`,
  'a backslash': (email) => email.replace('@', '@evil.example\\'),
};

describe('a person’s sign-in is not an administrator’s to respell', () => {
  it.each(Object.entries(spellings))('by %s: PUT, POST, array, sign-in and forgotten', async (_, respell) => {
    const victim = await both();
    const email = respell(victim.email);
    expect(email).not.toBe(victim.email);
    const admin = await on.service.as('helsinki');
    const before = server.mails.length;
    for (const answer of [
      await admin('PUT', `/api/secure/user/${victim.id}`, { json: { email } }),
      await admin('POST', '/api/secure/user', { json: { id: victim.id, email } }),
      await admin('POST', '/api/secure/user', { json: [{ id: victim.id, email }] }),
      await admin('POST', '/api/secure/user', { json: { name: 'Twin', email, role: 'admin' } }),
    ]) {
      expect([answer.status, answer.problem.errors?.[0]?.code]).toEqual([
        422,
        expect.stringMatching(/^(?:not_email|not_canonical|too_long|not_text)$/),
      ]);
    }
    const signedIn = await signIn(email);
    if (!/^[\s A-Z0-9.@-]+$/i.test(email.trim())) expect(signedIn.status).toBe(422);
    // Blanks and capital letters of ASCII are typed by the person; the mail goes to the one address.
    expect((await forgot(email)).filter((to) => to !== victim.email)).toEqual([]);
    expect(
      server.mails
        .slice(before)
        .flatMap(({ to }) => to)
        .filter((to) => to !== victim.email),
    ).toEqual([]);
    expect(await membership(victim.id, 'helsinki')).toMatchObject({ email: victim.email });
    await requireUntouched(victim);
  });
});

describe('a membership under another address', () => {
  it('waits to be accepted by whoever has that address, and opens nothing else', async () => {
    const victim = await both();
    const admin = await on.service.as('helsinki');
    const changed = await admin('PUT', `/api/secure/user/${victim.id}`, {
      json: { email: 'spy@evil.example' },
    });
    expect(changed.status).toBe(200);
    expect(await membership(victim.id, 'helsinki')).toMatchObject({ accepted_at: null });
    expect((await victim.send('GET', '/api/secure/plu')).status).toBe(401);
    // Nobody has taken that address up: no mail goes there.
    expect(await forgot('spy@evil.example')).toEqual([]);
    expect(await forgot(victim.email)).toEqual([victim.email]);
    // The administrator takes it up themselves: it is a person of their own.
    const link = linkSchema.parse((await admin('POST', `/api/secure/user/${victim.id}/invitation`)).json);
    const spy = browser();
    await spy.send('POST', '/api/invitation/accept', { token: link.token, password: 'a spy’s own phrase' });
    expect(await opens('spy@evil.example', 'a spy’s own phrase')).toEqual(['Helsinki']);
    expect((await spy.send('PUT', '/api/session', { user_id: victim.other })).status).toBe(404);
    expect((await spy.send('GET', '/api/secure/session')).text).not.toContain('Other tenant');
    expect(await opens(victim.email)).toEqual(['Other tenant']);
    await requireUntouched(victim);
  });

  it('and back again is accepted anew, with the person’s own password', async () => {
    const victim = await both();
    const admin = await on.service.as('helsinki');
    await admin('PUT', `/api/secure/user/${victim.id}`, { json: { email: 'spy2@evil.example' } });
    await admin('PUT', `/api/secure/user/${victim.id}`, { json: { email: victim.email } });
    expect(await membership(victim.id, 'helsinki')).toMatchObject({ accepted_at: null });
    const link = linkSchema.parse((await admin('POST', `/api/secure/user/${victim.id}/invitation`)).json);
    for (const given of ['a spy’s own phrase', 'short']) {
      const answer = await browser().send('POST', '/api/invitation/accept', {
        token: link.token,
        password: given,
      });
      expect([401, 422]).toContain(answer.status);
    }
    expect(await opens(victim.email)).toEqual(['Other tenant']);
    await requireUntouched(victim);
  });

  it.each(roles)(
    'of the role %s, made for the person’s address, gives its maker no link that sets a password',
    async (role) => {
      const victim = await both();
      const admin = await on.service.as('tampere');
      const made = await admin('POST', '/api/secure/user', {
        json: { name: 'Mike', email: victim.email, role },
      });
      const link = linkSchema.parse(
        (await admin('POST', `/api/secure/user/${made.entity.id}/invitation`)).json,
      );
      const answer = await browser().send('POST', '/api/invitation/accept', {
        token: link.token,
        password: 'a spy’s own phrase',
      });
      expect([answer.status, answer.problem.code]).toEqual([401, 'wrong_credentials']);
      expect(await opens(victim.email, 'a spy’s own phrase')).toEqual([]);
      await requireUntouched(victim);
    },
  );

  it('that was accepted gives its administrator no reset, by hand or by mail', async () => {
    const victim = await both();
    const admin = await on.service.as('helsinki');
    const link = linkSchema.parse((await admin('POST', `/api/secure/user/${victim.id}/invitation`)).json);
    expect(link.kind).toBe('reset');
    const answer = await browser().send('POST', '/api/invitation/accept', {
      token: link.token,
      password: 'a spy’s own phrase',
    });
    expect([answer.status, answer.problem.code]).toEqual([409, 'works_elsewhere']);
    await requireUntouched(victim);
  });

  it('cannot be written as accepted, or given a login', async () => {
    const victim = await both();
    const admin = await on.service.as('helsinki');
    for (const field of ['login_id', 'password_hash', 'tenant_id']) {
      const answer = await admin('PUT', `/api/secure/user/${victim.id}`, { json: { [field]: victim.other } });
      expect([field, answer.status]).toEqual([field, 422]);
    }
    await admin('PUT', `/api/secure/user/${victim.id}`, { json: { email: 'spy4@evil.example' } });
    const accepted_at = new Date().toISOString();
    await admin('PUT', `/api/secure/user/${victim.id}`, { json: { email: victim.email, accepted_at } });
    expect(await membership(victim.id, 'helsinki')).toMatchObject({ accepted_at: null });
    await requireUntouched(victim);
  });

  it('of one’s own is not changed as a record, whatever the way', async () => {
    const victim = await both();
    const admin = browser();
    await admin.send('POST', '/api/session', { email: victim.email, password });
    const me = signedInUser(await admin.send('GET', '/api/session'));
    const other = me?.memberships.find(({ company }) => company.name === 'Other tenant');
    await admin.send('PUT', '/api/session', { acting_as: other?.acting_as });
    for (const [method, path, json] of [
      ['PUT', `/api/secure/user/${victim.other}`, { email: 'mine@evil.example' }],
      ['POST', '/api/secure/user', { id: victim.other, email: 'mine@evil.example' }],
      ['POST', '/api/secure/user', [{ id: victim.other, email: 'mine@evil.example' }]],
    ] as const) {
      const answer = await admin.send(method, path, json);
      expect([answer.status, answer.problem.code]).toEqual([409, 'own_membership']);
    }
    expect(
      (await admin.send('PUT', `/api/secure/user/${victim.other}`, { email: victim.email })).status,
    ).toBe(200);
    await requireUntouched(victim);
  });
});

describe('a link for a forgotten password', () => {
  it('is the login’s: no company replaces or ends it', async () => {
    const victim = await both();
    expect(await forgot(victim.email)).toEqual([victim.email]);
    const token = tokenOf(server.mails.at(-1));
    const admin = await on.service.as('helsinki');
    await admin('POST', `/api/secure/user/${victim.id}/invitation`);
    await admin('PUT', `/api/secure/user/${victim.id}`, { json: { email: 'spy3@evil.example' } });
    await admin('PUT', `/api/secure/user/${victim.id}`, { json: { active: false } });
    const renewed = 'the person’s new phrase';
    const done = await browser().send('POST', '/api/invitation/accept', { token, password: renewed });
    expect(done.status).toBe(200);
    expect(await opens(victim.email, renewed)).toEqual(['Other tenant']);
    expect(await membership(victim.id, 'helsinki')).toMatchObject({ accepted_at: null });
  });

  it('ends with the password that it was asked under', async () => {
    const victim = await both();
    await forgot(victim.email);
    const token = tokenOf(server.mails.at(-1));
    const renewed = 'the person’s new phrase';
    const changed = await victim.send('PUT', '/api/session/password', {
      current: password,
      password: renewed,
    });
    expect(changed.status).toBe(204);
    expect((await browser().send('POST', '/api/invitation', { token })).status).toBe(404);
    expect(await opens(victim.email, renewed)).toEqual(['Helsinki', 'Other tenant']);
  });
});

describe('a request that is under way while the membership is given another address', () => {
  it('begins no session of the other person, and lists and ends none of theirs', async () => {
    const victim = await both();
    const spy = await person('manager', 'helsinki', `spy.${(count += 1)}@evil.example`);
    const { db } = on.service;
    const { rows } = await sql<{
      login_id: string;
    }>`select login_id from "user" where id = ${spy.id}`.execute(db);
    const { rows: sessions } = await sql<{ id: string }>`
      select id from session where user_id = ${spy.id}`.execute(db);
    await (
      await on.service.as('helsinki')
    )('PUT', `/api/secure/user/${spy.id}`, { json: { email: victim.email } });
    const { tenantId, companyId } = on.service.companies.helsinki;
    // As the statements of such a request come a moment later.
    await sql`select session_begin('\\x01', ${tenantId}::uuid, ${companyId}::uuid, ${spy.id}::uuid, null, ${rows[0]?.login_id}::uuid,
      '', '', 'password', 'r')`.execute(db);
    await sql`select session_begin('\\x02', ${tenantId}::uuid, ${companyId}::uuid, ${spy.id}::uuid, null, null,
      '', '', 'password', 'r')`.execute(db);
    const begun = await sql`select from session where hash in ('\\x01', '\\x02')`.execute(db);
    expect(begun.rows).toEqual([]);
    const seen = await sql`select * from sessions_of_session(${sessions[0]?.id}::uuid)`.execute(db);
    expect(seen.rows).toEqual([]);
    const login = await sql<{ id: string | null }>`
      select login_of_membership(${tenantId}::uuid, ${spy.id}::uuid) as id`.execute(db);
    expect(login.rows).toEqual([{ id: null }]);
    expect((await victim.send('GET', '/api/secure/plu')).status).toBe(200);
    await requireUntouched(victim);
  });

  it('sets the password of the person who asked, and takes up nothing for the new address', async () => {
    const victim = await both();
    await forgot(victim.email);
    const token = tokenOf(server.mails.at(-1));
    const { db } = on.service;
    const renewed = 'the person’s new phrase';
    const email = 'successor@example.org';
    const waiting = sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%invitation_use(%'`;
    const request = await db.transaction().execute(async (change) => {
      const { rows } = await sql<{ id: string }>`select login_of(${email}) as id`.execute(change);
      await sql`update "user" set email = ${email}, login_id = ${rows[0]?.id}::uuid, accepted_at = null
        where id = ${victim.other}`.execute(change);
      const sent = browser().send('POST', '/api/invitation/accept', { token, password: renewed });
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
      return { sent };
    });
    // The membership that the session would begin with is not theirs any more.
    expect((await request.sent).status).toBe(401);
    expect(await membership(victim.other, 'other')).toMatchObject({
      email,
      accepted_at: null,
    });
    expect(await opens(victim.email, renewed)).toEqual(['Helsinki']);
  });
});

describe('a person’s own address', () => {
  const ask = (who: Pick<Victim, 'send'>, email: string, given = password) =>
    who.send('POST', '/api/session/address', { email, password: given });

  it('is changed by a link to the new one and the password, in every company, and told to the old one', async () => {
    const victim = await both();
    const waiting = await invite('admin', 'tampere', victim.email);
    const email = `new.${count}@example.org`;
    expect((await ask(victim, email)).status).toBe(202);
    await mailer.runNow();
    expect(server.mails.at(-1)?.to).toEqual([email]);
    const token = tokenOf(server.mails.at(-1));
    // Nothing has changed yet.
    expect(await opens(victim.email)).toEqual(['Helsinki', 'Other tenant']);
    expect((await browser().send('POST', '/api/invitation', { token })).json).toMatchObject({
      kind: 'address',
      email,
    });
    const wrong = await browser().send('POST', '/api/invitation/accept', {
      token,
      password: 'a spy’s own phrase',
    });
    expect(wrong.status).toBe(401);
    expect((await browser().send('POST', '/api/invitation/accept', { token, password })).status).toBe(200);
    expect((await browser().send('POST', '/api/invitation/accept', { token, password })).status).toBe(404);
    await mailer.runNow();
    expect(server.mails.at(-1)?.to).toEqual([victim.email]);
    expect(server.mails.at(-1)?.text).not.toContain(email);
    expect(await opens(email)).toEqual(['Helsinki', 'Other tenant']);
    expect(await opens(victim.email)).toEqual([]);
    expect(await forgot(victim.email)).toEqual([]);
    for (const [id, company] of [
      [victim.id, 'helsinki'],
      [victim.other, 'other'],
    ] as const) {
      expect(await membership(id, company)).toMatchObject({ email, accepted_at: expect.any(String) });
      const events = await (
        await on.service.as(company)
      )('GET', `/api/secure/event?entity_id=${id}&sort=-at`);
      expect(events.text).toContain(email);
    }
    // Who was invited under the old address is invited under it still, and is nobody yet.
    const left = await (await on.service.as('tampere'))('GET', `/api/secure/user/${waiting.id}`);
    expect(left.json).toMatchObject({ email: victim.email, accepted_at: null });
  });

  it('is not one that is another person’s, who is told, and it is told to nobody else', async () => {
    const victim = await both();
    const other = await both();
    const answers = [await ask(victim, other.email), await ask(victim, `free.${count}@example.org`)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [202, ''],
      [202, ''],
    ]);
    await mailer.runNow();
    const told = server.mails.find(({ to }) => to.includes(other.email));
    expect(told?.text).not.toContain('/invitation#');
    expect(await opens(other.email)).toEqual(['Helsinki', 'Other tenant']);
  });

  it('is asked for with the password, of a session, in the canonical form', async () => {
    const victim = await both();
    const wrong = await ask(victim, 'else@example.org', 'a spy’s own phrase');
    expect([wrong.status, wrong.pointers]).toEqual([422, ['/password']]);
    const same = await ask(victim, victim.email);
    expect([same.status, same.pointers]).toEqual([422, ['/email']]);
    const respelled = await ask(victim, 'Else@m\u00FCller.de');
    expect([respelled.status, respelled.problem.errors?.[0]?.offer]).toEqual([422, 'else@xn--mller-kva.de']);
    expect((await ask(browser(), 'else@example.org')).status).toBe(401);
  });
});

describe('from outside of requests', () => {
  it('a person of the command line has a canonical address', async () => {
    const { db, companies } = on.service;
    const named = { name: 'Mike', email: 'Mi\u212Ae@example.org', role: 'admin' };
    await expect(
      createPerson({ db, tables }, companies.helsinki, named, null, 'Helsinki'),
    ).rejects.toMatchObject({
      status: 422,
    });
  });

  it('who makes a company is its administrator by their own address', async () => {
    const victim = await both();
    await createCompany(on.service.db, { name: 'Elsewhere' });
    await requireUntouched(victim);
  });
});
