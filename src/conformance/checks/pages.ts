import { onEach, type Check } from '../check';
import { Fail, must, NotShown } from '../outcome';
import { isArray, isGuid } from '../json';
import type { Page } from '../party';
import type { World } from '../world';

const fewest = 7;
const mostToWalk = 20_000;
const mostLists = 3;
const pagesWanted = 5;
const pageMost = 1000;

/** docs/interface.md#46-pagination and 8: offset pagination. */
export const pageChecks: readonly Check[] = [
  onFirstPages('header-total', 'Lists carry `X-Total-Count`, a whole number', {}, ({ total }) => [
    !Number.isNaN(total),
    'X-Total-Count',
    total,
  ]),
  onFirstPages(
    'header-page',
    'Lists carry `X-Page`, the current page',
    { page: 2, pageSize: 1 },
    ({ page }) => [page === 2, 'X-Page: 2', page],
  ),
  onFirstPages(
    'header-page-size',
    'Lists carry `X-Page-Size`, items per page',
    { pageSize: 7 },
    ({ size }) => [size === 7, 'X-Page-Size: 7', size],
  ),
  onFirstPages('header-total-pages', 'Lists carry `X-Total-Pages`, a whole number', {}, ({ pages }) => [
    !Number.isNaN(pages),
    'X-Total-Pages',
    pages,
  ]),
  onFirstPages('page-default', 'Without `page` the first page comes', {}, ({ page }) => [
    page === 1,
    'X-Page: 1',
    page,
  ]),
  onFirstPages(
    'page-size-default',
    'Without `pageSize` a page has 100 items',
    {},
    ({ size, total, records }) => [
      size === 100 && records.length === Math.min(100, total),
      'X-Page-Size: 100, and as many items where there are',
      `X-Page-Size: ${size}, ${records.length} items of ${total}`,
    ],
    '8',
  ),
  onFirstPages(
    'page-size-1000',
    'A `pageSize` of 1000 is possible',
    { pageSize: pageMost },
    ({ size, total, records }) => [
      size === pageMost && records.length === Math.min(pageMost, total),
      'X-Page-Size: 1000, and as many items where there are',
      `X-Page-Size: ${size}, ${records.length} items of ${total}`,
    ],
    '8',
  ),
  {
    id: 'page-size-maximum',
    section: '8',
    sentence: 'More than 1000 items to a page are never given: refused, or cut to 1000',
    run: (world) =>
      onEach(arrays(world), async (name) => {
        const answer = await world.first.send('GET', `/api/secure/${name}?page=1&pageSize=5000`);
        if (!answer.ok) return 'refused';
        const size = Number(answer.headers.get('x-page-size') ?? Number.NaN);
        const items = isArray(answer.json) ? answer.json.length : Number.NaN;
        must(items <= pageMost && !(size > pageMost), 'at most 1000', `X-Page-Size: ${size}, ${items} items`);
        if (Number.isNaN(size)) throw new NotShown('neither refused nor shown in X-Page-Size');
        return `cut to ${size}`;
      }),
  },
  onPages('page-one', 'Pages count from 1: page 1 is the first that comes', async (page, { size }) => {
    const first = await page({ page: 1, pageSize: size });
    const plain = await page({ pageSize: size });
    const same = idsOf(first.records).join() === idsOf(plain.records).join();
    must(same && first.page === 1, 'the same records on page 1 as without `page`', idsOf(plain.records));
  }),
  onPages('page-moves', 'Each page has other items than the one before', async (page, { size }) => {
    const first = idsOf((await page({ page: 1, pageSize: size })).records);
    const next = idsOf((await page({ page: 2, pageSize: size })).records);
    const repeated = next.find((id) => first.includes(id));
    must(
      next.length > 0 && repeated === undefined,
      'page 2 with items of its own',
      repeated ?? 'an empty page',
    );
  }),
  onPages('page-size-holds', 'A page has as many items as `pageSize` says', async (page, { size, total }) => {
    for (const wanted of [1, size, total].filter((one) => one <= pageMost)) {
      const { records } = await page({ page: 1, pageSize: wanted });
      must(records.length === Math.min(wanted, total), `${wanted} items`, `${records.length}`);
    }
  }),
  onPages(
    'total-pages-arithmetic',
    '`X-Total-Pages` is the total divided by the page size, rounded up',
    async (page, { size, total }) => {
      const sizes = [1, size, total - 1, total, total + 1].filter((one) => one > 0 && one <= pageMost);
      for (const pageSize of sizes) {
        const seen = await page({ pageSize });
        const expected = Math.ceil(seen.total / pageSize);
        must(seen.pages === expected, `${expected} pages of ${pageSize} for ${seen.total}`, `${seen.pages}`);
      }
    },
  ),
  onPages(
    'total-is-count',
    '`X-Total-Count` is the number of items that there are',
    async (page, { size }) => {
      const { ids, total } = await readPages(page, size);
      must(ids.length === total, `${ids.length}, as many as came page by page`, `X-Total-Count: ${total}`);
      return `${total}`;
    },
  ),
  onPages(
    'iterate',
    'A client iterates until a page has fewer items than `pageSize`',
    async (page, { size }) => {
      const { ids } = await readPages(page, size);
      must(
        new Set(ids).size === ids.length,
        'each record once',
        `${ids.length - new Set(ids).size} repeated`,
      );
      const all = await readPages(page, pageMost);
      must(sameSet(ids, all.ids), 'the same records with another page size', 'others');
    },
  ),
  onPages(
    'iterate-multiple',
    'The page after a full last page is empty, so that iterating ends',
    async (page, { total }) => {
      if (total > pageMost) throw new NotShown('the list is longer than one page');
      const { records } = await page({ page: 2, pageSize: total });
      must(records.length === 0, 'an empty array', `${records.length} items`);
    },
  ),
  onPages('last-page', 'The last page has the items that are left', async (page, { size, total }) => {
    const last = Math.ceil(total / size);
    const { records } = await page({ page: last, pageSize: size });
    const expected = total - (last - 1) * size;
    must(records.length === expected, `${expected} items on page ${last}`, `${records.length}`);
  }),
  onPages(
    'pages-concurrently',
    'Pages 2..N requested at once, with N from the total, give exactly the records there are',
    async (page, { size }) => {
      const first = await page({ page: 1, pageSize: size });
      const rest = Array.from({ length: Math.ceil(first.total / size) - 1 }, (_, index) => index + 2);
      const pages = await Promise.all(rest.map((number) => page({ page: number, pageSize: size })));
      const ids = [first, ...pages].flatMap(({ records }) => idsOf(records));
      const { ids: expected } = await readPages(page, size);
      must(
        new Set(ids).size === ids.length,
        'each record once',
        `${ids.length - new Set(ids).size} repeated`,
      );
      must(sameSet(ids, expected), `the ${expected.length} records of the list`, `${ids.length} records`);
    },
  ),
];

type GetPage = (query: Record<string, number>) => Promise<Page>;

const idsOf = (records: Page['records']): string[] => records.map(({ id }) => String(id));
const arrays = (world: World) => world.names.filter((name) => world.list(name).kind === 'array');
const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && new Set([...one, ...other]).size === new Set(one).size;

/** Defines a check of one page of each list. */
function onFirstPages(
  id: string,
  sentence: string,
  query: Record<string, number>,
  look: (page: Page) => [boolean, string, unknown],
  section = '4.6',
): Check {
  return {
    id,
    section,
    sentence,
    run: (world) => onEach(arrays(world), async (name) => must(...look(await world.first.page(name, query)))),
  };
}

/**
 * Defines a check of the pages of some lists: those with the fewest records that have several pages. If the list
 * changes meanwhile (its total differs before and after), the check runs once more, and then gives no result.
 */
function onPages(
  id: string,
  sentence: string,
  look: (page: GetPage, list: { size: number; total: number }) => Promise<string | void>,
): Check {
  return {
    id,
    section: '4.6',
    sentence,
    run: async (world) =>
      onEach(await readableLists(world), async (name) => {
        const page: GetPage = (query) => world.first.page(name, query);
        const count = async () => (await page({ pageSize: 1 })).total;
        for (let turn = 1; ; turn += 1) {
          const total = await count();
          const size = Math.min(Math.max(Math.ceil(total / pagesWanted), 1), pageMost);
          try {
            return await look(page, { size, total });
          } catch (error) {
            if (!(error instanceof Fail) || (await count()) === total) throw error;
            if (turn === 2) throw new NotShown('the list changed while it was read');
          }
        }
      }),
  };
}

/** Returns lists to read completely; short ones that the run may write to are filled first. */
async function readableLists(world: World): Promise<string[]> {
  const lists: { name: string; total: number }[] = [];
  for (const name of arrays(world)) {
    let { total } = await world.first.page(name, { pageSize: 1 });
    while (world.writable.includes(name) && total < fewest) {
      const created = await world.create(name).catch((error) => {
        if (error instanceof NotShown) return null;
        throw error;
      });
      if (!created || !isGuid(created.id)) break;
      total += 1;
    }
    if (total >= 2 && total <= mostToWalk) lists.push({ name, total });
  }
  if (lists.length === 0) throw new NotShown(`no list has between 2 and ${mostToWalk} records`);
  const enough = lists.filter(({ total }) => total >= fewest);
  return (enough.length > 0 ? enough : lists)
    .toSorted((one, other) => one.total - other.total)
    .slice(0, mostLists)
    .map(({ name }) => name);
}

/** Reads page by page until a short one. */
async function readPages(page: GetPage, size: number): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = [];
  for (let number = 1; ; number += 1) {
    const { records, total } = await page({ page: number, pageSize: size });
    const [first] = idsOf(records);
    if (first !== undefined && ids.includes(first))
      throw new Fail('pages that go on', `page ${number} again`);
    ids.push(...idsOf(records));
    if (records.length < size) return { ids, total };
  }
}
