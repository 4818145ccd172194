import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createService } from '@/server';
import { tables } from '@/resources/tables';
import { stage } from '@/testing/api/start';
import { lyingProvider } from '@/testing/lying-provider';
import { password } from '@/testing/people';
import { secretKeysOf } from '../auth/secret-keys';
import { openProviders } from '../auth/provider/client';
import { alarmLetters } from '../mail/alarms';
import type { WaitingMail } from '../mail/outbox';
import { createPerson } from './admin-people';
import { readConfig } from './config';
import { certificateEnd, openWatch, roomOf, type Senses } from './watch';

const on = stage();
const gibibyte = 2 ** 30;
const folder = mkdtempSync(path.join(tmpdir(), 'tillhouse-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let people = false;

beforeEach(async () => {
  const { db, companies } = on.service;
  sensed.free = 50;
  await sql`delete from mail_outbox`.execute(db);
  await sql`delete from alarm`.execute(db);
  await sql`update identityprovider set active = false`.execute(db);
  if (people) return;
  people = true;
  for (const [email, company, role, group] of [
    ['root.admin@example.org', companies.group, 'admin', 'Group'],
    ['child.admin@example.org', companies.helsinki, 'admin', 'Helsinki'],
    ['root.manager@example.org', companies.group, 'manager', 'Group'],
  ] as const)
    await createPerson({ db, tables }, company, { email, name: email, role }, password, group);
});

/** What the disk and the certificate are said to be; the rest is real. */
const sensed = { free: 100, ends: null as Date | null };
const senses: Senses = {
  roomOf: async () => ({ free: sensed.free * gibibyte, size: 100 * gibibyte, disk: 1 }),
  certificateEnd: async () => sensed.ends,
};
const look = async (folders: readonly string[] = ['/data', '/backups'], how = senses) => {
  const { db } = on.service;
  const providers = openProviders(secretKeysOf('A'.repeat(44)));
  const watch = openWatch({ db, log: pino({ level: 'silent' }), folders, providers, every: null }, how);
  await watch.runNow();
  await watch.close();
};
const mails = async () => {
  const { rows } = await sql<WaitingMail>`select * from mail_outbox order by created_at, recipient`.execute(
    on.service.db,
  );
  return rows;
};
const told = async () => (await mails()).map(({ kind, recipient }) => `${kind} ${recipient}`);
/** Lets time pass for what is known of alarms. */
const later = (time: string) =>
  sql`update alarm set since = since - ${time}::interval, seen_at = seen_at - ${time}::interval,
    told_at = told_at - ${time}::interval, ended_at = ended_at - ${time}::interval`.execute(on.service.db);
const letterOf = async (mail: WaitingMail | undefined) =>
  JSON.stringify(
    mail && (await alarmLetters(on.service.db, 'https://tills.example')[mail.kind as 'disk_low']?.(mail)),
  );

it('a disk that is nearly full is told once to administrators of root companies, and again when it was well between, at most once a day', async () => {
  await look();
  expect(await told()).toEqual([]);
  sensed.free = 4;
  await look();
  await look();
  expect(await told()).toEqual(['disk_low root.admin@example.org']);
  // It stays: nobody is told again, also after days in which it was looked at.
  for (let hour = 0; hour < 30; hour += 1) {
    await later('1 hour');
    await look();
  }
  expect((await told()).length).toBe(1);
  // A little better is not well.
  sensed.free = 5.5;
  await look();
  sensed.free = 4;
  await look();
  expect((await told()).length).toBe(1);
  sensed.free = 20;
  await look();
  sensed.free = 4;
  await look();
  expect((await told()).length).toBe(2);
  // Well and nearly full by turns, within a day.
  sensed.free = 20;
  await look();
  sensed.free = 4;
  await look();
  expect((await told()).length).toBe(2);
  const letter = await letterOf((await mails())[0]);
  expect(letter).toContain('Tillhousen levy on melkein täynnä');
  expect(letter).toContain('4.0 GiB');
});

it('what is nearly full is a tenth of a small disk; one that is not there is left out, and this one has a size', async () => {
  const small: Senses = {
    ...senses,
    roomOf: async (one) =>
      one === '/gone'
        ? null
        : { free: 0.5 * gibibyte, size: one === '/small' ? 10 * gibibyte : 4 * gibibyte, disk: 1 },
  };
  await look(['/gone', '/large'], small);
  expect(await told()).toEqual([]);
  await look(['/gone', '/small'], small);
  expect((await told()).length).toBe(1);
  expect(await roomOf(folder)).toMatchObject({ size: expect.any(Number), disk: expect.any(Number) });
  expect(await roomOf(path.join(folder, 'gone'))).toBeNull();
});

async function provider() {
  const lying = await lyingProvider();
  const send = await on.service.as('helsinki');
  const { id } = (
    await send('POST', '/api/secure/identityprovider', {
      json: { name: 'Entra', data: { issuer: lying.issuer, client_id: 'tillhouse' } },
    })
  ).entity;
  return { ...lying, id };
}

it.each([
  ['its configuration', '/.well-known/openid-configuration'],
  ['its keys', '/keys'],
])(
  'a provider that fails for an hour is told to administrators of its company, by %s',
  async (_what, address) => {
    const one = await provider();
    await look();
    await later('90 minutes');
    await look();
    expect(await told()).toEqual([]);
    one.lie(address, { keys: [] });
    await look();
    await later('50 minutes');
    await look();
    expect(await told()).toEqual([]);
    await later('20 minutes');
    await look();
    await look();
    expect(await told()).toEqual(['provider_away child.admin@example.org']);
    const letter = await letterOf((await mails())[0]);
    expect(letter).toContain('Entra');
    expect(letter).toContain(`https://tills.example/sign-in-providers/${one.id}`);
    one.close();
  },
);

it('one that fails only now and then is told to nobody', async () => {
  const one = await provider();
  const good = { keys: [{ kty: 'RSA' }] };
  for (let time = 0; time < 4; time += 1) {
    one.lie('/keys', { keys: [] });
    await look();
    await later('40 minutes');
    one.lie('/keys', good);
    await look();
  }
  expect(await told()).toEqual([]);
  one.close();
});

it('a certificate that ends within two weeks is told once; its end is read from the connection', async () => {
  const one = await provider();
  await sql`update identityprovider set data = data || '{"issuer": "https://login.example"}'`.execute(
    on.service.db,
  );
  sensed.ends = new Date(Date.now() + 15 * 86_400_000);
  await look();
  expect(await told()).toEqual([]);
  sensed.ends = new Date(Date.now() + 13 * 86_400_000);
  await look();
  await look();
  expect(await told()).toEqual(['provider_certificate child.admin@example.org']);
  expect(await letterOf((await mails())[0])).toContain(sensed.ends.toISOString().slice(0, 10));
  sensed.ends = null;
  one.close();

  // It comes with a certificate of its own, of which the end is known.
  const server = new SMTPServer({ secure: true, logger: false });
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect((await certificateEnd(`https://127.0.0.1:${port}`))?.toISOString()).toBe('2025-02-09T11:32:58.000Z');
  await new Promise<void>((done) => server.close(done));
  expect(await certificateEnd(`https://127.0.0.1:${port}`)).toBeNull();
});

it('a service that sends mail watches from its start, and one that sends none does not', async () => {
  const { db, url } = on.service;
  const one = await provider();
  one.lie('/keys', { keys: [] });
  const env = {
    DATABASE_URL: url,
    TILLHOUSE_DEMO: 'false',
    TILLHOUSE_ARCHIVE_DIR: 'off',
    TILLHOUSE_DATA_DIR: folder,
  };
  const mail = {
    // Nobody listens there.
    TILLHOUSE_SMTP_URL: 'smtp://127.0.0.1:9',
    TILLHOUSE_MAIL_FROM: 'tills@example.org',
    TILLHOUSE_PUBLIC_URL: 'https://tills.example.org',
  };
  const alarms = async () =>
    (await sql<{ about: string }>`select about from alarm where ended_at is null`.execute(db)).rows;
  const log = pino({ level: 'silent' });
  await (await createService(readConfig(env), log)).close();
  expect(await alarms()).toEqual([]);
  const service = await createService(readConfig({ ...env, ...mail }), log);
  await vi.waitFor(async () => expect(await alarms()).toEqual([{ about: one.id }]), { timeout: 30_000 });
  await service.close();
  one.close();
});
