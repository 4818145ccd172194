import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createApp } from '@/server/http/app';
import { readSecret } from '@/server/read/cursor';
import { openDatabase, type Database } from '@/server/db/db';
import { backUp } from '@/server/ops/backup/backup';
import { writeErasures } from '@/server/ops/backup/erasures';
import { openLive, type Live } from '@/server/live/live';
import { contracts } from '@/resources/contracts';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { stage } from './api/start';
import { people } from './people';

/*
 * Every secret that the service receives or issues is planted once, used correctly and incorrectly, and then searched
 * for wherever something is stored or sent: verbatim, and as base64 (a copied cookie or header).
 */

const on = stage();
/** What the service logs at its most verbose level. */
const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const responses: string[] = [];
const planted = new Map<string, string>();
/** A name is not a secret, and still must not be logged. */
const nameOfPerson = 'Aurelia Plantedname';

let db: Database;
let live: Live;
let folder: string;
let fetchLogged: (request: Request, env?: Record<string, unknown>) => Response | Promise<Response>;
const { browser, invite } = people({
  get service() {
    return {
      ...on.service,
      fetch: (request: Request, env?: Record<string, unknown>) => fetchLogged(request, env),
    };
  },
});

const plant = (what: string, secret: string) => {
  expect([what, secret.length > 10]).toEqual([what, true]);
  planted.set(what, secret);
  return secret;
};
const tokenIn = (answer: { json: unknown }) => z.looseObject({ token: z.string() }).parse(answer.json).token;
const keyIn = (answer: { json: unknown }) => z.looseObject({ key: z.string() }).parse(answer.json).key;
const byKey = (key: string, method: string, address: string, json?: unknown, headers: object = {}) =>
  fetchLogged(
    new Request(`http://test${address}`, {
      method,
      ...(json !== undefined && { body: JSON.stringify(json) }),
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    }),
  );

/** Searches a text for every secret, also as base64. Returns the names of the matches with their place. */
function secretsIn(place: string, text: string): string[] {
  return [...planted].flatMap(([what, secret]) => {
    const encoded = Buffer.from(secret).toString('base64').replace(/=+$/, '');
    return [secret, encoded, encoded.slice(4)].some((one) => text.includes(one))
      ? [`${what} in ${place}`]
      : [];
  });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-secrets-'));
  const { url } = on.service;
  db = openDatabase(url, log, 8);
  live = openLive({ url, db, log, resources: Object.values(contracts) });
  const app = createApp({
    db,
    live,
    tables,
    customResources: routes,
    extraRoutes,
    log,
    cursorSecret: await readSecret(db),
    secretKeys: on.service.secretKeys,
  });
  fetchLogged = (request, env) => app.fetch(request, env);

  const key = plant(
    'an administrator key',
    keyIn(await on.send('POST', '/api/secure/apikey', { json: { name: 'Planted', role: 'admin' } })),
  );
  const following = await byKey(key, 'GET', '/api/secure/live');
  void following.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (text) => void responses.push(text) }))
    .catch(() => undefined);

  // Links that are used, replaced, and issued for a password reset; passwords that are right, wrong and refused.
  const invited = await invite('admin');
  const window = browser();
  plant('a link', invited.token);
  const first = plant('a password', 'planted password one');
  const second = plant('another password', 'planted password two');
  const reset = plant('a password set anew', 'planted password three');
  const mistyped = plant('a mistyped password', 'planted pasword one!');
  const refused = plant('a password that is refused', 'p!'.repeat(120));
  const send = window.send;
  await send('POST', '/api/invitation', { token: invited.token });
  await send('POST', '/api/invitation/accept', { token: invited.token, password: refused });
  await send('POST', '/api/invitation/accept', { token: invited.token, password: first });
  plant('a session', window.jar.cookie.split('=')[1] ?? '');
  await send('PUT', '/api/session/password', { current: mistyped, password: second });
  await send('PUT', '/api/session/password', { current: first, password: refused });
  await send('PUT', '/api/session/password', { current: first, password: second });
  await browser().send('POST', '/api/session', { email: invited.email, password: mistyped });
  await browser().send('POST', '/api/session', { email: mistyped, password: mistyped });
  const address = `/api/secure/user/${invited.id}/invitation`;
  plant('a link that was replaced', tokenIn(await send('POST', address)));
  const link = plant('a link for another password', tokenIn(await send('POST', address)));
  const again = browser();
  await again.send('POST', '/api/invitation/accept', { token: link, password: reset });
  plant('a session of a link', again.jar.cookie.split('=')[1] ?? '');
  plant('a link that stands', tokenIn(await again.send('POST', address)));

  // Keys: created twice with one Idempotency-Key, used, mistyped, revoked, and used as a session.
  const body = { name: 'Retried', role: 'manager' };
  const once = { 'Idempotency-Key': 'planted-key' };
  const made = await byKey(key, 'POST', '/api/secure/apikey', body, once);
  const retried: unknown = await made.json();
  plant('a key of a retry', keyIn({ json: retried }));
  responses.push(await (await byKey(key, 'POST', '/api/secure/apikey', body, once)).text());
  const { id } = z.looseObject({ id: z.string() }).parse(retried);
  await byKey(key, 'PUT', `/api/secure/apikey/${id}`, { active: false });
  await byKey(planted.get('a key of a retry') ?? '', 'GET', '/api/secure/plu');
  await byKey(plant('a mistyped key', `${key.slice(0, -1)}#`), 'GET', '/api/secure/plu');
  const session = browser();
  await session.send('POST', '/api/session', { key });
  plant('a session of a key', session.jar.cookie.split('=')[1] ?? '');

  // A till: a code that it typed, one that waits, one that is wrong, and its key; and a key that took the place of another.
  const { id: pos } = (
    await on.send('POST', '/api/secure/pos', { json: await on.samples.minimal(contracts.pos) })
  ).entity;
  const codeIn = async () => {
    const answer = await byKey(key, 'POST', `/api/secure/pos/${pos}/pairing`, {});
    const { code } = z.looseObject({ code: z.string() }).parse(await answer.json());
    for (const typed of [code, code.replace('-', '')]) planted.set(`the code ${typed.length}`, typed);
    return code;
  };
  const code = await codeIn();
  planted.set('a wrong code', 'WR0N-GC0D');
  await byKey(key, 'POST', '/api/pair', { code: 'WR0N-GC0D' });
  plant(
    'a key of a till',
    keyIn({ json: await (await byKey('', 'POST', '/api/pair', { code, version: 'Planted 1.0' })).json() }),
  );
  planted.set('a code that was used', code);
  await codeIn();
  const program = await on.send('POST', '/api/secure/apikey', {
    json: { name: 'Rotated', role: 'terminal' },
  });
  plant('a key that was replaced', keyIn(program));
  const rotation = await byKey(key, 'POST', `/api/secure/apikey/${program.entity.id}/rotate`, {});
  plant('a key that took its place', keyIn({ json: await rotation.json() }));

  // A provider of single sign-on: its client's secret, its token that stands, one that it replaced, and a mistyped one.
  const provider = z.looseObject({ id: z.string() }).parse(
    await (
      await byKey(key, 'POST', '/api/secure/identityprovider', {
        name: 'Planted provider',
        data: { issuer: 'https://login.example', client_id: 'planted' },
      })
    ).json(),
  );
  const of = `/api/secure/identityprovider/${provider.id}`;
  const clientSecret = plant('the secret of a client', 'planted secret of a client');
  const kept = await byKey(key, 'PUT', `${of}/secret`, { client_secret: clientSecret });
  expect(kept.status).toBe(204);
  const scimToken = async () =>
    tokenIn({ json: await (await byKey(key, 'POST', `${of}/scim-token`)).json() });
  const replaced = plant('a token that was replaced', await scimToken());
  const standing = plant('a token of a provider', await scimToken());
  for (const token of [replaced, standing, plant('a mistyped token', `${standing}#`)])
    responses.push(await (await byKey(token, 'GET', '/api/scim/v2/Users')).text());
  responses.push(
    await (
      await byKey(standing, 'POST', '/api/scim/v2/Users', {
        userName: 'planted.person@example.org',
        password: plant('a password that a provider sends', 'planted password of a provider'),
      })
    ).text(),
  );

  // An internal error is logged without the values of the row, which PostgreSQL's message quotes.
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'unlucky %', new.name using detail = new.data::text, hint = new.name, errcode = 'TH999';
    end $$`.execute(on.service.db);
  await sql`create trigger refuse before insert on grp for each row execute function refuse()`.execute(
    on.service.db,
  );
  const wrong = await byKey(key, 'POST', '/api/secure/grp', { name: nameOfPerson, data: { secret: reset } });
  expect([wrong.status, (await wrong.text()).includes('unlucky')]).toEqual([500, false]);
  await sql`drop trigger refuse on grp`.execute(on.service.db);
  // A slow query is cancelled while it runs.
  const slow = openDatabase(url, log, 1, 300);
  const late = createApp({
    db: slow,
    tables,
    customResources: routes,
    extraRoutes,
    log,
    cursorSecret: Buffer.from('x'),
  });
  await sql`create function linger() returns trigger language plpgsql as $$ begin
    perform pg_sleep(20); return new; end $$`.execute(on.service.db);
  await sql`create trigger linger before insert on grp for each row execute function linger()`.execute(
    on.service.db,
  );
  const body2 = JSON.stringify({ name: nameOfPerson, data: { secret: reset } });
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const cut = await late.fetch(
    new Request('http://test/api/secure/grp', { method: 'POST', body: body2, headers }),
  );
  expect(cut.status).toBe(503);
  await sql`drop trigger linger on grp`.execute(on.service.db);
  await slow.destroy();
});

afterAll(async () => {
  await live.close();
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

it('no table has one', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace`.execute(on.service.db);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'session',
      'login',
      'event',
      'retry',
      'invitation',
      'apikey',
      'provider_token',
      'pairing',
      'provider_person',
    ]),
  );
  let read = 0;
  for (const name of names) {
    const { rows: texts } = await sql<{
      text: string;
    }>`select t::text as text from ${sql.table(name)} t`.execute(on.service.db);
    read += texts.length;
    expect(secretsIn(name, texts.map(({ text }) => text).join('\n'))).toEqual([]);
  }
  expect(read).toBeGreaterThan(100);
});

it('no answer has one but that which gives it: lists, which exports are made of, events, retries, who one is', async () => {
  const key = planted.get('an administrator key') ?? '';
  const customer = await byKey(key, 'POST', '/api/secure/customer', { name: nameOfPerson });
  const { id } = z.looseObject({ id: z.string() }).parse(await customer.json());
  for (const address of [
    '/api/secure/event?limit=1000',
    '/api/secure/event?sort=-at&limit=1000',
    '/api/secure/user?pageSize=1000',
    '/api/secure/apikey?pageSize=1000',
    '/api/secure/apikey?as_of=2099-01-01T00:00:00Z',
    '/api/secure/user?as_of=2099-01-01T00:00:00Z',
    '/api/secure/company',
    '/api/secure/me',
    '/api/secure/identityprovider?pageSize=1000',
    '/api/secure/till',
    `/api/secure/customer/${id}/export`,
  ]) {
    const answer = await byKey(key, 'GET', address);
    const text = await answer.text();
    expect([address, text.length > 50]).toEqual([address, true]);
    expect(secretsIn(address, text)).toEqual([]);
  }
  const window = browser();
  await window.send('POST', '/api/session', { key });
  planted.set('one more session', window.jar.cookie.split('=')[1] ?? '');
  const { text } = await window.send('GET', '/api/session');
  expect([text.includes('Planted'), secretsIn('/api/session', text)]).toEqual([true, []]);
});

it('no live message has one, and no retried answer', async () => {
  await vi.waitFor(() => expect(responses.join('')).toContain('"resource":"user"'), 20_000);
  expect(responses.join('')).toContain('[redacted]');
  expect(secretsIn('live', responses.join(''))).toEqual([]);
});

it('no backup has one, and no ledger of erasures', async () => {
  const file = path.join(folder, 'all.gz');
  await backUp(on.service.url, file);
  const content = gunzipSync(await readFile(file)).toString('latin1');
  expect(content).toContain('Retried');
  expect(secretsIn('backup', content)).toEqual([]);
  const ledger = path.join(folder, 'ledger');
  await writeErasures(on.service.url, ledger);
  expect(secretsIn('ledger', await readFile(ledger, 'utf8'))).toEqual([]);
});

it('no log line has one, with everything logged; nor a name, nor what was sent', () => {
  const text = lines.join('');
  for (const logged of [
    '/api/session/password',
    '/api/invitation/accept',
    '"unexpected"',
    'TH999',
    '"status":401',
  ])
    expect(text).toContain(logged);
  expect(secretsIn('log', text)).toEqual([]);
  for (const personal of [nameOfPerson, 'Plantedname', 'unlucky', 'Person.', 'Retried'])
    expect([personal, text.includes(personal)]).toEqual([personal, false]);
});
