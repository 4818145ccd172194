import pino from 'pino';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { outcomeLetters, openOutcomeNotices } from '@/server/changes/outcome-letter';
import { openMailer } from '@/server/mail/mailer';
import { smtpSender } from '@/server/mail/transport';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';
import { startMailServer } from '@/testing/outgoing/mail-server';
import { people } from '@/testing/people';
import { tables } from '@/resources/tables';

const on = stage();
const { person } = people(on);
const log = pino({ level: 'silent' });
const publicUrl = 'https://tills.example.org';
const open: { close: () => Promise<void> }[] = [];
const asSender = (statement: ReturnType<typeof sql>) =>
  on.service.db.transaction().execute(async (tx) => {
    await sql`set local role tillhouse_auth`.execute(tx);
    await statement.execute(tx);
  });
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
  await asSender(sql`delete from mail_outbox`);
});

/** Starts what sends mail; `look` looks at all scheduled sets. */
async function mailing() {
  const server = await startMailServer();
  const { db } = on.service;
  const due = openOutcomeNotices({ db, tables, log, every: 0 });
  const send = await smtpSender({ smtpUrl: server.url, from: 'Tills <tills@example.org>', publicUrl });
  const mailer = openMailer({ db, log, send, letters: outcomeLetters(db, publicUrl), due, every: 3_600_000 });
  open.push(server, mailer);
  return { mails: server.mails, look: mailer.runNow };
}

const inDays = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T06:00`;

/** A manager schedules a set that gives products a price in some days. */
async function schedule(days: number, name: string) {
  const maker = await person('manager');
  const sets = changeSets((method, path, more) => maker.send(method, path, more?.json));
  const products = await makeProducts(on.send, on.samples, 2);
  const items = products.map(({ id }) => ({ resource: 'plu', record_id: id, patch: { base_price: '5.00' } }));
  const id = await sets.draft(items, { name, apply_at: inDays(days) });
  await sets.move(id, 'preview');
  await sets.move(id, 'schedule');
  const price = (at: number, base_price: string) =>
    on.send('PUT', `/api/secure/plu/${products[at]?.id}`, { json: { base_price } });
  return { id, maker, price, sets };
}

it('the maker of a scheduled set is told when something else becomes of it, each outcome once', async () => {
  const { mails, look } = await mailing();
  const { id, maker, price, sets } = await schedule(2, 'Spring prices at pay.example.org');
  await look();
  expect(mails).toEqual([]);
  await price(0, '4.50');
  await look();
  await look();
  expect(mails.map(({ to }) => to)).toEqual([[maker.email]]);
  const [mail] = mails;
  expect(mail?.text).toContain(`${publicUrl}/changes/${id}`);
  // Of their company, which is Finnish.
  expect(mail?.text).toContain(`${new Date(inDays(2)).toLocaleDateString('fi')} klo 6.00`);
  // A name that somebody chose is no address in a mail.
  expect(mail?.text).toContain('”Spring prices at pay example org” ei tule siksi');
  for (const [label, count] of [
    ['Arvoja, joista tulee muuta', 1],
    ['Tietueita, jotka muuttuvat nyt', 1],
    ['Tietueita, jotka jäävät odottamaan valintaa', 1],
    ['Tietueita, jotka ovat jo niin', 0],
  ])
    expect(mail?.text).toMatch(new RegExp(`${label}: +${count}\\b`));
  // Another outcome on the same day is not told; on the next day it is.
  await price(0, '5.00');
  await price(1, '5.00');
  await look();
  expect(mails).toHaveLength(1);
  await asSender(sql`update mail_outbox set created_at = created_at - interval '1 day'`);
  await look();
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toContain('ei ole enää muutettavaa');
  await sets.move(id, 'reopen');
});

it('nobody is told of a set that is far away, a draft again, or of a maker who was deactivated', async () => {
  const { mails, look } = await mailing();
  const far = await schedule(20, 'Far');
  await far.price(0, '4.50');
  const draft = await schedule(2, 'Draft');
  await draft.price(0, '4.50');
  await draft.sets.move(draft.id, 'reopen');
  const gone = await schedule(2, 'Gone');
  await gone.price(0, '4.50');
  await on.send('PUT', `/api/secure/user/${gone.maker.id}`, { json: { active: false } });
  await look();
  expect(mails).toEqual([]);
});
