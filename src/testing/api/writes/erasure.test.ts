import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createKey } from '@/server/ops/companies';
import { field } from '@/contract/resource';
import { text } from '@/contract/values';
import { migrate } from '@/server/db/migrate';
import { erasure } from '@/server/db/schema/erasing';
import type { Table } from '@/server/db/table';
import { customer } from '@/resources/customer/contract';
import { tables } from '@/resources/tables';
import { startTestService, type TestService } from '../../service';
import { pathOf, resources, stage } from '../start';

const on = stage();

/** Returns every row of every table as text. */
async function everyRow({ db }: TestService): Promise<string[]> {
  const { rows: names } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { name } of names) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}

/** Returns the texts in a value, at every depth. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

const rowsWith = (rows: readonly string[], values: readonly string[]) =>
  rows.filter((row) => values.some((value) => row.includes(value)));

describe.each(resources.filter(([, { erasable }]) => erasable))('the erasure of %s', (_, resource) => {
  it('empties every column that the contract does not keep for a reason, and every row that had a value', async () => {
    const before = (await everyRow(on.service)).join('\n');
    const body = await on.samples.full(resource);
    // What was there before it cannot be told from what it leaves.
    const values = textsIn(body).filter((value) => value !== '' && !before.includes(value));
    expect(values.length).toBeGreaterThan(5);
    const { id } = (await on.send('POST', pathOf(resource), { json: body })).entity;
    await on.send('PUT', pathOf(resource, id), { json: { data: { more: values } } });
    expect(rowsWith(await everyRow(on.service), values).length).toBeGreaterThan(3);

    const erased = await on.send('POST', `${pathOf(resource, id)}/erase`);

    expect(erased.status).toBe(200);
    expect(rowsWith(await everyRow(on.service), values)).toEqual([]);
    const emptied = Object.entries(resource.fields).filter(
      ([name, { readOnly, outlivesErasure }]) =>
        name !== 'name' && !readOnly && outlivesErasure === undefined,
    );
    for (const [name] of emptied) expect([name, erased.entity[name]]).toEqual([name, null]);
  });
});

describe('a field that a resource is given later', () => {
  const nickname = field(text().nullable(), null);
  const extended = {
    ...tables['customer'],
    resource: { ...customer, fields: { ...customer.fields, nickname } },
    columns: { ...tables['customer'].columns, nickname: 'text' },
    search: `concat_search(name, nickname)`,
  } as const;
  const served: Record<string, Table> = { ...tables, customer: extended };

  it('is emptied by an erasure, in the record, the search and the trail, and stays empty', async () => {
    const service = await startTestService(served);
    try {
      await migrate(service.db, Object.values(served));
      const key = await createKey(service.db, service.companies.helsinki, 'Tester', 'admin');
      // The OpenAPI document of the suite does not know the field.
      const send = async (method: string, path: string, json?: unknown) => {
        const response = await service.fetch(
          new Request(`http://test/api/secure/customer${path}`, {
            method,
            headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
            ...(json !== undefined && { body: JSON.stringify(json) }),
          }),
        );
        return { status: response.status, text: await response.text() };
      };
      const made = await send('POST', '', { name: 'Planted name', nickname: 'Planted nickname' });
      expect(made.status).toBe(201);
      const { id } = JSON.parse(made.text);
      expect((await send('GET', '?q=planted%20nickname')).text).toContain(id);
      expect((await send('POST', `/${id}/erase`)).status).toBe(200);
      expect(rowsWith(await everyRow(service), ['anted n', 'ANTED N'])).toEqual([]);
      expect((await send('PUT', `/${id}`, { nickname: 'Again' })).status).toBe(409);
    } finally {
      await service.close();
    }
  });

  it('has to be nullable, or to say why it outlives an erasure', () => {
    const columns = { ...extended.columns, nickname: 'text not null' };
    expect(() => erasure({ ...extended, columns })).toThrow('customer.nickname may not be null');
    const fields = { ...customer.fields, nickname: { ...nickname, outlivesErasure: 'A test needs it.' } };
    expect(() => erasure({ ...extended, columns, resource: { ...customer, fields } })).not.toThrow();
  });
});
