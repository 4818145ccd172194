import { beforeAll, describe, expect, it } from 'vitest';
import type { Sender } from '../../service';
import { pathOf, resources, stage } from '../start';

const on = stage();
let terminal: Sender;
beforeAll(async () => {
  terminal = await on.service.as('helsinki', 'terminal');
});

const readable = resources.filter(([, resource]) => resource.access.read.roles.includes('terminal'));
const long = '1970-01-01T00:00:00Z';

describe.each(readable)('a terminal loads %s', (_, resource) => {
  const make = async () => {
    const json = [
      { ...(await on.samples.minimal(resource)), name: 'On' },
      { ...(await on.samples.minimal(resource)), name: 'Off' },
    ];
    const [stays, goes] = (await on.send('POST', pathOf(resource), { json })).entities;
    if (!stays || !goes) throw new Error('Two were made');
    const off = await on.send('PUT', pathOf(resource, goes.id), { json: { active: false } });
    return { stays, off: off.entity };
  };
  const list = async (who: Sender, query: string): Promise<unknown> =>
    (await who('GET', `${pathOf(resource)}?${query}`)).json;

  it('in full with active=true: what is on, whole, and nothing else', async () => {
    const { stays, off } = await make();
    const all = await terminal('GET', `${pathOf(resource)}?active=true&pageSize=1000`);
    expect(all.entities).toContainEqual(stays);
    expect(all.entities.filter((entity) => !entity.active)).toEqual([]);
    expect(all.text).not.toContain(off.id);
  });

  it('since a time: what is on comes whole, what is off as its id alone, page by page and by cursor', async () => {
    const { stays, off } = await make();
    const gone = { id: off.id, active: false };
    const since = `modified_since=${stays.modified_at}`;
    for (const query of [`${since}&pageSize=1000`, `${since}&pageSize=1000&sort=-modified_at`]) {
      const found = await list(terminal, query);
      expect(found).toContainEqual(stays);
      expect(found).toContainEqual(gone);
      expect(found).not.toContainEqual(off);
    }
    const step = await list(terminal, `${since}&limit=1000`);
    expect(step).toMatchObject({ has_more: false, data: expect.arrayContaining([stays, gone]) });
    expect(await list(terminal, `modified_since=${long}&active=false&id=${off.id}`)).toEqual([gone]);
  });

  it('without a time gets what is off whole, as everyone does; everyone else gets it whole always', async () => {
    const { off } = await make();
    expect(await list(terminal, `id=${off.id}`)).toEqual([off]);
    for (const role of ['admin', 'manager', 'accountant'] as const) {
      const who = await on.service.as('helsinki', role);
      const query = `modified_since=${long}&id=${off.id}`;
      // In both orders: neither may receive the response that was cached for the other.
      expect(await list(who, query)).toEqual([off]);
      expect(await list(terminal, query)).toEqual([{ id: off.id, active: false }]);
      expect(await list(who, query)).toEqual([off]);
    }
  });

  it('since the time of the last load misses nothing that was changed, on or off again, and may write nothing', async () => {
    const { stays, off } = await make();
    await on.send('PUT', pathOf(resource, off.id), { json: { active: true } });
    const back = await list(terminal, `modified_since=${off.modified_at}&pageSize=1000`);
    expect(back).toContainEqual((await on.send('GET', pathOf(resource, off.id))).entity);
    const refused = await terminal('PUT', pathOf(resource, stays.id), { json: { active: false } });
    expect(refused.status).toBe(resource.access.update.roles.includes('terminal') ? 200 : 403);
  });
});
