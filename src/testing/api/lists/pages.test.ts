import { describe, expect, it } from 'vitest';
import { pathOf, pagesOf, resources, stage } from '../start';

const on = stage();
const numbers = (headers: Headers) =>
  ['x-total-count', 'x-page', 'x-page-size', 'x-total-pages'].map((name) => Number(headers.get(name)));

describe.each(resources)('the list of %s', (_, resource) => {
  const list = (query = '') => on.send('GET', `${pathOf(resource)}${query}`);
  const pages = () => on.send('GET', pagesOf(resource));
  const ids = async (query: string) => (await list(query)).entities.map((entity) => entity.id);

  it('comes in order of creation, 100 a page, with the totals in its headers, deactivated records too', async () => {
    const body = await on.samples.minimal(resource);
    const json = Array.from({ length: 103 }, (_, n) => ({ ...body, name: `n${n}`, active: n % 3 > 0 }));
    const made = (await on.send('POST', pathOf(resource), { json })).entities.map((entity) => entity.id);
    const first = await pages();
    expect(first.entities).toHaveLength(100);
    const [total = 0] = numbers(first.headers);
    expect(numbers(first.headers)).toEqual([total, 1, 100, Math.ceil(total / 100)]);
    expect((await ids('?pageSize=1000')).slice(-103)).toEqual(made);
    expect(total).toBe((await ids('?pageSize=1000')).length);
    expect(await ids('?page=1&pageSize=100')).toEqual(first.entities.map((entity) => entity.id));
  });

  it('gives the exact set, none twice, when pages 2 to N are asked for at once', async () => {
    const first = await list('?pageSize=7');
    const [total = 0, , , pages = 0] = numbers(first.headers);
    const rest = await Promise.all(
      Array.from({ length: pages - 1 }, (_, n) => ids(`?pageSize=7&page=${n + 2}`)),
    );
    const all = [...first.entities.map((entity) => entity.id), ...rest.flat()];
    expect(all).toHaveLength(total);
    expect(all).toEqual(await ids('?pageSize=1000'));
    expect(rest.at(-1)?.length).toBe(total % 7 || 7);
  });

  it('is empty past the last page, with the same totals', async () => {
    const answer = await list('?page=999999999&pageSize=1000');
    expect([answer.status, answer.text]).toEqual([200, '[]']);
    expect(numbers(answer.headers)[0]).toBe(numbers((await pages()).headers)[0]);
    expect(numbers(answer.headers).slice(1)).toEqual([999999999, 1000, 1]);
  });

  it('shows an entity as GET one does, with data as an object', async () => {
    const [entity] = (await list('?pageSize=1')).entities;
    expect((await on.send('GET', pathOf(resource, entity?.id))).entity).toEqual(entity);
  });

  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=1e1', 'page'],
    ['page=', 'page'],
    ['page=٣', 'page'],
    ['page=99999999999999999999', 'page'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=1001', 'pageSize'],
    ['pageSize=abc', 'pageSize'],
    ['pageSize=%201', 'pageSize'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['page=1&page=2', 'page'],
    ['active=1', 'active'],
    ['active=', 'active'],
    ['sort=data', 'sort'],
    ['sort=-', 'sort'],
    ['sort=name;drop', 'sort'],
    ['sort=seq', 'sort'],
    ['modified_since=yesterday', 'modified_since'],
    ['modified_since=0000-01-01T00:00:00Z', 'modified_since'],
    ['id=x', 'id'],
    ['id=', 'id'],
    ['q=%00', 'q'],
    ['page_size=5', 'page_size'],
    ['constructor=x', 'constructor'],
    ['__proto__=x', '__proto__'],
    ['toString=x', 'toString'],
    ['data=x', 'data'],
    ['tenant_id=x', 'tenant_id'],
    ['=x', ''],
  ])('refuses ?%s with 400 that names the parameter, and sends no record', async (query, name) => {
    const answer = await list(`?${query}`);
    expect([answer.status, answer.problem.code]).toEqual([400, 'invalid_query']);
    expect(answer.pointers).toContain(`?${name}`);
  });

  it('refuses a page and a cursor at once', async () => {
    for (const query of ['?page=1&limit=5', '?pageSize=5&cursor=x']) {
      expect((await list(query)).problem).toMatchObject({ status: 400, code: 'invalid_query' });
    }
  });

  it('refuses unknown parameters beside one entity and a write, naming them; nothing is written', async () => {
    const [entity] = (await list('?pageSize=1')).entities;
    for (const answer of [
      await on.send('GET', `${pathOf(resource, entity?.id)}?fields=name`),
      await on.send('PUT', `${pathOf(resource, entity?.id)}?force=1`, { json: { name: 'changed' } }),
      await on.send('POST', `${pathOf(resource)}?dry_run=1`, { json: [{ id: entity?.id, name: 'changed' }] }),
    ]) {
      expect([answer.status, answer.pointers.length]).toEqual([400, 1]);
    }
    expect((await list('?pageSize=1')).entities[0]).toEqual(entity);
  });

  it('answers HEAD as GET without the body', async () => {
    const answer = await on.send('HEAD', pagesOf(resource));
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(numbers(answer.headers)).toEqual(numbers((await pages()).headers));
  });

  it('answers in the form that its contract says when nothing is asked', async () => {
    const answer = await list();
    expect(answer.headers.has('x-total-count')).toBe(resource.paging === 'page');
    const shown = resource.paging === 'page' ? answer.entities : answer.step.data;
    expect(shown).toEqual((await list('?pageSize=100')).entities);
  });
});
