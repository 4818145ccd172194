import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { networkSet } from '@/server/auth/client-address';
import { createApp } from '@/server/http/app';
import { readSecret } from '@/server/read/cursor';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { stage } from '@/testing/api/start';
import { startMailServer, startSilentServer, type MailServer } from '@/testing/outgoing/mail-server';
import { password, people, signedInUser } from '@/testing/people';
import { accountLetters } from './account-letters';
import { letterOf } from './letter';
import type { Rounds } from '../ops/rounds';
import { openMailer, type WriteLetter } from './mailer';
import { addMailAlone } from './outbox';
import { smtpSender } from './transport';

const on = stage();
const from = 'Tills <tills@example.org>';
const publicUrl = 'https://tills.example.org';
const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
let fetchWithMail: (request: Request, env?: Record<string, unknown>) => Response | Promise<Response>;
const { browser, person, invite } = people({
  get service() {
    return {
      ...on.service,
      fetch: (request: Request, env?: Record<string, unknown>) => fetchWithMail(request, env),
    };
  },
});

beforeAll(async () => {
  const app = createApp({
    db: on.service.db,
    tables,
    customResources: routes,
    extraRoutes,
    log,
    cursorSecret: await readSecret(on.service.db),
    proxies: networkSet([]),
    mail: { runNow: () => Promise.resolve() },
  });
  fetchWithMail = (request, env) => app.fetch(request, env);
});

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
  await on.service.db.transaction().execute(async (tx) => {
    await sql`set local role tillhouse_auth`.execute(tx);
    await sql`delete from mail_outbox`.execute(tx);
  });
});
const opened = <T extends { close: () => Promise<void> }>(one: T): T => {
  open.push(one);
  return one;
};

const plain: WriteLetter = async (mail) =>
  letterOf({ language: 'en', subject: `About ${String(mail.data['what'])}`, paragraphs: ['Hello'] });

async function mailerFor(
  url: string,
  { letters = { ...accountLetters(on.service.db, publicUrl), plain }, pause = 0, longest = 30_000 } = {},
): Promise<Rounds> {
  const timeouts = { connection: longest, greeting: longest, socket: longest, mail: 2 * longest };
  const send = await smtpSender({ smtpUrl: url, from, publicUrl }, timeouts);
  return opened(
    openMailer({ db: on.service.db, log, send, letters, every: 3_600_000, pauseOf: () => pause }),
  );
}

const add = (recipient = 'maija@example.org', hours = 24, what = 'soup') => {
  const { tenantId, companyId } = on.service.companies.helsinki;
  return addMailAlone(on.service.db, {
    tenantId,
    companyId,
    kind: 'plain',
    recipient,
    data: { what },
    hours,
  });
};

interface Stored {
  state: string;
  attempts: number;
  problem: string | null;
  recipient: string;
}
const stored = () =>
  on.service.db.transaction().execute(async (tx) => {
    await sql`set local role tillhouse_auth`.execute(tx);
    return (
      await sql<Stored>`select state, attempts, problem, recipient from mail_outbox order by created_at`.execute(
        tx,
      )
    ).rows;
  });

describe('a mail in the outbox', () => {
  it('is sent once, with several services that look at the same moment', async () => {
    const server = opened(await startMailServer());
    const mailers = await Promise.all(Array.from({ length: 4 }, () => mailerFor(server.url)));
    for (let at = 0; at < 20; at++) await add(`person${at}@example.org`);
    await Promise.all(mailers.map((mailer) => mailer.runNow()));
    expect(server.mails.map(({ to }) => to.join()).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, at) => `person${at}@example.org`).toSorted(),
    );
    expect(new Set((await stored()).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['sent 1']),
    );
  });

  it('is due in the moment in which it is put in', async () => {
    const { tenantId, companyId } = on.service.companies.helsinki;
    await sql`
      do $$ begin
        for n in 1..50 loop
          perform mail_add(${sql.lit(tenantId)}, ${sql.lit(companyId)}, 'plain', 'person@example.org', '{}', interval '1 hour');
          if not exists (select from mail_claim(interval '1 hour', '00000000-0000-0000-0000-000000000000')) then raise exception 'mail % is not due', n; end if;
        end loop;
      end $$`.execute(on.service.db);
    expect(await stored()).toHaveLength(50);
  });

  it('of a service that died is sent by another one when its claim has ended, with the same Message-ID', async () => {
    await add();
    const claimed = await sql<{
      id: string;
    }>`select id from mail_claim(interval '5 minutes', '00000000-0000-0000-0000-000000000000')`.execute(
      on.service.db,
    );
    const server = opened(await startMailServer());
    const mailer = await mailerFor(server.url);
    await mailer.runNow();
    expect(server.mails).toHaveLength(0);
    await on.service.db.transaction().execute(async (tx) => {
      await sql`set local role tillhouse_auth`.execute(tx);
      await sql`update mail_outbox set claimed_until = clock_timestamp() - interval '1 second'`.execute(tx);
    });
    await mailer.runNow();
    expect(server.mails[0]?.headers).toContain(`Message-ID: <${claimed.rows[0]?.id}@example.org>`);
    expect(await stored()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('waits for another attempt while the server is not there, and is given up after its time, with the reason', async () => {
    const gone = await startMailServer();
    await gone.close();
    await add();
    const mailer = await mailerFor(gone.url, { pause: 3600 });
    await mailer.runNow();
    expect(await stored()).toMatchObject([
      { state: 'waiting', attempts: 1, problem: expect.stringMatching(/ECONNREFUSED|ESOCKET|ECONNECTION/) },
    ]);
    await add('other@example.org', 0.5);
    await mailer.runNow();
    expect((await stored())[1]).toMatchObject({ state: 'failed', attempts: 1 });
  });

  it.each([
    ['recipient', 550, 'failed'],
    ['recipient', 450, 'waiting'],
    ['data', 554, 'failed'],
    ['data', 451, 'waiting'],
  ] as const)('that the server refuses at %s with %i is %s', async (step, status, state) => {
    const server = opened(await startMailServer({ [step]: () => ({ status, text: 'Not this one' }) }));
    await add();
    await (await mailerFor(server.url, { pause: 3600 })).runNow();
    expect(server.mails).toHaveLength(0);
    expect(await stored()).toMatchObject([
      { state, attempts: 1, problem: expect.stringContaining(String(status)) },
    ]);
  });

  it('and one that is refused does not keep the others', async () => {
    const server = opened(
      await startMailServer({
        recipient: (address) => (address.startsWith('bad') ? { status: 550, text: 'No such user' } : null),
      }),
    );
    await add('bad@example.org');
    await add('good@example.org');
    await (await mailerFor(server.url)).runNow();
    expect(server.mails.map(({ to }) => to)).toEqual([['good@example.org']]);
  });

  it.each([
    ['says nothing', ''],
    ['greets and then says nothing', '220 slow\r\n'],
  ])('waits for another attempt if the server %s', async (_, greeting) => {
    const server = opened(await startSilentServer(greeting));
    await add();
    await (await mailerFor(server.url, { pause: 3600, longest: 300 })).runNow();
    expect(await stored()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });

  it('waits while the password of the service is wrong, which neither row nor log tells', async () => {
    const server = opened(await startMailServer({ user: ['tills', 'right secret'] }));
    await add();
    await (await mailerFor(server.url.replace('right', 'wrong'), { pause: 0 })).close();
    const wrong = await mailerFor(server.url.replace('right', 'wrong'), { pause: 3600 });
    await wrong.runNow();
    expect(await stored()).toMatchObject([{ state: 'waiting', problem: expect.stringContaining('EAUTH') }]);
    expect(JSON.stringify([await stored(), lines])).not.toMatch(/(?:right|wrong)(?:%20| )secret/);
    await on.service.db.transaction().execute(async (tx) => {
      await sql`set local role tillhouse_auth`.execute(tx);
      await sql`update mail_outbox set next_at = clock_timestamp()`.execute(tx);
    });
    await (await mailerFor(server.url)).runNow();
    expect(server.mails).toHaveLength(1);
  });

  it.each([
    'x@example.org\r\nBcc: spy@example.org',
    'x@example.org,spy@example.org',
    'x@example.org> RCPT TO:<spy@example.org',
  ])('has no other recipient and no other header, whatever its address holds: %j', async (recipient) => {
    const server = opened(await startMailServer());
    await add(recipient);
    await (await mailerFor(server.url)).runNow();
    expect(server.mails).toEqual([]);
    expect(await stored()).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  it('has a subject on one line, whatever it is about', async () => {
    const server = opened(await startMailServer());
    await add('x@example.org', 24, 'soup\r\nBcc: spy@example.org\u2028X-Evil: 1');
    await (await mailerFor(server.url)).runNow();
    expect(server.mails).toMatchObject([{ to: ['x@example.org'] }]);
    expect(server.mails[0]?.headers).toContain('Subject: About soup Bcc: spy@example.org X-Evil: 1');
    expect(server.mails[0]?.headers).not.toMatch(/^(?:Bcc|X-Evil):/im);
  });

  it('is of no other company for a request, which writes none', async () => {
    await add();
    const seen = async (company: 'helsinki' | 'tampere') => {
      const { tenantId, companyId, lineage } = on.service.companies[company];
      return on.service.db.transaction().execute(async (tx) => {
        await sql`select set_config('app.tenant', ${tenantId}, true), set_config('app.company', ${companyId}, true),
          set_config('app.lineage', ${lineage.join(',')}, true)`.execute(tx);
        await sql`set local role tillhouse_app`.execute(tx);
        return (await sql`select from mail_outbox`.execute(tx)).rows.length;
      });
    };
    expect([await seen('helsinki'), await seen('tampere')]).toEqual([1, 0]);
  });
});

const tokenIn = (server: MailServer): string =>
  /https:\/\/tills\.example\.org\/invitation#([\w-]+)/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? '';

describe('a forgotten password', () => {
  const forgot = (email: string, headers: Record<string, string> = {}, address = '') =>
    browser(undefined, address).send('POST', '/api/session/forgotten', { email, language: 'fi' }, headers);

  it('is replaced by a link that works once, ends the sessions of before, and stands in the security log', async () => {
    const server = opened(await startMailServer());
    const mailer = await mailerFor(server.url);
    const whose = await person('manager');
    const other = browser();
    await other.send('POST', '/api/session', { email: whose.email, password });
    // What a request says of its host is no part of the link.
    expect(
      (await forgot(whose.email.toUpperCase(), { 'X-Forwarded-Host': 'evil.example', Host: 'evil.example' }))
        .status,
    ).toBe(202);
    await mailer.runNow();
    expect(server.mails).toMatchObject([{ to: [whose.email], from: 'tills@example.org' }]);
    expect(server.mails[0]?.text).not.toContain('evil.example');
    expect(server.mails[0]?.text).toContain('Valitse uusi salasana');
    expect(await stored()).toEqual([]);

    const token = tokenIn(server);
    const renewed = 'an entirely other phrase';
    const window = browser();
    expect((await window.send('POST', '/api/invitation', { token })).json).toMatchObject({
      kind: 'recover',
      email: whose.email,
    });
    expect((await window.send('POST', '/api/invitation/accept', { token, password: renewed })).status).toBe(
      200,
    );
    expect(
      (await browser().send('POST', '/api/invitation/accept', { token, password: renewed })).status,
    ).toBe(404);
    for (const before of [other, whose])
      expect(signedInUser(await before.send('GET', '/api/session'))).toBeNull();
    expect((await browser().send('POST', '/api/session', { email: whose.email, password })).status).toBe(401);
    expect(
      (await browser().send('POST', '/api/session', { email: whose.email, password: renewed })).status,
    ).toBe(200);
    const entries = await (await on.service.as('helsinki'))('GET', '/api/secure/securityevent?pageSize=100');
    const kinds = ['password_forgotten', 'password_reset'].filter((kind) =>
      new RegExp(`"kind":"${kind}",[^{]*"${whose.id}"`).test(entries.text),
    );
    expect(kinds).toEqual(expect.arrayContaining(['password_forgotten', 'password_reset']));
  });

  it('answers the same for an e-mail that is nobody’s, which gets no mail', async () => {
    const server = opened(await startMailServer());
    const mailer = await mailerFor(server.url);
    const whose = await person('manager');
    const answers = [
      await forgot(whose.email),
      await forgot('nobody@example.org'),
      await forgot((await invite()).email),
    ];
    const seen = answers.map(({ status, text, headers }) => [status, text, [...headers.keys()].toSorted()]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    await mailer.runNow();
    expect(server.mails.map(({ to }) => to)).toEqual([[whose.email]]);
    expect(await stored()).toEqual([]);
  });

  it('goes to the address that is stored, not to one that looks the same in lower case', async () => {
    const server = opened(await startMailServer());
    const mailer = await mailerFor(server.url);
    const whose = await person('manager', 'helsinki', 'mike.k@example.org');
    expect((await forgot('mi\u212Ae.\u212A@example.org')).status).toBe(422);
    await mailer.runNow();
    expect(server.mails).toEqual([]);
    await forgot('MIKE.K@example.org');
    await mailer.runNow();
    expect(server.mails.map(({ to }) => to.join())).toEqual([whose.email]);
  });

  it('sends an e-mail three mails an hour, and a network is refused after ten', async () => {
    const server = opened(await startMailServer());
    const mailer = await mailerFor(server.url);
    const whose = await person('manager');
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) {
      statuses.push((await forgot(whose.email, {}, '203.0.113.9')).status);
      await mailer.runNow();
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
    expect(server.mails).toHaveLength(3);
  });

  it('reaches a stranger while many addresses ask and guess, of whichever process', async () => {
    const server = opened(await startMailServer());
    const mailer = await mailerFor(server.url);
    const whose = await person('manager');
    const addresses = Array.from({ length: 120 }, (_, n) => `192.0.2.${n}`);
    await Promise.all(addresses.map((address, n) => forgot(`made.up.${n}@example.org`, {}, address)));
    // Guesses from many addresses shut the e-mail out, for a minute, and not its link.
    const guess = (address: string) =>
      browser(undefined, address).send('POST', '/api/session', { email: whose.email, password: 'a guess' });
    const guesses = await Promise.all(addresses.slice(0, 14).map((address) => guess(address)));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await forgot(whose.email, {}, '203.0.113.77')).status).toBe(202);
    await mailer.runNow();
    expect(server.mails.map(({ to }) => to.join())).toEqual([whose.email]);
    const token = tokenIn(server);
    const done = await browser().send('POST', '/api/invitation/accept', {
      token,
      password: 'a new phrase of theirs',
    });
    expect(done.status).toBe(200);
  });

  it('is counted by all processes together', async () => {
    const whose = await person('manager');
    const other = createApp({
      db: on.service.db,
      tables,
      customResources: routes,
      extraRoutes,
      log,
      cursorSecret: await readSecret(on.service.db),
      proxies: networkSet([]),
      mail: { runNow: () => Promise.resolve() },
    });
    const here = fetchWithMail;
    const statuses: number[] = [];
    for (let at = 0; at < 12; at++) {
      fetchWithMail = at % 2 === 0 ? here : (request, env) => other.fetch(request, env);
      statuses.push((await forgot(whose.email, {}, '203.0.113.78')).status);
    }
    for (let at = 0; at < 12; at++) {
      fetchWithMail = at % 2 === 0 ? here : (request, env) => other.fetch(request, env);
      const signedIn = await browser(undefined, '203.0.113.79').send('POST', '/api/session', {
        email: `nobody.${at}@example.org`,
        password,
      });
      statuses.push(signedIn.status);
    }
    fetchWithMail = here;
    const expected = (most: number, status: number) => [
      ...Array.from({ length: most }, () => status),
      429,
      429,
    ];
    expect(statuses).toEqual([...expected(10, 202), ...expected(10, 401)]);
  });

  it('is no matter of another site, and not offered where no mail is sent', async () => {
    expect(
      (
        await browser({ 'Sec-Fetch-Site': 'cross-site' }).send('POST', '/api/session/forgotten', {
          email: 'a@example.org',
        })
      ).status,
    ).toBe(403);
    const answer = await on.service.fetch(
      new Request('http://test/api/session/forgotten', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify({ email: 'a@example.org' }),
      }),
    );
    expect(answer.status).toBe(404);
  });
});

describe('an invitation by mail', () => {
  it('brings the invited a link that nobody else sees', async () => {
    const server = opened(await startMailServer());
    const mailer = await mailerFor(server.url);
    const admin = await person('admin');
    const email = 'newcomer@example.org';
    const { entity } = await admin.send('POST', '/api/secure/user', {
      name: 'New\u2028Bcc: spy@example.org <b>comer</b>',
      email,
      role: 'manager',
      data: { locale: 'fi-FI' },
    });
    const answer = await admin.send('POST', `/api/secure/user/${entity.id}/invitation/mail`);
    expect([answer.status, answer.json]).toEqual([202, { kind: 'join', email }]);
    await mailer.runNow();
    expect(server.mails).toMatchObject([{ to: [email] }]);
    expect(server.mails[0]?.text).toContain('&lt;b&gt;comer&lt;/b&gt;');
    const token = tokenIn(server);
    expect(JSON.stringify(await stored())).not.toContain(token);
    expect(answer.text).not.toContain(token);
    expect((await browser().send('POST', '/api/invitation/accept', { token, password })).status).toBe(200);
  });

  it('is sent five times a day to one e-mail, and fifty times by one sender', async () => {
    const admin = await person('admin');
    const invited = async () => {
      const email = `often.${crypto.randomUUID()}@example.org`;
      return (await admin.send('POST', '/api/secure/user', { name: 'Often', email, role: 'manager' })).entity
        .id;
    };
    const mail = (id: string) => admin.send('POST', `/api/secure/user/${id}/invitation/mail`);
    const one = await invited();
    for (let at = 0; at < 5; at++) expect((await mail(one)).status).toBe(202);
    const refused = await mail(one);
    expect([refused.status, Number(refused.header('retry-after')) > 3600]).toEqual([429, true]);
    const statuses: number[] = [];
    for (let at = 0; at < 46; at++) statuses.push((await mail(await invited())).status);
    expect(statuses.filter((status) => status === 429)).toEqual([429]);
    const other = await (
      await on.service.as('other')
    )('POST', '/api/secure/user', {
      json: { name: 'Other', email: 'often.other@example.org', role: 'manager' },
    });
    expect(other.status).toBe(201);
  });

  it('is not sent if the membership was deactivated, or its e-mail changed, before it was', async () => {
    const server = opened(await startMailServer());
    const mailer = await mailerFor(server.url);
    const admin = await person('admin');
    const ids: string[] = [];
    for (const at of [1, 2]) {
      const user = { name: 'Gone', email: `gone${at}@example.org`, role: 'manager' };
      const { entity } = await admin.send('POST', '/api/secure/user', user);
      await admin.send('POST', `/api/secure/user/${entity.id}/invitation/mail`);
      ids.push(entity.id);
    }
    await admin.send('PUT', `/api/secure/user/${ids[0]}`, { active: false });
    await admin.send('PUT', `/api/secure/user/${ids[1]}`, { email: 'other@example.org' });
    await mailer.runNow();
    expect(server.mails).toEqual([]);
    expect(await stored()).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
    // An administrator sees why.
    const why = await admin.send('GET', `/api/secure/user/${ids[1]}/invitation/mail`);
    expect(why.json).toMatchObject([
      {
        state: 'failed',
        problem: 'The e-mail of the membership was changed',
        recipient: 'gone2@example.org',
      },
    ]);
    const other = await (await on.service.as('tampere'))('GET', `/api/secure/user/${ids[1]}/invitation/mail`);
    expect(other.status).toBe(404);
  });
});
