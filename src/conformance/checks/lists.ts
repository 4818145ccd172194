import { onEach, type Check } from '../check';
import { must, NotShown } from '../outcome';
import type { World } from '../world';
import { sameId } from '../party';

/** docs/interface.md#42-list: what lists include, and the filter that it shows. */
export const listChecks: readonly Check[] = [
  {
    id: 'deactivated-included',
    section: '4.2',
    sentence: 'Lists include deactivated entities',
    run: (world) =>
      onEach(world.names, async (name) => {
        const isWritten = world.writable.includes(name);
        const created = isWritten ? await world.create(name, { active: true }) : null;
        if (created) {
          await world.first.put(name, created.id, { active: false });
          const listed = await world.first.listed(name, created.id);
          must(listed !== undefined, 'a deactivated record in the list', 'it is not in the list');
        } else if (!world.list(name).records.some(({ active }) => active === false)) {
          throw new NotShown('none is deactivated on the first page');
        }
      }),
  },
  {
    id: 'filter-dpt',
    section: '4.2',
    sentence: 'The filter `dpt_id` on products gives only products of that department',
    run: async (world) => {
      const [inside, outside] = await departments(world);
      const own = world.readOnly ? null : await world.create('plu', { dpt_id: inside });
      const page = await world.first.page('plu', { dpt_id: inside, pageSize: 1000 });
      const stranger = page.records.find(({ dpt_id }) => !sameId(dpt_id, inside));
      must(stranger === undefined, `products of ${inside} alone`, stranger);
      const isWhole = page.records.length < 1000;
      const isThere = page.records.some(({ id }) => !own || sameId(id, own.id));
      must(isThere || !isWhole, 'the products of that department', `${page.records.length} others`);
      const none = await world.first.send('GET', `/api/secure/plu?dpt_id=${crypto.randomUUID()}`);
      must(!none.ok || none.text.trim() === '[]', 'no products of a department that is none', none.json);
      if (!outside && !none.ok) throw new NotShown('all products are of one department');
      return `${page.records.length} products`;
    },
  },
  {
    id: 'filter-dpt-whole',
    section: '4.2',
    sentence:
      'The filter `dpt_id` gives all products of that department, deactivated ones too, with their total',
    run: async (world) => {
      const [inside] = await departments(world);
      if (!world.readOnly) {
        const { id } = await world.create('plu', { dpt_id: inside });
        await world.first.put('plu', id, { active: false });
      }
      const expected = (await world.first.all('plu')).filter(({ dpt_id }) => sameId(dpt_id, inside));
      const seen = await world.first.all('plu', { dpt_id: inside });
      const ids = new Set(seen.map(({ id }) => String(id).toLowerCase()));
      const missing = expected.find(({ id }) => !ids.has(String(id).toLowerCase()));
      must(
        missing === undefined,
        'each product that the whole list has of it',
        `not ${String(missing?.['id'])}`,
      );
      const { total } = await world.first.page('plu', { dpt_id: inside });
      must(Number.isNaN(total) || total === seen.length, `a total of ${seen.length}`, String(total));
      return `${seen.length} products`;
    },
  },
];

/** Returns a department that has products, and another one if there is one. */
async function departments(world: World): Promise<[string, string | undefined]> {
  world.list('plu');
  const {
    dpt: [inside, outside],
  } = await world.references();
  if (!inside) throw new NotShown('no department is known');
  if (outside && !world.readOnly) await world.create('plu', { dpt_id: outside });
  return [inside, outside];
}
