import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { verify } from '@/server/ops/backup/verify/verify';
import { contracts } from '@/resources/contracts';
import { tables } from '@/resources/tables';
import type { Answer, Json } from '../../answer';
import type { Sender } from '../../service';
import { openShop, soundReceipt, type Shop } from '../../shop';
import { pagesOf, pathOf, stage, unknownId } from '../start';

// Single records that come at the same time are written together (server/write/group-commit.ts): nobody may notice.

const on = stage();
const { plu } = contracts;
let shop: Shop;
let keys: Sender[];
let body: Json;

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  keys = await Promise.all(Array.from({ length: 6 }, () => on.service.as('helsinki')));
  body = await on.samples.minimal(plu);
});

/** Sends `count` requests at once, by several keys in turns. */
const atOnce = (count: number, send: (by: Sender, n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => send(keys[n % keys.length] ?? on.send, n)));

const eventsOf = async (ids: readonly string[]) => {
  const { rows } = await sql<{
    entity_id: string;
    key_id: string;
    request_id: string;
    payload: Json;
    xid: string;
  }>`
    select entity_id, key_id, request_id, payload, xmin::text as xid from event where entity_id = any(${ids}::uuid[]) order by seq`.execute(
    on.service.db,
  );
  return rows;
};
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

describe('records that come at the same time', () => {
  it('are written in fewer transactions, each with its own answer, event, key and request', async () => {
    const total = async () => Number((await on.send('GET', pagesOf(plu))).header('x-total-count'));
    const before = await total();
    const answers = await atOnce(30, (by, n) =>
      by('POST', pathOf(plu), { json: { ...body, name: `Bun ${n}` } }),
    );
    expect(answers.map(({ status, entity }) => [status, entity.name])).toEqual(
      answers.map((_, n) => [201, `Bun ${n}`]),
    );
    expect(await total()).toBe(before + 30);
    const events = await eventsOf(answers.map(({ entity }) => entity.id));
    expect(events.length).toBe(30);
    expect(new Set(events.map(({ xid }) => xid)).size).toBeLessThan(30);
    const byId = new Map(events.map((event) => [event.entity_id, event]));
    const keyOf = new Map<number, string | undefined>();
    answers.forEach((answer, n) => {
      const event = byId.get(answer.entity.id);
      expect(event?.request_id).toBe(answer.header('x-request-id'));
      expect(event?.payload).toEqual({ ...body, name: `Bun ${n}` });
      keyOf.set(n % keys.length, keyOf.get(n % keys.length) ?? event?.key_id);
      expect(event?.key_id).toBe(keyOf.get(n % keys.length));
    });
    expect(new Set(keyOf.values()).size).toBe(keys.length);
  });

  it('are refused one by one: what is wrong with one of them changes no other answer', async () => {
    const answers = await atOnce(20, (by, n) =>
      by('POST', pathOf(plu), { json: { ...body, ...(n % 5 === 3 && { dpt_id: unknownId }) } }),
    );
    expect(statuses(answers)).toEqual(answers.map((_, n) => (n % 5 === 3 ? 422 : 201)));
    expect(answers[3]?.problem.errors?.[0]).toMatchObject({
      pointer: '/dpt_id',
      code: 'reference_not_found',
    });
  });

  it('may be one record, sent several times: one request creates it, the others update it', async () => {
    const id = crypto.randomUUID();
    const answers = await atOnce(12, (by, n) =>
      by('POST', pathOf(plu), { json: { ...body, name: `Turn ${n}`, ...(n % 2 === 0 && { id }) } }),
    );
    expect(statuses(answers).filter((status) => status === 200).length).toBe(5);
    expect(statuses(answers).filter((status) => status === 201).length).toBe(7);
    expect((await on.send('GET', pathOf(plu, id))).entity.version).toBe(6);
    expect((await eventsOf([id])).length).toBe(6);
  });

  it('take no id that another company has', async () => {
    const theirs = await on.service.as('tampere');
    const id = crypto.randomUUID();
    expect((await theirs('POST', '/api/secure/customer', { json: { id, name: 'Maija' } })).status).toBe(201);
    const answers = await atOnce(10, (by, n) =>
      by('POST', '/api/secure/customer', { json: { name: `Guest ${n}`, ...(n === 4 && { id }) } }),
    );
    expect(statuses(answers)).toEqual(answers.map((_, n) => (n === 4 ? 409 : 201)));
    expect(answers[4]?.problem.code).toBe('id_unavailable');
  });
});

describe('receipts of many tills', () => {
  const totals = async (day: string) =>
    (await on.send('GET', `/api/secure/businessday/${day}`)).entity['totals'];

  it('come into one day, each once, and the day and the products say what they come to', async () => {
    const day = await shop.openDay();
    const receipts = Array.from({ length: 40 }, (_, n) => soundReceipt(shop, day, String(n)));
    const answers = await atOnce(80, (by, n) => by('POST', '/api/secure/sales', { json: receipts[n % 40] }));
    expect(statuses(answers).filter((status) => status === 201).length).toBe(40);
    expect(statuses(answers).filter((status) => status === 200).length).toBe(40);
    expect(await totals(day)).toMatchObject({ count: 40, gross: '180.00' });
  });

  it('come into a day while it closes, or are refused: none is in it that its totals and its seal leave out', async () => {
    const day = await shop.openDay();
    const post = atOnce(40, (by, n) =>
      by('POST', '/api/secure/sales', { json: soundReceipt(shop, day, String(n)) }),
    );
    const close = shop.setStatus(day, 'closed');
    const answers = await post;
    expect((await close).status).toBe(200);
    const accepted = statuses(answers).filter((status) => status === 201).length;
    expect(statuses(answers).filter((status) => status === 409).length).toBe(40 - accepted);
    expect(await totals(day)).toMatchObject({ count: accepted });
    const checks = await verify(on.service.db, Object.values(tables));
    expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
  });
});
