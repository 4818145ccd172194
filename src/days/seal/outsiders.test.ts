import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createKey } from '@/server/ops/companies';
import { stage } from '@/testing/api/start';
import { overHttp } from '@/testing/over-http';
import { openShop, soundReceipt } from '@/testing/shop';
import { reportHash } from './contents';
import { newHasher } from './hasher.server';

const on = stage();

it('the worked example of docs/seals.md has the hashes that it says', async () => {
  const page = await readFile('docs/seals.md', 'utf8');
  const example = /```json\n([\s\S]*?)\n```/.exec(page)?.[1] ?? '';
  const lines = page.split('\n');
  const after = (beginning: string) => {
    const at = lines.findIndex((line) => line.startsWith(beginning));
    return { text: lines[at] ?? '', hash: lines.slice(at).find((line) => /^[0-9a-f]{64}$/.test(line)) };
  };
  const { text, hash: content } = after('{"businessday":{"data"');
  const { text: head, hash } = after('{"at":');
  expect(reportHash(newHasher(), example)).toBe(content);
  const sha256 = (of: string) => {
    const hasher = newHasher();
    hasher.update(of);
    return hasher.hex();
  };
  expect([sha256(text), sha256(head)]).toEqual([content, hash]);
});

it('a program in another language, written from that page alone, verifies the chains of a company and finds what was changed', async () => {
  const { db, fetch, companies } = on.service;
  const shops = [await openShop(on.send, on.samples), await openShop(on.send, on.samples)];
  const days: string[] = [];
  for (const shop of shops)
    for (const date of ['2026-03-01', '2026-03-02', '2026-03-03']) {
      const day = await shop.openDay(date);
      days.push(day);
      const receipts = ['1', '2', '10'].map((num) => ({
        ...soundReceipt(shop, day, num),
        name: 'Ääni "ö" \\ \u2028 😀',
      }));
      await on.send('POST', '/api/secure/sales', { json: receipts });
      expect((await shop.setStatus(day, 'closed')).status).toBe(200);
    }
  const [first = '', second = ''] = days;
  const [shop] = shops;
  await shop?.setStatus(second, 'open', { note: 'A receipt was missing' });
  await shop?.setStatus(second, 'closed');

  const server = await overHttp(fetch);
  const key = await createKey(db, companies.helsinki, 'Auditor', 'accountant');
  const verify = async () => {
    const env = { ...process.env, TILLHOUSE_KEY: key };
    const run = promisify(execFile)('python3', ['docs/verify_seals.py', server.url], { env });
    return run.then(
      ({ stdout }) => stdout.trim(),
      (error: { stdout?: string }) => error.stdout?.trim() ?? 'python3 did not run',
    );
  };
  try {
    expect(await verify()).toBe('7 seals of 2 locations hold.');
    await sql`alter table sales disable trigger user`.execute(db);
    await sql`update sales set data = jsonb_set(data, '{lines,0,qty}', '9') where businessday_id = ${first}
      and receipt_num = '10'`.execute(db);
    await sql`alter table sales enable trigger user`.execute(db);
    expect(await verify()).toBe(`2026-03-01 ${first}: the day is not what was sealed`);
    await sql`alter table businessday_seal disable trigger user`.execute(db);
    await sql`update businessday_seal set by = 'Somebody else' where businessday_id = ${second} and number = 2`.execute(
      db,
    );
    expect(await verify()).toMatch(/the hash of seal 2 is not that of what it says$/);
  } finally {
    await server.hangUp();
  }
});
