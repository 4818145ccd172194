import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { problemCodes } from '@/contract/problem-codes';
import { contracts } from '@/resources/contracts';
import { overHttp, type OverHttp } from '../over-http';
import { openShop, type Shop } from '../shop';
import { stage } from './start';

/* docs/connect-a-till.md, run by its own text: each block of shell in its order, and what it says to keep of the answers. */

const on = stage();
let http: OverHttp;
let shop: Shop;
/** The answer of each block, by the address that it asked. */
const answers: { readonly request: string; readonly answer: unknown }[] = [];
const kept: Record<string, string> = {};

const codeOf = async () => {
  const { json } = await on.send('POST', `/api/secure/pos/${shop.pos_id}/pairing`, { json: {} });
  return z.looseObject({ code: z.string() }).parse(json).code;
};

/** Runs a block of shell as somebody would who typed it, and returns the JSON that it prints. */
async function typed(block: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('bash', ['-euc', block], {
    env: { PATH: process.env['PATH'] ?? '', ...kept },
    timeout: 20_000,
  });
  return JSON.parse(stdout);
}

/** Returns the value at a path such as `pos.id`. */
const at = (answer: unknown, path: string): string =>
  z
    .string()
    .parse(path.split('.').reduce<unknown>((value, name) => z.looseObject({}).parse(value)[name], answer));

beforeAll(async () => {
  http = await overHttp((request, env) => on.service.fetch(request, env));
  shop = await openShop(on.send, on.samples);
  await on.send('POST', '/api/secure/tax', { json: { name: 'VAT', rate: '13.5' } });
  await on.send('POST', '/api/secure/plu', { json: await on.samples.minimal(contracts.plu) });
  Object.assign(kept, {
    TILLHOUSE: http.url,
    CODE: await codeOf(),
    TODAY: '2026-03-01',
    NEW_DAY: crypto.randomUUID(),
    NEW_RECEIPT: crypto.randomUUID(),
  });
  const page = await readFile('docs/connect-a-till.md', 'utf8');
  // Text, block, text, block and so on.
  const [, ...parts] = page.split(/^```(?:sh)?\n/m);
  for (let n = 0; n < parts.length; n += 2) {
    const block = parts[n] ?? '';
    const answer = await typed(block);
    answers.push({ request: /\/api\/[\w/]+/.exec(block)?.[0] ?? '', answer });
    for (const [, path = '', name = ''] of (parts[n + 1] ?? '').matchAll(/`([\w.]+)` as `\$(\w+)`/g))
      kept[name] = at(answer, path);
  }
}, 60_000);

afterAll(() => http?.hangUp());

const answerOf = (request: string, nth = 0) => answers.filter((one) => one.request === request)[nth]?.answer;

it('pairs a till, which then is who it says', () => {
  expect(answerOf('/api/secure/me')).toMatchObject({
    role: 'terminal',
    pos_id: shop.pos_id,
    locations: [shop.location_id],
  });
  expect([kept['POS'], kept['LOCATION']]).toEqual([shop.pos_id, shop.location_id]);
});

it('loads the catalogue, and what has changed since', () => {
  for (const nth of [0, 1])
    expect(answerOf('/api/secure/plu', nth)).toEqual([expect.objectContaining({ active: true })]);
});

it('opens the day of its location, sends a receipt and closes the day, whose report adds up', async () => {
  expect(answerOf('/api/secure/businessday', 0)).toEqual([]);
  expect(answerOf('/api/secure/businessday', 1)).toMatchObject({ status: 'open', id: kept['NEW_DAY'] });
  expect(answerOf('/api/secure/sales')).toMatchObject({
    id: kept['NEW_RECEIPT'],
    total: '4.50',
    pos_id: shop.pos_id,
  });
  expect(answers.at(-1)?.answer).toMatchObject({ status: 'closed' });
  const { json } = await on.send('GET', `/api/secure/report/businessdaytx/${kept['DAY']}`);
  const { checks } = z
    .looseObject({
      checks: z.array(z.looseObject({ code: z.string(), ok: z.boolean().nullable() })).nonempty(),
    })
    .parse(json);
  expect(checks.filter(({ ok }) => ok !== true)).toEqual([]);
});

it('sends the same receipt again, which is accepted once, and is refused from the request on that follows its unlinking', async () => {
  const page = await readFile('docs/connect-a-till.md', 'utf8');
  const block = page.split(/^```(?:sh)?\n/m).find((part) => part.includes('/api/secure/sales')) ?? '';
  expect(await typed(block)).toEqual(answerOf('/api/secure/sales'));
  const { id } = z
    .looseObject({ id: z.string() })
    .parse(z.looseObject({ key: z.unknown() }).parse(answerOf('/api/secure/me')).key);
  expect((await on.send('POST', `/api/secure/till/${id}/unlink`)).status).toBe(204);
  expect(await typed(block)).toMatchObject({ status: 401, code: 'unauthenticated' });
});

it('names no address, field or code that the service does not know', async () => {
  const page = await readFile('docs/connect-a-till.md', 'utf8');
  const codes = [...page.matchAll(/^\| 409 `(\w+)`/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(2);
  expect(codes.filter((code) => !Object.hasOwn(problemCodes[409] ?? {}, code ?? ''))).toEqual([]);
});
