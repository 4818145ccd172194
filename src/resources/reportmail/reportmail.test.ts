import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { accountLetters } from '@/server/mail/account-letters';
import { openMailer } from '@/server/mail/mailer';
import type { Rounds } from '@/server/ops/rounds';
import { smtpSender } from '@/server/mail/transport';
import { reportLetters } from '@/days/z-report/letters.server';
import type { Answer, Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { changeSets } from '@/testing/change-sets';
import { startMailServer, type MailServer, type TakenMail } from '@/testing/outgoing/mail-server';
import { readPdf } from '@/testing/outgoing/pdf-text';
import { people } from '@/testing/people';
import { openShop, soundReceipt } from '@/testing/shop';
import { putMonthsDue } from './mails.server';

const on = stage();
const { person, browser } = people(on);
const publicUrl = 'https://tills.example.org';
const log = pino({ level: 'silent' });
const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
  await asSender(sql`delete from mail_outbox`);
  await on.service.db.transaction().execute(async (tx) => {
    await sql`alter table reportmail no force row level security`.execute(tx);
    await sql`update reportmail set active = false`.execute(tx);
    await sql`alter table reportmail force row level security`.execute(tx);
  });
});

const asSender = async (statement: ReturnType<typeof sql>) =>
  on.service.db.transaction().execute(async (tx) => {
    await sql`set local role tillhouse_auth`.execute(tx);
    return (await statement.execute(tx)).rows;
  });

async function mailing(): Promise<{ server: MailServer; mailer: Rounds }> {
  const server = await startMailServer();
  const { db } = on.service;
  const mailer = openMailer({
    db,
    log,
    send: await smtpSender({ smtpUrl: server.url, from: 'Tills <tills@example.org>', publicUrl }),
    letters: reportLetters(db, publicUrl),
    due: () => putMonthsDue(db),
    every: 3_600_000,
  });
  open.push(server, mailer);
  return { server, mailer };
}

/** Reads the PDF that is attached to a mail. */
async function attached({ raw }: TakenMail) {
  const part = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)?.[1] ?? '';
  return readPdf(Buffer.from(part.replaceAll(/\s/g, ''), 'base64'));
}

async function closeDay(date = '2026-03-01') {
  const shop = await openShop(on.send, on.samples);
  const day = await shop.openDay(date);
  await on.send('POST', '/api/secure/sales', { json: [soundReceipt(shop, day, '1')] });
  return { shop, day, close: () => shop.setStatus(day, 'closed') };
}

/** Confirms for everybody who was asked, and takes the questions away. */
const agree = async () => {
  await asSender(sql`update mail_recipient set confirmed_at = clock_timestamp()`);
  await asSender(sql`delete from mail_outbox where kind = 'recipient'`);
};

const make = async (json: Json, send = on.send) => {
  const answer = await send('POST', '/api/secure/reportmail', {
    json: { name: 'To the office', frequency: 'daily', ...json },
  });
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  await agree();
  return answer.entity.id;
};

describe('the recipients of a report', () => {
  const refusal = (answer: Answer) => [
    answer.status,
    answer.problem.errors?.map(({ pointer, code }) => [pointer, code]),
  ];
  const lacking = (pointer: string) => [422, [[pointer, 'required_while_active']]];
  const recipients = ['office@example.org'];
  const body = { name: 'To the office', frequency: 'daily' };
  const post = (json: Json | Json[]) => on.send('POST', '/api/secure/reportmail', { json });
  const put = (id: string, json: Json) => on.send('PUT', `/api/secure/reportmail/${id}`, { json });

  it('are needed by an active one that is made, alone or in an array, by any role', async () => {
    for (const data of [undefined, {}, { recipients: [] }, { note: 'x' }])
      expect(refusal(await post({ ...body, ...(data && { data }) }))).toEqual(lacking('/data/recipients'));
    const many = await post([{ ...body, data: { recipients } }, body, { ...body, active: false }]);
    expect(refusal(many)).toEqual(lacking('/1/data/recipients'));
    const accountant = await on.service.as('helsinki', 'accountant');
    expect(refusal(await accountant('POST', '/api/secure/reportmail', { json: body }))).toEqual(
      lacking('/data/recipients'),
    );
    expect((await post({ ...body, active: false })).status).toBe(201);
    const { problem } = await post(body);
    expect(problem.errors?.[0]?.detail).toContain('"recipients"');
  });

  it('cannot be taken from an active one, and are needed to activate one', async () => {
    const id = await make({ data: { recipients } });
    for (const data of [{ recipients: [] }, { recipients: null }])
      expect(refusal(await put(id, { data }))).toEqual(lacking('/data/recipients'));
    expect(refusal(await post({ ...body, id, data: { recipients: [] } }))).toEqual(
      lacking('/data/recipients'),
    );
    expect((await put(id, { name: 'Renamed' })).status).toBe(200);
    expect((await put(id, { active: false, data: { recipients: [] } })).status).toBe(200);
    expect((await put(id, { data: { note: 'Later' } })).status).toBe(200);
    expect(refusal(await put(id, { active: true }))).toEqual(lacking('/data/recipients'));
    expect((await put(id, { active: true, data: { recipients } })).status).toBe(200);
    expect((await put(id, { active: false })).status).toBe(200);
    expect((await put(id, { active: true })).status).toBe(200);
    // Of one record in an array the items are looked at in their order.
    const turns = [
      { id, active: false, data: { recipients: [] } },
      { id, active: true },
    ];
    expect(refusal(await post(turns))).toEqual(lacking('/1/data/recipients'));
  });

  it('are needed by what a change set makes or changes, which an import is, and by its undo', async () => {
    const sets = changeSets(on.send);
    const id = await make({ data: { recipients } });
    const sleeping = (await post({ ...body, active: false })).entity.id;
    const items = [
      { resource: 'reportmail', record_id: id, patch: { data: { recipients: [] } } },
      { resource: 'reportmail', record_id: sleeping, patch: { active: true } },
      { resource: 'reportmail', record_id: crypto.randomUUID(), patch: body },
    ];
    const set = await sets.draft(items);
    await sets.move(set, 'preview');
    const found = async () =>
      (await sets.items(set)).map(({ state, problems }) => [state, problems.map(({ pointer }) => pointer)]);
    expect(await found()).toEqual(items.map(() => ['refused', ['/data/recipients']]));
    await sets.move(set, 'apply');
    expect(await found()).toEqual(items.map(() => ['refused', ['/data/recipients']]));

    // The recipients and the activation of one set: taken back together they leave nothing that lacks any.
    const good = await sets.draft([
      { resource: 'reportmail', record_id: sleeping, patch: { active: true, data: { recipients } } },
    ]);
    expect((await sets.move(good, 'apply')).counts).toMatchObject({ applied: 1 });
    const second = await sets.draft([
      { resource: 'reportmail', record_id: sleeping, patch: { active: false } },
    ]);
    await sets.move(second, 'apply');
    expect((await put(sleeping, { data: { recipients: [] } })).status).toBe(200);
    const undo = await sets.move(second, 'undo');
    await sets.move(undo.id, 'apply');
    expect((await sets.items(undo.id)).map(({ state, problems }) => [state, problems[0]?.code])).toEqual([
      ['refused', 'required_while_active'],
    ]);
  });
});

describe('the report of a day', () => {
  it('goes to each recipient once when the day is closed, with its figures and its Z report', async () => {
    const { server, mailer } = await mailing();
    const { shop, day, close } = await closeDay();
    const id = await make({
      location_id: shop.location_id,
      language: 'fi',
      data: { recipients: ['office@example.org', 'office@example.org', 'books@example.org'] },
    });
    await mailer.runNow();
    expect(server.mails).toEqual([]);
    await close();
    await mailer.runNow();
    await mailer.runNow();
    expect(server.mails.map(({ to }) => to.join().toLowerCase()).toSorted()).toEqual([
      'books@example.org',
      'office@example.org',
    ]);
    const [mail] = server.mails;
    if (!mail) throw new Error('There is a mail');
    expect(mail.headers).toContain('Auto-Submitted: auto-generated');
    const { json } = await on.send('GET', `/api/secure/report/businessdaytx/${day}`);
    const { gross } = (json as { totals: { gross: string } }).totals;
    const written = gross.replace('.', ',');
    expect(mail.text).toContain(`${written} EUR`);
    expect(mail.text).toContain(`${publicUrl}/business-days/${day}`);
    const { pages } = await attached(mail);
    expect(pages[0]).toContain('Z-raportti 1.3.2026');
    expect(pages[0]).toContain(written);

    const mails = await on.send('GET', `/api/secure/reportmail/${id}/mails`);
    expect(mails.json).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect((await (await on.service.as('tampere'))('GET', `/api/secure/reportmail/${id}/mails`)).status).toBe(
      404,
    );
    expect(
      (await (await on.service.as('helsinki', 'manager'))('GET', `/api/secure/reportmail/${id}/mails`))
        .status,
    ).toBe(403);
  });

  it('is of its location, of active records and of its company alone', async () => {
    const { server, mailer } = await mailing();
    const { close } = await closeDay();
    const elsewhere = await openShop(on.send, on.samples);
    const data = (name: string) => ({ data: { recipients: [`${name}@example.org`] } });
    await make({ location_id: elsewhere.location_id, ...data('elsewhere') });
    await make({ active: false, ...data('inactive') });
    await make(data('all'));
    await make(data('tampere'), await on.service.as('tampere'));
    await make({ frequency: 'monthly', ...data('monthly') });
    await close();
    await mailer.runNow();
    expect(server.mails.map(({ to }) => to.join())).toEqual(['all@example.org']);
  });

  it('is not sent once whoever saved it may no longer read it', async () => {
    const { server, mailer } = await mailing();
    const whose = await person('accountant');
    const admin = on.send;
    const body = { name: 'Mine', frequency: 'daily', data: { recipients: ['mine@example.org'] } };
    const id = (await whose.send('POST', '/api/secure/reportmail', body)).entity.id;
    await agree();
    expect((await admin('GET', `/api/secure/reportmail/${id}`)).entity['made_by']).toBe('Of helsinki');
    const first = await closeDay('2026-03-02');
    await first.close();
    await mailer.runNow();
    expect(server.mails).toHaveLength(1);

    const second = await closeDay('2026-03-03');
    await second.close();
    await admin('PUT', `/api/secure/user/${whose.id}`, { json: { active: false } });
    await mailer.runNow();
    expect(server.mails).toHaveLength(1);
    const mails = await admin('GET', `/api/secure/reportmail/${id}/mails`);
    expect(mails.json).toMatchObject([
      { state: 'failed', problem: 'Whoever saved the report by mail may no longer read reports' },
      { state: 'sent' },
    ]);

    // Who saves it next sends it.
    await admin('PUT', `/api/secure/reportmail/${id}`, { json: { name: 'Ours' } });
    expect((await admin('GET', `/api/secure/reportmail/${id}`)).entity['made_by']).toBe('helsinki admin');
    const third = await closeDay('2026-03-04');
    await third.close();
    await mailer.runNow();
    expect(server.mails).toHaveLength(2);
  });

  it('is not sent of a day that was reopened before, nor to a recipient that was taken away', async () => {
    const { server, mailer } = await mailing();
    const { shop, day, close } = await closeDay('2026-03-05');
    const id = await make({
      location_id: shop.location_id,
      data: { recipients: ['a@example.org', 'b@example.org'] },
    });
    await close();
    await on.send('PUT', `/api/secure/reportmail/${id}`, {
      json: { data: { recipients: ['a@example.org'] } },
    });
    const reopened = await on.send('PUT', `/api/secure/businessday/${day}`, {
      json: { status: 'open', closed_at: null, data: { note: 'Counted wrong' } },
    });
    expect([reopened.status, reopened.status < 300 ? '' : reopened.text]).toEqual([200, '']);
    await mailer.runNow();
    expect(server.mails).toEqual([]);
    await close();
    await mailer.runNow();
    expect(server.mails.map(({ to }) => to.join())).toEqual(['a@example.org']);
  });
});

describe('the reports of a month', () => {
  it('go out once when it is over, as one file for each location, and begin with the month in which they were asked for', async () => {
    const { server, mailer } = await mailing();
    const now = new Date();
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15))
      .toISOString()
      .slice(0, 10);
    const { shop, close } = await closeDay(before);
    await close();
    const of = {
      frequency: 'monthly',
      location_id: shop.location_id,
      data: { recipients: ['month@example.org'] },
    };
    const id = await make(of);
    await mailer.runNow();
    expect(server.mails).toEqual([]);
    await on.service.db.transaction().execute(async (tx) => {
      await sql`alter table reportmail no force row level security`.execute(tx);
      await sql`update reportmail set created_at = created_at - interval '40 days' where id = ${id}`.execute(
        tx,
      );
      await sql`alter table reportmail force row level security`.execute(tx);
    });
    await Promise.all([putMonthsDue(on.service.db), putMonthsDue(on.service.db), mailer.runNow()]);
    await mailer.runNow();
    expect(server.mails.map(({ to }) => to.join())).toEqual(['month@example.org']);
    const [mail] = server.mails;
    if (!mail) throw new Error('There is a mail');
    const { pages } = await attached(mail);
    expect(pages.length).toBeGreaterThan(1);
    expect(mail.text).toContain(`location_id=${shop.location_id}&from=${before.slice(0, 7)}-01`);
    await mailer.runNow();
    expect(server.mails).toHaveLength(1);
  });
});

describe('a recipient outside of the company', () => {
  const links = async () => {
    const server = await startMailServer();
    const { db } = on.service;
    const mailer = openMailer({
      db,
      log,
      send: await smtpSender({ smtpUrl: server.url, from: 'Tills <tills@example.org>', publicUrl }),
      letters: { ...accountLetters(db, publicUrl), ...reportLetters(db, publicUrl) },
      every: 3_600_000,
    });
    open.push(server, mailer);
    return { server, mailer };
  };
  const asked = (server: MailServer) =>
    server.mails.filter(({ text }) => text.includes('/invitation#r.')).map(({ to }) => to.join());
  const post = (path: string, token: string) => browser().send('POST', path, { token });

  it('gets no report before it is confirmed by a link, once; the company’s people need none', async () => {
    const { server, mailer } = await links();
    const member = await person('manager');
    const stranger = `stranger.${crypto.randomUUID()}@example.org`;
    const { shop, close } = await closeDay();
    const body = {
      name: 'Out',
      frequency: 'daily',
      location_id: shop.location_id,
      data: { recipients: [member.email, stranger] },
    };
    const { entity } = await on.send('POST', '/api/secure/reportmail', { json: body });
    // Written again, by whichever way, it asks no second time that day.
    await on.send('PUT', `/api/secure/reportmail/${entity.id}`, { json: { data: { note: 'Again' } } });
    await on.send('POST', '/api/secure/reportmail', { json: [{ ...body, name: 'Twin' }] });
    await close();
    await mailer.runNow();
    expect(asked(server)).toEqual([stranger]);
    const reports = () => server.mails.filter(({ text }) => !text.includes('#r.')).map(({ to }) => to.join());
    expect(new Set(reports())).toEqual(new Set([member.email]));
    const why = await on.send('GET', `/api/secure/reportmail/${entity.id}/mails`);
    expect(why.text).toContain('has not confirmed yet');

    const token =
      /#(r\.[\w-]+)/.exec(server.mails.find(({ to }) => to.includes(stranger))?.text ?? '')?.[1] ?? '';
    const secret = token.slice(2);
    expect((await post('/api/recipient', secret)).json).toEqual({
      email: stranger,
      company: 'Helsinki',
      confirmed: false,
    });
    // Looking at it confirms nothing.
    expect((await post('/api/recipient', secret)).json).toMatchObject({ confirmed: false });
    expect((await post('/api/recipient/confirm', `${secret}x`)).status).toBe(404);
    expect((await post('/api/recipient/confirm', secret)).status).toBe(204);
    const next = await shop.openDay('2026-03-09');
    await on.send('POST', '/api/secure/sales', { json: [soundReceipt(shop, next, '1')] });
    await shop.setStatus(next, 'closed');
    await mailer.runNow();
    expect(reports()).toContain(stranger);
    // Another company asks by itself.
    const other = await on.service.as('tampere');
    await other('POST', '/api/secure/reportmail', { json: { ...body, location_id: null } });
    await mailer.runNow();
    expect(asked(server)).toEqual([stranger, stranger]);
  });

  it('is asked about with names on one line that hold no address', async () => {
    const { server, mailer } = await links();
    const send = await on.service.as('tampere');
    const { companyId } = on.service.companies.tampere;
    await send('PUT', `/api/secure/company/${companyId}`, {
      json: { name: 'Win at https://evil.example/x\u2028mail spy@evil.example' },
    });
    const recipients = [`named.${crypto.randomUUID()}@example.org`];
    await send('POST', '/api/secure/reportmail', {
      json: { name: 'Out', frequency: 'daily', data: { recipients } },
    });
    await mailer.runNow();
    await send('PUT', `/api/secure/company/${companyId}`, { json: { name: 'Tampere' } });
    const mail = server.mails.at(-1);
    expect(mail?.text).toContain('Win at evil example mail spy evil example entered this address');
    expect(mail?.text).not.toMatch(/evil\.example|spy@/);
  });

  it('is asked three times a day by all tenants together', async () => {
    const { server, mailer } = await links();
    const recipients = [`flooded.${crypto.randomUUID()}@example.org`];
    for (const company of ['helsinki', 'tampere', 'group', 'other'] as const) {
      const send = await on.service.as(company);
      await send('POST', '/api/secure/reportmail', {
        json: { name: 'Out', frequency: 'daily', data: { recipients } },
      });
    }
    await mailer.runNow();
    expect(asked(server)).toHaveLength(3);
  });
});
