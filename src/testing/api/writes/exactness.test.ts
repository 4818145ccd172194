import { describe, expect, it } from 'vitest';
import type { Resource } from '@/contract/resource';
import { exactJson } from '../../exact';
import { pathOf, pagesOf, resources, stage, updatable } from '../start';

const on = stage();

const stamp = /"modified_at": ?"[^"]*"/g;
const untimed = (text: string) => text.replaceAll(stamp, '').replace(/"version":\d+/, '');

const create = async (resource: Resource) => {
  const sent = await on.samples.isWild(resource);
  const answer = await on.send('POST', pathOf(resource), { body: sent });
  expect(answer.status).toBe(201);
  return { sent, answer, id: answer.entity.id };
};

/** Returns the smallest body with the number `x` in `data`, written so. */
const bodyWith = async (resource: Resource, number: string) =>
  JSON.stringify(await on.samples.minimal(resource, { x: 0 })).replace('"x":0', `"x":${number}`);

describe.each(resources)('what a %s holds', (_, resource) => {
  it('comes back as it was sent: every digit, every unknown key, every null, every character', async () => {
    const { sent, answer } = await create(resource);
    expect(answer.text).toContain('1234567890123456789012345678901234567890');
    expect(exactJson(answer.text)).toMatchObject(Object(exactJson(sent)));
  });

  it('can be sent back as it was read: accepted, and nothing changed, byte for byte', async () => {
    const { answer, id } = await create(resource);
    const read = await on.send('GET', pathOf(resource, id));
    expect(read.text).toBe(answer.text);
    for (const [method, path, body] of [
      ['PUT', pathOf(resource, id), read.text],
      ['POST', pathOf(resource), read.text],
      ['POST', pathOf(resource), `[${read.text}, ${read.text}]`],
    ] as const) {
      expect([method, (await on.send(method, path, { body })).status]).toEqual([method, 200]);
      const again = await on.send('GET', pathOf(resource, id));
      expect(again.text).toBe(read.text);
      expect(again.header('etag')).toBe(read.header('etag'));
    }
  });

  it('is the same in a list, in a page by cursor, and in the answer to an array', async () => {
    const { answer, id } = await create(resource);
    expect((await on.send('GET', pagesOf(resource, `id=${id}`))).text).toBe(`[${answer.text}]`);
    expect((await on.send('GET', `${pathOf(resource)}?id=${id}&limit=1`)).text).toContain(
      `"data":[${answer.text}]`,
    );
    expect((await on.send('POST', pathOf(resource), { json: [{ id }] })).text).toBe(`[${answer.text}]`);
  });

  it.each([
    '1e40',
    '1e-40',
    '1234567890123456789012345678901234567890e40',
    '-0.1234567890123456789012345678901234567890e-40',
    '1.50',
    '0e5',
    '100000000000000000000000000000000000000000000',
    '-0',
    '0.10e2',
    '12345678901234567890123456789012345678.90',
  ])('keeps the number %s, and takes it as it reads', async (number) => {
    const body = await bodyWith(resource, number);
    const answer = await on.send('POST', pathOf(resource), { body });
    expect(answer.status).toBe(201);
    expect(exactJson(answer.text)).toMatchObject({ data: { x: exactJson(number) } });
    const again = await on.send('PUT', pathOf(resource, answer.entity.id), { body: answer.text });
    expect([again.status, again.text]).toEqual([200, answer.text]);
  });
});

describe.each(updatable)('what a %s holds through changes', (_, resource) => {
  it('keeps every byte beside a change: of a field, of a sibling in data, in an array', async () => {
    const { answer, id } = await create(resource);
    const before = untimed(answer.text);
    await on.send('PUT', pathOf(resource, id), { json: { data: { 'new sibling': 1 } } });
    await on.send('POST', pathOf(resource), { json: [{ id, data: { 'new sibling': null } }] });
    await on.send('PUT', pathOf(resource, id), { json: { active: false } });
    await on.send('PUT', pathOf(resource, id), { json: { active: true } });
    const after = await on.send('GET', pathOf(resource, id));
    expect(after.entity.version).toBe(5);
    expect(untimed(after.text)).toBe(before);
  });

  it('sees 4.5 and 4.50 as two writings: the one that was sent last stands', async () => {
    const body = await bodyWith(resource, '4.5');
    const { id } = (await on.send('POST', pathOf(resource), { body })).entity;
    const answer = await on.send('PUT', pathOf(resource, id), { body: '{"data":{"x":4.50}}' });
    expect([answer.text.includes('"x": 4.50'), answer.entity.version]).toEqual([true, 2]);
  });
});
