import { expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { pathOf, stage } from '../start';

const on = stage();
const grp = tables.grp.resource;
const count = 6200;

it('pages on either side of the middle of a long list, and its last, are what a walk gives', async () => {
  const parent = await on.service.as('group');
  for (let from = 0; from < count; from += 1000) {
    // Some belong to the parent, and some are deactivated.
    const send = from === 2000 ? parent : on.send;
    const json = Array.from({ length: Math.min(1000, count - from) }, (_, n) => ({
      name: `Group ${from + n}`,
      active: n % 10 !== 3,
      // Some have no number: they are last, also when counted from the end.
      grp_num: n % 7 === 0 ? null : n % 50,
    }));
    expect((await send('POST', pathOf(grp), { json })).status).toBe(200);
  }
  for (const filter of [
    '',
    'active=true&',
    'active=false&',
    'sort=-name&',
    'active=true&sort=grp_num,-modified_at&',
  ]) {
    const walked: string[] = [];
    for (let cursor = ''; ;) {
      const answer = await on.send(
        'GET',
        `${pathOf(grp)}?${filter}limit=1000${cursor && `&cursor=${cursor}`}`,
      );
      const step: { data: { id: string }[]; next_cursor: string; has_more: boolean } = JSON.parse(
        answer.text,
      );
      walked.push(...step.data.map(({ id }) => id));
      if (!step.has_more) break;
      cursor = step.next_cursor;
    }
    expect(new Set(walked).size).toBe(walked.length);
    for (const pageSize of [7, 100, 1000]) {
      const last = Math.ceil(walked.length / pageSize);
      const pages = [1, Math.ceil(4900 / pageSize), Math.ceil(5000 / pageSize) + 1, last - 1, last];
      for (const page of pages.filter((number) => number > 0 && number <= last)) {
        const answer = await on.send('GET', `${pathOf(grp)}?${filter}pageSize=${pageSize}&page=${page}`);
        expect(answer.header('x-total-count')).toBe(String(walked.length));
        expect(answer.entities.map(({ id }) => id)).toEqual(
          walked.slice((page - 1) * pageSize, page * pageSize),
        );
      }
      const beyond = await on.send('GET', `${pathOf(grp)}?${filter}pageSize=${pageSize}&page=${last + 1}`);
      expect([beyond.text, beyond.header('x-total-count')]).toEqual(['[]', String(walked.length)]);
    }
  }
});

it('a page far down is right after new records, in every company and process', async () => {
  const parent = await on.service.as('group');
  const path = pathOf(grp);
  const create = async (send: typeof on.send, count: number) => {
    for (let left = count; left > 0; left -= 1000) {
      const json = Array.from({ length: Math.min(left, 1000) }, (_, n) => ({ name: `New ${n}` }));
      expect((await send('POST', path, { json })).status).toBe(200);
    }
  };
  const far = async (send: typeof on.send, page: number) => {
    const answer = await send('GET', `${path}?pageSize=100&page=${page}`);
    return { total: Number(answer.header('x-total-count')), ids: answer.entities.map(({ id }) => id) };
  };
  for (const added of [0, 700, 1900]) {
    await create(parent, added);
    await create(on.send, added);
    for (const send of [on.send, parent]) {
      const { total } = await far(send, 1);
      const all: string[] = [];
      for (let page = 1; all.length < total; page += 1)
        all.push(
          ...(await send('GET', `${path}?pageSize=1000&sort=created_at&page=${page}`)).entities.map(
            ({ id }) => id,
          ),
        );
      for (const page of [52, 61, 70, Math.ceil(total / 100), Math.ceil(total / 100) + 1]) {
        const { ids } = await far(send, page);
        expect([page, ids]).toEqual([page, all.slice((page - 1) * 100, page * 100)]);
      }
    }
  }
});
