import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type Client } from '@/core/app/client';
import { readRecord, saveRecord } from '@/core/app/form/save';
import { jsonText, parseRecord, withValueAt, type Json, type JsonObject } from '@/core/app/record/json';
import { textOf } from '@/core/app/form/number-text';
import { createKey } from '@/core/server/companies';
import { customer } from '@/resources/customer/contract';
import { startTestService, type TestService } from '@/testing/service';

let service: TestService;
let http: Server;
let client: Client;

beforeAll(async () => {
  service = await startTestService();
  http = createServer(getRequestListener((request) => service.fetch(request)));
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const key = await createKey(service.db, service.companies.helsinki, 'a manager', 'manager');
  client = createClient({ baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, key });
});

afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await service.close();
});

const fresh = async () => {
  const answer = await client.post(
    'customer',
    '{"name":"A","data":{"email":"a@b.example","ext":{"n":1.10000000000000000000000001,"m":[{"x":1.0}]}}}',
  );
  const record = parseRecord(answer.text);
  return { id: textOf(record['id']), base: record, etag: answer.etag };
};
const changed = (record: JsonObject, path: string[], value: Json): JsonObject =>
  parseRecord(jsonText(withValueAt(record, path, value) ?? null));
const common = { resource: customer, idempotencyKey: 'one' };

for (const bare of [false, true]) {
  const where = bare ? 'on the bare interface' : 'on our service';

  test(`a change is stored and nothing else differs by a digit, ${where}`, async () => {
    const { id, base, etag } = await fresh();
    const current = changed(base, ['data', 'phone'], '1');
    const saved = await saveRecord({ ...common, client, id, base, etag, current, bare });
    expect(saved).toMatchObject({ kind: 'saved', unlike: [] });
    const after = (await client.getRecord('customer', id)).text;
    expect(after).toMatch(/1\.10000000000000000000000001\b/);
    expect(saved.record['name']).toBe('A');
  });

  test(`a record that somebody else saved is not written over, ${where}`, async () => {
    const { id, base, etag } = await fresh();
    await client.put('customer', id, '{"name":"Theirs"}');
    const current = changed(base, ['name'], 'Mine');
    const saved = await saveRecord({ ...common, client, id, base, etag, current, bare });
    expect(saved.kind).toBe('stale');
    expect(saved.record['name']).toBe('Theirs');
    expect((await readRecord(client, customer, id)).record['name']).toBe('Theirs');
  });
}
