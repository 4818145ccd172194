import { expect, test } from 'vitest';
import { saveRecord } from '@/app/form/save/save';
import { interfaceServer, ownServer } from '@/app/session/capabilities';
import { readRecord } from '@/app/form/save/stored-record';
import { jsonText, parseRecord, withValueAt, type Json, type JsonObject } from '@/record/json';
import { textOf } from '@/app/form/engine/number-text';
import { customer } from '@/resources/customer/contract';
import { clientStage } from '@/testing/over-http';

const on = clientStage();

const fresh = async () => {
  const answer = await on.client.post(
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
    const saved = await saveRecord({
      ...common,
      client: on.client,
      id,
      base,
      etag,
      current,
      server: bare ? interfaceServer : ownServer,
    });
    expect(saved).toMatchObject({ kind: 'saved', deviations: [] });
    const after = (await on.client.getRecord('customer', id)).text;
    expect(after).toMatch(/1\.10000000000000000000000001\b/);
    expect(saved.record['name']).toBe('A');
  });

  test(`a record that somebody else saved is not written over, ${where}`, async () => {
    const { id, base, etag } = await fresh();
    await on.client.put('customer', id, '{"name":"Theirs"}');
    const current = changed(base, ['name'], 'Mine');
    const saved = await saveRecord({
      ...common,
      client: on.client,
      id,
      base,
      etag,
      current,
      server: bare ? interfaceServer : ownServer,
    });
    expect(saved.kind).toBe('stale');
    expect(saved.record['name']).toBe('Theirs');
    expect((await readRecord(on.client, customer, id)).record['name']).toBe('Theirs');
  });
}
