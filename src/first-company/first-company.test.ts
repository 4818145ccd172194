import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { templateCountries } from '@/contract/countries';
import { firstLinkSchema } from '@/contract/first-company';
import { createService, type Service } from '@/server';
import { createCompany } from '@/server/ops/companies';
import { readConfig } from '@/server/ops/config';
import { ownDatabase } from '@/testing/database/own-database';

// A service without a company, as `npm start` begins it, and what is made in a browser by its link.
const silent = pino({ level: 'silent' });
const origin = 'http://till.example';

const own = ownDatabase();
const services: Service[] = [];

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

/** Starts a service on the database, and returns what a browser does with it. */
async function start() {
  const config = readConfig({ DATABASE_URL: own.url, TILLHOUSE_DEMO: 'false' });
  const service = await createService(config, silent);
  services.push(service);
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await service.fetch(
      new Request(`${origin}${path}`, {
        method,
        headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    return {
      status: answer.status,
      json: z
        .looseObject({})
        .catch({})
        .parse(JSON.parse(text || '{}')),
      list: text.startsWith('[') ? z.array(z.looseObject({})).parse(JSON.parse(text)) : [],
      cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    };
  };
  return { token: service.setup.firstLink ?? '', ask };
}

const aalto = (token: string, more: Record<string, unknown> = {}) => ({
  token,
  language: 'en',
  company: { name: 'Leipomo Aalto', ident: '1234567-8', place: { country: 'FI' } },
  person: { name: 'Ida Aalto', email: 'ida@leipomoaalto.example' },
  password: 'rye dough at four',
  ...more,
});

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    own.db,
  );
  return rows[0]?.n ?? 0;
};

describe('the link of an empty service', () => {
  it('says what each template brings, and is kept as its hash alone', async () => {
    const { token, ask } = await start();
    expect((await ask('GET', '/api/capabilities')).json['features']).toContain('first_company');
    const { status, json } = await ask('POST', '/api/first_company/link', { token });
    expect(status).toBe(200);
    const { templates, expires_at } = firstLinkSchema.parse(json);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(71 * 3_600_000);
    expect(templates.find(({ country }) => country === 'FI')).toEqual({
      country: 'FI',
      currency: 'EUR',
      timezone: 'Europe/Helsinki',
      taxes: ['25.5', '13.5', '10', '0'],
      tenders: ['Käteinen', 'Kortti', 'Mobiilimaksu', 'Lounasetu', 'Lahjakortti', 'Lasku'],
      cash_rounding: '0.05',
      accounts: expect.any(Number),
    });
    const { rows } = await sql<{ all: string }>`select l::text as all from first_company_link l`.execute(
      own.db,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('makes the company, its administrator and the records of its country, and lets them in; then it is used up', async () => {
    const { token, ask } = await start();
    const made = await ask('POST', '/api/first_company', aalto(token));
    expect([made.status, made.json]).toEqual([
      200,
      {
        session: expect.objectContaining({
          role: 'admin',
          company: expect.objectContaining({ name: 'Leipomo Aalto', locale: 'fi-FI' }),
          user: expect.objectContaining({ name: 'Ida Aalto', language: 'en' }),
        }),
      },
    ]);
    const session = { Cookie: made.cookie };
    const read = async (path: string) => (await ask('GET', `/api/secure/${path}`, undefined, session)).list;
    expect((await read('tax?sort=-rate')).map(({ name, rate }) => [name, rate])).toEqual([
      ['ALV 25,5 %', '25.5'],
      ['ALV 13,5 %', '13.5'],
      ['ALV 10 %', '10'],
      ['ALV 0 %', '0'],
    ]);
    const [cash] = await read('tender?type=cash');
    expect(cash).toMatchObject({ name: 'Käteinen', data: { rounding: { unit: '0.05', mode: 'half_up' } } });
    expect(await read('company')).toEqual([
      expect.objectContaining({
        name: 'Leipomo Aalto',
        ident: '1234567-8',
        data: expect.objectContaining({
          currency: 'EUR',
          timezone: 'Europe/Helsinki',
          price_tax: 'included',
        }),
      }),
    ]);
    // All of it is made by the person.
    const [ida] = await read('user');
    const { json } = await ask('GET', '/api/secure/event', undefined, session);
    const makers = z.array(z.looseObject({ user_id: z.string().nullable() })).parse(json['data']);
    expect([makers.length > 10, new Set(makers.map((one) => one.user_id))]).toEqual([
      true,
      new Set([ida?.['id']]),
    ]);
    expect((await ask('POST', '/api/first_company', aalto(token))).status).toBe(404);
    expect((await ask('POST', '/api/first_company/link', { token })).status).toBe(404);
    expect((await ask('GET', '/api/capabilities')).json['features']).not.toContain('first_company');
    const again = { email: 'ida@leipomoaalto.example', password: 'rye dough at four' };
    expect((await ask('POST', '/api/session', again)).status).toBe(200);
    expect((await start()).token).toBe('');
  });

  it('leads to a first hour, which says what there is, and ends with the first closed day', async () => {
    const { token, ask } = await start();
    const { cookie } = await ask('POST', '/api/first_company', aalto(token));
    const send = async (method: string, path: string, body?: unknown) =>
      (await ask(method, `/api/secure/${path}`, body, { Cookie: cookie })).json;
    const steps = async () => (await send('GET', 'first_hour'))['steps'];
    const begun = {
      accounts: expect.any(Number),
      cash_rounding: '0.05',
      locations: 0,
      location: null,
      registers: [],
      taxes: ['25.5', '13.5', '10', '0'],
      tenders: ['Käteinen', 'Kortti', 'Mobiilimaksu', 'Lounasetu', 'Lahjakortti', 'Lasku'],
      products: 0,
      departments: 0,
      people: 1,
      sells: false,
    };
    expect(await steps()).toEqual(begun);
    const id = async (path: string, body: object) => String((await send('POST', path, body))['id']);
    const warehouse = await id('location', { name: 'Warehouse' });
    const kallio = await id('location', { name: 'Kallio', data: { day_cutover: '04:00' } });
    const register = await id('pos', { name: 'Register 1', location_id: kallio });
    const grp_id = await id('grp', { name: 'Bakery' });
    const dpt_id = await id('dpt', { name: 'Bread', grp_id });
    const tax = z
      .array(z.looseObject({ id: z.string() }))
      .parse((await ask('GET', '/api/secure/tax', undefined, { Cookie: cookie })).list)[0];
    await id('plu', {
      name: 'Rye loaf',
      receipt_name: 'Rye loaf',
      dpt_id,
      tax_id: tax?.id,
      base_price: '4.50',
    });
    expect(warehouse).not.toBe('undefined');
    expect(await steps()).toEqual({
      ...begun,
      locations: 2,
      location: { id: kallio, name: 'Kallio', day_cutover: '04:00' },
      registers: [{ id: register, name: 'Register 1', location: 'Kallio' }],
      products: 1,
      departments: 1,
    });
    const day = await id('businessday', { location_id: kallio, date: '2026-03-01' });
    expect(await steps()).not.toBeNull();
    await send('PUT', `businessday/${day}`, { status: 'closed' });
    expect(await steps()).toBeNull();
  });

  it.each(templateCountries)('has an account for each tax and tender of %s', async (country) => {
    const { token, ask } = await start();
    const company = { name: 'Aalto', ident: '', place: { country } };
    const { status, cookie } = await ask('POST', '/api/first_company', aalto(token, { company }));
    expect(status).toBe(200);
    const read = async (path: string) =>
      (await ask('GET', `/api/secure/${path}`, undefined, { Cookie: cookie })).list;
    const accounts = await read('account?pageSize=1000');
    const has = (use: string, field: string, value: unknown) =>
      accounts.some((one) => one['use'] === use && String(one[field]) === String(value));
    for (const { rate } of await read('tax'))
      expect([rate, has('revenue', 'tax_rate', rate)]).toEqual([rate, true]);
    for (const { type } of await read('tender'))
      expect([
        type,
        type === 'gift_card'
          ? has('gift_card_redeemed', 'tax_rate', null)
          : has('tender', 'tender_type', type),
      ]).toEqual([type, true]);
  });

  it('of a country without a template asks for currency and time zone, and brings no taxes', async () => {
    const { token, ask } = await start();
    const of = (place: unknown) => aalto(token, { company: { name: 'Aalto', ident: '', place } });
    const wrong = await ask(
      'POST',
      '/api/first_company',
      of({ currency: 'CHF', timezone: 'Europe/Atlantis' }),
    );
    expect([wrong.status, JSON.stringify(wrong.json['errors'])]).toEqual([
      422,
      expect.stringContaining('/company/place'),
    ]);
    const { status, cookie } = await ask(
      'POST',
      '/api/first_company',
      of({ currency: 'CHF', timezone: 'europe/zurich' }),
    );
    expect(status).toBe(200);
    const taxes = await ask('GET', '/api/secure/tax', undefined, { Cookie: cookie });
    expect([taxes.status, taxes.list]).toEqual([200, []]);
    const [made] = (await ask('GET', '/api/secure/company', undefined, { Cookie: cookie })).list;
    expect(made?.['data']).toMatchObject({ currency: 'CHF', timezone: 'Europe/Zurich' });
  });
});

const place = (currency: string, timezone: string) => ({
  company: { name: 'Aalto', ident: '', place: { currency, timezone } },
});

describe('nothing is made', () => {
  it.each<[string, Record<string, unknown>]>([
    ['/company/name', { company: { name: ' ', ident: '', place: { country: 'FI' } } }],
    ['/person/name', { person: { name: '\t ', email: 'ida@aalto.example' } }],
    ['/company/place/currency', place('ABC', 'UTC')],
    ['/company/place/currency', place('chf', 'UTC')],
    ['/company/place/timezone', place('CHF', '+02:00')],
    ['/company/place/timezone', place('CHF', ' UTC')],
  ])('of what is no value of %s', async (pointer, wrong) => {
    const { token, ask } = await start();
    const { status, json } = await ask('POST', '/api/first_company', aalto(token, wrong));
    expect([status, JSON.stringify(json['errors'])]).toEqual([
      422,
      expect.stringContaining(`"pointer":"${pointer}"`),
    ]);
    expect(await count('company')).toBe(0);
  });

  it('by an easy password, which is said at its field; the link holds on', async () => {
    const { token, ask } = await start();
    const easy = await ask('POST', '/api/first_company', aalto(token, { password: 'leipomo aalto' }));
    expect([easy.status, JSON.stringify(easy.json['errors'])]).toEqual([
      422,
      expect.stringContaining('"/password"'),
    ]);
    expect([await count('company'), await count('login')]).toEqual([0, 0]);
    expect((await ask('POST', '/api/first_company/link', { token })).status).toBe(200);
  });

  it('by a wrong link, of which ten a minute are tried, or by a page of somebody else', async () => {
    const { token, ask } = await start();
    expect(
      (await ask('POST', '/api/first_company', aalto(token), { Origin: 'https://evil.example' })).status,
    ).toBe(403);
    const tried: number[] = [];
    for (let n = 0; n < 11; n += 1)
      tried.push((await ask('POST', '/api/first_company', aalto(`wrong ${n}`))).status);
    expect(tried).toEqual([...Array<number>(10).fill(404), 429]);
    expect(await count('company')).toBe(0);
  });

  it('by a link that is past its time, or where somebody made a company meanwhile', async () => {
    const { token, ask } = await start();
    await sql`update first_company_link set expires_at = clock_timestamp()`.execute(own.db);
    expect((await ask('POST', '/api/first_company', aalto(token))).status).toBe(404);
    const next = await start();
    await createCompany(own.db, { name: 'Satama Oy' });
    expect((await next.ask('POST', '/api/first_company', aalto(next.token))).status).toBe(404);
    expect(await count('company')).toBe(1);
  });

  it('twice: of two processes and four requests at once one makes it', async () => {
    const [one, other] = [await start(), await start()];
    expect(one.token).not.toBe(other.token);
    const statuses = await Promise.all(
      [one, other, one, other].map(
        async ({ ask, token }, n) =>
          (
            await ask(
              'POST',
              '/api/first_company',
              aalto(token, { person: { name: 'Ida', email: `ida${n}@aalto.example` } }),
            )
          ).status,
      ),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    expect([await count('company'), await count('login'), await count('first_company_link')]).toEqual([
      1, 1, 0,
    ]);
  });

  it('in part: what fails at its end leaves no company, and the link makes it afterwards', async () => {
    const { token, ask } = await start();
    await sql
      .raw(`create function fault() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$;
        create trigger fault before insert on tender for each row execute function fault()`)
      .execute(own.db);
    expect((await ask('POST', '/api/first_company', aalto(token))).status).toBe(500);
    expect([await count('company'), await count('login'), await count('tax'), await count('event')]).toEqual([
      0, 0, 0, 0,
    ]);
    await sql`drop trigger fault on tender`.execute(own.db);
    expect((await ask('POST', '/api/first_company', aalto(token))).status).toBe(200);
  });
});
