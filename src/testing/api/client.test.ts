import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey } from '@/server/ops/companies';
import type { Json } from '../answer';
import { makeProducts } from '../change-sets';
import { overHttp, type OverHttp } from '../over-http';
import { stage, unknownId } from './start';

// The client as a package (clients/typescript): built from the document, and its examples run against the service.

const on = stage();
const run = promisify(execFile);
const root = process.cwd();
const folder = path.join(root, 'clients/typescript');
let http: OverHttp;
let key: string;

beforeAll(async () => {
  await run(process.execPath, ['scripts/client.mjs'], { cwd: root });
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', path.join(folder, 'tsconfig.examples.json')]).catch(
    (error: unknown) => {
      throw new Error(z.object({ stdout: z.string() }).parse(error).stdout);
    },
  );
  http = await overHttp((request) => on.service.fetch(request));
  key = await createKey(on.service.db, on.service.companies.helsinki, 'a program', 'admin');
}, 120_000);
afterAll(() => http.hangUp());

/** Runs an example, and returns what it printed. */
const example = async (name: string, env: Readonly<Record<string, string>> = {}) => {
  const { stdout } = await run(process.execPath, [path.join(folder, '.examples', `${name}.js`)], {
    env: { ...process.env, TILLHOUSE: http.url, KEY: key, ...env },
  });
  return stdout.trim().split('\n');
};

/** What the tests ask of the built package, whose own types are of files that a checkout does not have. */
interface Package {
  readonly createTillhouse: (options: {
    baseUrl: string;
    key: string;
    fetch?: (request: Request) => Promise<Response>;
    wait?: (milliseconds: number) => Promise<void>;
  }) => {
    POST(address: string, init: object): Promise<{ data: { id: string } }>;
    PUT(address: string, init: object): Promise<unknown>;
    GET(address: string, init: object): Promise<unknown>;
    all(resource: string, query?: object): AsyncGenerator<{ id: string; name: string }>;
  };
}
const load = async (): Promise<Package> =>
  import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'dist/index.js')).href);

describe('each example', () => {
  it('is one of these', async () => {
    expect((await readdir(path.join(folder, 'examples'))).toSorted()).toEqual([
      'change-prices.ts',
      'create-customers.ts',
      'follow-trail.ts',
      'list-products.ts',
    ]);
  });

  it('changes prices to the cent, and lists them', async () => {
    await makeProducts(on.send, on.samples, 3, (n) => ({ name: `Bun ${n}`, base_price: `${n}.95` }));
    expect((await example('list-products')).filter((line) => line.startsWith('Bun'))).toEqual([
      'Bun 0 | 0.95 | 0 months',
      'Bun 1 | 1.95 | 0 months',
      'Bun 2 | 2.95 | 0 months',
    ]);
    expect(await example('change-prices')).toEqual(['3 prices changed']);
    const changed = await example('list-products');
    expect(changed.filter((line) => line.startsWith('Bun')).map((line) => line.split(' | ')[1])).toEqual([
      '1.05',
      '2.05',
      '3.05',
    ]);
  });

  it('creates customers, and says what is wrong at its field', async () => {
    expect(await example('create-customers')).toEqual([
      '2 customers created',
      '422 /2/name: Must not be empty',
    ]);
  });

  it('follows the trail from where it was read to', async () => {
    const first = await example('follow-trail');
    const cursor = /^CURSOR=(.+)$/.exec(first.at(-1) ?? '')?.[1] ?? '';
    expect(first.length).toBeGreaterThan(3);
    await on.send('POST', '/api/secure/grp', { json: { name: 'Later' } });
    await expect
      .poll(async () => (await example('follow-trail', { CURSOR: cursor })).slice(0, -1))
      .toEqual([expect.stringMatching(/ helsinki admin create grp$/)]);
  });
});

describe('the client', () => {
  it('creates nothing twice where an answer is lost, and repeats no other write', async () => {
    const { createTillhouse } = await load();
    const lost = { left: 2, sent: 0 };
    const tillhouse = createTillhouse({
      baseUrl: http.url,
      key,
      wait: async () => undefined,
      fetch: async (request) => {
        lost.sent += 1;
        const answer = await fetch(request);
        if (request.method !== 'GET' && lost.left > 0) {
          lost.left -= 1;
          throw new TypeError('fetch failed');
        }
        return answer;
      },
    });
    const { data } = await tillhouse.POST('/api/secure/grp', { body: { name: 'Only once' } });
    const groups: string[] = [];
    for await (const { id } of tillhouse.all('grp', { q: 'Only once' })) groups.push(id);
    expect(groups).toEqual([data.id]);
    // One that the service takes no key of is not sent again: whether it arrived, nobody knows.
    Object.assign(lost, { left: 1, sent: 0 });
    const change = { params: { path: { id: data.id } }, body: { name: 'Changed' } };
    await expect(tillhouse.PUT('/api/secure/grp/{id}', change)).rejects.toThrow('fetch failed');
    expect(lost.sent).toBe(1);
  });

  it('waits as long as the service asks for', async () => {
    const { createTillhouse } = await load();
    const waited: number[] = [];
    const tillhouse = createTillhouse({
      baseUrl: http.url,
      key,
      wait: async (milliseconds) => void waited.push(milliseconds),
      fetch: async (request) =>
        waited.length === 0
          ? new Response('{}', { status: 429, headers: { 'Retry-After': '7' } })
          : fetch(request),
    });
    expect((await tillhouse.all('grp').next()).done).toBe(false);
    expect(waited).toEqual([7000]);
  });

  it('waits no longer for what is aborted meanwhile', async () => {
    const { createTillhouse } = await load();
    const stop = new AbortController();
    let sent = 0;
    const tillhouse = createTillhouse({
      baseUrl: http.url,
      key,
      fetch: async () => {
        sent += 1;
        setTimeout(() => stop.abort(new Error('Not wanted any more')), 20);
        return new Response('{}', { status: 503, headers: { 'Retry-After': '60' } });
      },
    });
    const asked = tillhouse.GET('/api/secure/grp', { signal: stop.signal });
    await expect(asked).rejects.toThrow('Not wanted any more');
    expect(sent).toBe(1);
  });
});

describe('the server for assistants', () => {
  /** Starts it as an assistant does, with a key of a role. */
  async function assistant(given: string) {
    const client = new McpClient({ name: 'test', version: '1' });
    const main = path.join(root, 'clients/mcp/dist/main.js');
    const env = { ...getDefaultEnvironment(), TILLHOUSE_URL: http.url, TILLHOUSE_KEY: given };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [main], env }));
    const call = async (name: string, args: Json): Promise<{ isError: boolean; told: unknown }> => {
      const answer = await client.callTool({ name, arguments: args });
      const [first] = z.array(z.object({ text: z.string() })).parse(answer.content);
      return { isError: answer.isError === true, told: JSON.parse(first?.text ?? '') };
    };
    return { client, call };
  }

  it('reads, proposes a change set that waits for people, and has no tool that applies or writes anything else', async () => {
    const [bun] = await makeProducts(on.send, on.samples, 1, () => ({
      name: 'Rye bread',
      base_price: '4.00',
    }));
    const { client, call } = await assistant(key);
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
        ['list_records', true],
        ['get_record', true],
        ['report_sales', true],
        ['propose_change_set', false],
      ]);
      expect((await call('list_records', { resource: 'plu', q: 'Rye bread' })).told).toMatchObject({
        records: [{ id: bun?.id, base_price: '4.00' }],
        cursor: null,
      });
      expect((await call('get_record', { resource: 'plu', id: bun?.id })).told).toMatchObject({
        id: bun?.id,
      });
      const change = { resource: 'plu', record_id: bun?.id, patch: { base_price: '4.40' } };
      const proposed = await call('propose_change_set', { name: 'Dearer bread', changes: [change] });
      const { id, counts } = z.looseObject({ id: z.guid(), counts: z.unknown() }).parse(proposed.told);
      expect(counts).toMatchObject({ ready: 1, refused: 0 });
      await expect
        .poll(async () => (await on.send('GET', `/api/secure/changeset/${id}`)).entity['status'])
        .toBe('draft');
      expect((await on.send('GET', `/api/secure/plu/${bun?.id}`)).entity['base_price']).toBe('4.00');
      const wrong = { resource: 'plu', record_id: bun?.id, patch: { base_price: 'dear' } };
      const dear = await call('propose_change_set', { name: 'Dear', changes: [wrong] });
      expect(dear.told).toMatchObject({ counts: { ready: 0, refused: 1 } });
      const unread = [{ ...change, patch: { id: unknownId } }];
      expect((await call('propose_change_set', { name: 'Refused', changes: unread })).isError).toBe(true);
      const left = await on.send('GET', '/api/secure/changeset?page=1&q=Refused&active=true');
      expect(left.entities).toEqual([]);
    } finally {
      await client.close();
    }
  });

  it('is refused what its key may not, with why', async () => {
    const narrow = await createKey(on.service.db, on.service.companies.helsinki, 'narrow', 'terminal');
    const { client, call } = await assistant(narrow);
    try {
      const refused = await call('list_records', { resource: 'event' });
      expect([refused.isError, refused.told]).toEqual([
        true,
        expect.objectContaining({ status: 403, code: 'forbidden' }),
      ]);
      const set = await call('propose_change_set', {
        name: 'Mine',
        changes: [{ resource: 'tax', record_id: unknownId, patch: { rate: '0' } }],
      });
      expect(set.isError).toBe(true);
    } finally {
      await client.close();
    }
  });
});
