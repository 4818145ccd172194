import { onEach, type Check } from '../check';
import { must, NotShown } from '../outcome';
import { at, difference, isArray, isObject, type Json } from '../json';
import { pathOf, sameId, type Party } from '../party';
import type { World } from '../world';

const wrongKey = 'conformance-no-such-key';

/** docs/interface.md#5-authentication: who has access. */
export const accessChecks: readonly Check[] = [
  {
    id: 'bearer',
    section: '5',
    sentence: '`Authorization: Bearer <API_KEY>` is how a request is let in',
    run: async ({ names }) => names.join(', '),
  },
  keyless('key-required-list', 'Lists are refused without a key', null, (world) =>
    world.names.map(listRequest),
  ),
  keyless('key-known-list', 'Lists are refused with a key that is none', wrongKey, (world) =>
    world.names.map(listRequest),
  ),
  keyless('key-required-one', 'A single entity is refused without a key', null, (world) =>
    world.names.flatMap((name): Request[] => {
      const [record] = world.list(name).records;
      return record ? [['GET', pathOf(name, String(record['id'])), undefined, name]] : [];
    }),
  ),
  {
    id: 'key-required-write',
    section: '5',
    sentence: 'POST and PUT are refused without a key, and change nothing',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id } = await world.create(name);
        const before = await world.first.mustGet(name, id);
        const body = { name: world.nextName() };
        for (const key of [null, wrongKey]) {
          const put = await world.first.send('PUT', pathOf(name, id), { body, key });
          must(!put.ok, 'a refusal of PUT', String(put.status));
          const post = await world.first.post(name, { ...(await world.body(name)), ...body }, { key });
          must(!post.ok, 'a refusal of POST', String(post.status));
        }
        const changedPlace = difference(before, await world.first.mustGet(name, id));
        must(changedPlace === null, 'the record as before', changedPlace);
      }),
  },
  {
    id: 'company-assigned',
    section: '2.1',
    sentence: 'A created record belongs to the caller’s company without naming it',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id } = await world.create(name);
        const mine = await world.first.mustGet(name, id);
        const theirs = await world.second?.get(name, id);
        must(!theirs, 'it hidden from the other company', theirs);
        if ('company_id' in mine) {
          must(typeof mine['company_id'] === 'string', 'a company_id', mine['company_id']);
          return 'company_id';
        }
        if (!world.second)
          throw new NotShown('records do not show their company, and there is no second key');
        return 'hidden from the other company';
      }),
  },
  {
    id: 'scope-lists',
    section: '1',
    sentence:
      'A caller sees only data of its own company (and its parent’s): two companies’ lists have nothing in common',
    needs: 'second key',
    run: (world) =>
      onEach(world.names, async (name) => {
        const second = other(world);
        const created = world.writable.includes(name)
          ? [await world.create(name), await world.create(name, {}, second)]
          : [];
        const [mine, theirs] = [await firstPage(world.first, name), await firstPage(second, name)];
        const [own, foreign] = created;
        if (own) must((await second.listed(name, own.id)) === undefined, 'it in one list', own.id);
        if (foreign)
          must((await world.first.listed(name, foreign.id)) === undefined, 'it in one list', foreign.id);
        // Equal ids prove nothing: each company may have a record of its own with the same id.
        const shared = mine.find((one) => theirs.some((record) => difference(one, record) === null));
        if (shared && created.length > 0) return 'what each made; they share a parent’s';
        if (shared) throw new NotShown('the two lists share records: a parent’s, or each other’s');
        if (mine.length + theirs.length === 0) throw new NotShown('both lists are empty');
        return `${mine.length} and ${theirs.length} records`;
      }),
  },
  otherCompanyCheck('scope-get', 'An id of another company gives nothing', async (_, second, name, id) => {
    must((await second.get(name, id)) === null, 'a refusal of GET', 'the record');
  }),
  otherCompanyCheck(
    'scope-put',
    'PUT on another company’s record is refused and changes nothing',
    async (world, second, name, id) => {
      const body = { name: world.nextName() };
      const answer = await second.send('PUT', pathOf(name, id), { body });
      must(!answer.ok, 'a refusal of PUT', String(answer.status));
    },
  ),
  otherCompanyCheck(
    'scope-post',
    'POST with another company’s id changes nothing of that company',
    async (world, second, name, id) => {
      const body = await world.body(name, { id }, second);
      const answers = [
        await second.send('POST', pathOf(name), { body }),
        await second.send('POST', pathOf(name), { body: [body] }),
      ];
      if (answers.some(({ ok }) => ok)) second.remember(name, id);
    },
  ),
  {
    id: 'scope-filter',
    section: '1',
    sentence: 'A filter by another company’s department gives none of its products',
    needs: 'second key',
    run: async (world) => {
      const { dpt_id } = world.readOnly
        ? (world.list('plu').records[0] ?? {})
        : (await world.create('plu')).sent;
      if (typeof dpt_id !== 'string') throw new NotShown('no department is known');
      const mine = await world.first.all('plu', { dpt_id });
      if (mine.length === 0) throw new NotShown('the department has no products');
      const { ok, json } = await other(world).send('GET', `/api/secure/plu?dpt_id=${dpt_id}`);
      const seen = ok && isArray(json) ? json.filter(isObject) : [];
      const shared = mine.filter(({ id }) => seen.some((record) => sameId(record['id'], id)));
      const own = shared.find((record) => isOwn(world, record));
      must(own === undefined, 'no product of the other company', own);
      if (shared.length > 0) throw new NotShown('they share products: a parent’s, or one company’s');
      return `${mine.length} products hidden`;
    },
  },
];

type Request = readonly [method: string, path: string, body: unknown, name: string];
const listRequest = (name: string): Request => ['GET', pathOf(name), undefined, name];

function keyless(
  id: string,
  sentence: string,
  key: string | null,
  requests: (world: World) => readonly Request[],
): Check {
  return {
    id,
    section: '5',
    sentence,
    run: async (world) => {
      const attempts = requests(world);
      if (attempts.length === 0) throw new NotShown('there are no records');
      for (const [method, path] of attempts) {
        const { ok, status } = await world.first.send(method, path, { key });
        must(!ok, `a refusal of ${method} ${path}`, String(status));
      }
      return attempts.map(([, , , name]) => name).join(', ');
    },
  };
}

/** Defines a check of what another company can do to a record: the record must not change. */
function otherCompanyCheck(
  id: string,
  sentence: string,
  look: (world: World, second: Party, name: string, id: string) => Promise<void>,
): Check {
  return {
    id,
    section: '5',
    sentence,
    needs: 'second key',
    run: (world) =>
      onEach(world.readOnly ? [] : world.writable, async (name) => {
        const created = await world.create(name);
        const before = await world.first.mustGet(name, created.id);
        await look(world, other(world), name, created.id);
        const changedPlace = difference(before, await world.first.mustGet(name, created.id));
        must(changedPlace === null, 'the record as it was', changedPlace);
      }),
  };
}

function other(world: World): Party {
  if (!world.second) throw new NotShown('there is no second key');
  return world.second;
}

const isOwn = (world: World, record: Json): boolean => String(record['name']).startsWith(world.label);

/** Returns the records of the first page, in either form of list. */
async function firstPage(party: Party, name: string): Promise<Json[]> {
  const { ok, json } = await party.send('GET', pathOf(name));
  const records = isArray(json) ? json : at(json, 'data');
  if (!ok || !isArray(records)) throw new NotShown('the other company may not list it');
  return records.filter(isObject);
}
