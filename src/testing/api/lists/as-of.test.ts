import { describe, expect, it } from 'vitest';
import { hasFullHistory, type Resource } from '@/contract/resource';
import type { Answer } from '../../answer';
import { samplesFor } from '../../samples';
import { pathOf, unknownId, resources, stage } from '../start';

const on = stage();
const historic = resources.filter(([, resource]) => hasFullHistory(resource));
const past = (moment: unknown) => `as_of=${encodeURIComponent(String(moment))}`;
const yearOne = '0001-01-01T00:00:00Z';
const yearLast = '9999-12-31T23:59:59.999Z';

/** Returns the response as text without computed fields, as events store it. */
const stripped = (resource: Resource, answer: Answer) => {
  const whole: Record<string, unknown> = JSON.parse(answer.text);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !resource.fields[name]?.readOnly));
};

/** Waits so that two writes of one record differ in their millisecond. */
const tick = () => new Promise((done) => setTimeout(done, 3));

describe.each(historic)('%s as it was', (_, resource) => {
  it("is each of its versions at that version's moment, to the digit, and not there before the first", async () => {
    const sent = await on.samples.isWild(resource);
    const first = await on.send('POST', pathOf(resource), { body: sent });
    const { id } = first.entity;
    const versions = [first];
    for (const change of [
      { name: 'Second', data: { added: { later: [1, { x: null }] } } },
      { active: false, data: { added: null } },
    ]) {
      await tick();
      versions.push(await on.send('PUT', pathOf(resource, id), { json: change }));
    }
    for (const version of versions) {
      const moment = version.entity['modified_at'];
      const was = await on.send('GET', `${pathOf(resource, id)}?${past(moment)}`);
      expect([was.status, stripped(resource, was)]).toEqual([200, stripped(resource, version)]);
      // In both responses `data` is PostgreSQL's own text: equal to the byte, whatever digits it holds.
      const dataOf = ({ text }: Answer) => text.slice(text.indexOf('"data":'));
      expect(dataOf(was)).toBe(dataOf(version));
      const again = await on.send('GET', `${pathOf(resource, id)}?${past(moment)}`, {
        headers: { 'If-None-Match': was.header('etag') },
      });
      expect([again.status, again.text]).toEqual([304, '']);
      const listed = await on.send('GET', `${pathOf(resource)}?id=${id}&${past(moment)}`);
      expect([listed.header('x-total-count'), listed.text]).toEqual(['1', `[${was.text}]`]);
    }
    const before = await on.send('GET', `${pathOf(resource, id)}?${past(yearOne)}`);
    const never = await on.send('GET', pathOf(resource, unknownId));
    expect([before.status, { ...before.problem, request_id: '' }]).toEqual([
      404,
      { ...never.problem, request_id: '' },
    ]);
    const list = await on.send('GET', `${pathOf(resource)}?id=${id}&${past(yearOne)}`);
    expect([list.header('x-total-count'), list.text]).toEqual(['0', '[]']);
    const now = await on.send('GET', `${pathOf(resource, id)}?${past(yearLast)}`);
    expect(stripped(resource, now)).toEqual(stripped(resource, await on.send('GET', pathOf(resource, id))));
  });

  it('is filtered, searched and sorted by what it was', async () => {
    const names = ['Quartz one', 'Quartz two', 'Quartz three'];
    const made: Answer[] = [];
    for (const name of names) {
      await tick();
      made.push(
        await on.send('POST', pathOf(resource), { json: { ...(await on.samples.minimal(resource)), name } }),
      );
    }
    const ids = made.map((answer) => answer.entity.id);
    const moment = made.at(-1)?.entity['modified_at'];
    await tick();
    for (const [n, id] of ids.entries())
      await on.send('PUT', pathOf(resource, id), { json: { name: `Changed ${n}`, active: n !== 0 } });
    const ask = async (query: string) => {
      const answer = await on.send('GET', `${pathOf(resource)}?id=${ids.join(',')}&${query}`);
      return answer.entities.map((entity) => entity['name']);
    };
    expect(await ask(`${past(moment)}&q=quartz`)).toEqual(names);
    expect(await ask(`${past(moment)}&q=quartz tw`)).toEqual(['Quartz two']);
    expect(await ask(`${past(moment)}&q=changed`)).toEqual([]);
    expect(await ask(`${past(moment)}&active=true&sort=-name`)).toEqual(names.toSorted().toReversed());
    expect(await ask(`${past(moment)}&active=false`)).toEqual([]);
    expect(await ask(past(made[1]?.entity['modified_at']))).toEqual(names.slice(0, 2));
    expect(await ask(`q=quartz`)).toEqual([]);
    const pageTwo = await on.send(
      'GET',
      `${pathOf(resource)}?id=${ids.join(',')}&${past(moment)}&page=2&pageSize=2`,
    );
    expect([pageTwo.entities.map((entity) => entity['name']), pageTwo.header('x-total-count')]).toEqual([
      ['Quartz three'],
      '3',
    ]);
    const seen: unknown[] = [];
    for (let query = `limit=1&id=${ids.join(',')}&${past(moment)}`, more = true; more;) {
      const step: { data: { name: string }[]; next_cursor: string; has_more: boolean } = JSON.parse(
        (await on.send('GET', `${pathOf(resource)}?${query}`)).text,
      );
      seen.push(...step.data.map((one) => one.name));
      more = step.has_more;
      query = `limit=1&id=${ids.join(',')}&${past(moment)}&cursor=${step.next_cursor}`;
    }
    expect(seen).toEqual(names);
  });

  it('is seen by whom the record is: not by another tenant, a sibling or a role that may not read', async () => {
    const made = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    const { id } = made.entity;
    await tick();
    await on.send('PUT', pathOf(resource, id), { json: { name: 'Now otherwise' } });
    const query = past(made.entity['modified_at']);
    for (const company of ['other', 'tampere', 'group'] as const) {
      const send = await on.service.as(company);
      expect((await send('GET', `${pathOf(resource, id)}?${query}`)).status).toBe(404);
      expect((await send('GET', `${pathOf(resource)}?id=${id}&${query}`)).text).toBe('[]');
    }
    for (const role of ['admin', 'manager', 'accountant', 'terminal'] as const) {
      const send = await on.service.as('helsinki', role);
      const status = resource.access.read.roles.includes(role) ? 200 : 403;
      expect((await send('GET', `${pathOf(resource, id)}?${query}`)).status).toBe(status);
      expect((await send('GET', `${pathOf(resource)}?${query}`)).status).toBe(status);
    }
  });

  it('of a parent is seen by a child where the record is shared, and nowhere else', async () => {
    const parent = await on.service.as('group');
    const made = await parent('POST', pathOf(resource), { json: await samplesFor(parent).minimal(resource) });
    const { id } = made.entity;
    await tick();
    await parent('PUT', pathOf(resource, id), { json: { name: 'Now otherwise' } });
    const query = past(made.entity['modified_at']);
    const one = await on.send('GET', `${pathOf(resource, id)}?${query}`);
    expect(one.status).toBe(resource.shared ? 200 : 404);
    if (resource.shared) expect(one.entity).toMatchObject({ id, name: made.entity['name'], version: 1 });
    const list = await on.send('GET', `${pathOf(resource)}?id=${id}&${query}`);
    expect(list.header('x-total-count')).toBe(resource.shared ? '1' : '0');
    // What events store beside the record is visible to the parent only.
    expect(JSON.parse((await on.send('GET', `/api/secure/event?entity_id=${id}`)).text).data).toEqual([]);
  });
});

describe('as_of', () => {
  it('is refused by its name where it is no moment, stands twice, or has nothing to tell', async () => {
    for (const [path, code] of [
      ['/api/secure/plu?as_of=yesterday', 'invalid_parameter'],
      ['/api/secure/plu?as_of=', 'invalid_parameter'],
      [`/api/secure/plu?${past(yearLast)}&${past(yearLast)}`, 'repeated_parameter'],
      [`/api/secure/plu/${unknownId}?as_of=0000-01-01T00:00:00Z`, 'invalid_parameter'],
      [`/api/secure/plu/${unknownId}?${past(yearLast)}&${past(yearLast)}`, 'repeated_parameter'],
      [`/api/secure/sales?${past(yearLast)}`, 'unknown_parameter'],
      [`/api/secure/sales/${unknownId}?${past(yearLast)}`, 'unknown_parameter'],
      [`/api/secure/company?${past(yearLast)}`, 'unknown_parameter'],
      [`/api/secure/apikey?${past(yearLast)}`, 'unknown_parameter'],
      [`/api/secure/event?${past(yearLast)}`, 'unknown_parameter'],
      [`/api/secure/event/${unknownId}?${past(yearLast)}`, 'unknown_parameter'],
    ] as const) {
      const answer = await on.send('GET', path);
      expect([path, answer.status, answer.pointers]).toEqual([path, 400, ['?as_of']]);
      expect(JSON.parse(answer.text).errors[0].code).toBe(code);
    }
  });

  it("takes another zone's time for the moment it is", async () => {
    const made = await on.send('POST', '/api/secure/grp', { json: { name: 'By the clock' } });
    const moment = new Date(String(made.entity['created_at']));
    const shifted = new Date(moment.getTime() + 3 * 3600_000).toISOString().replace('Z', '+03:00');
    expect((await on.send('GET', `/api/secure/grp/${made.entity.id}?${past(shifted)}`)).status).toBe(200);
  });
});
