import { onEach, type Check } from '../check';
import { must, NotShown } from '../outcome';
import { isArray, isGuid, isObject, type Json } from '../json';
import { sameId } from '../party';
import type { World } from '../world';

/** docs/interface.md#1-what-the-service-does, 2.1, 4.1, 4.2, 4.3 and 4.7: the lists, and the fields of every entity. */
export const entityChecks: readonly Check[] = [
  ...['plu', 'customer', 'discount', 'location', 'businessday', 'sales'].map(named),
  {
    id: 'resource-tender',
    section: '1',
    sentence: 'Tenders are a kind of entity, listed like the others',
    on: ['tender'],
    run: async (world) => {
      const name = world.names.find((one) => one.startsWith('tender')) ?? 'tender';
      mustBeList(world, name);
      return name;
    },
  },
  {
    id: 'json',
    section: '1',
    sentence: 'Data exchanged is JSON',
    run: (world) =>
      onEach(world.names, async (name) => {
        const { json, type } = world.list(name);
        must(json !== undefined, 'a body that is JSON', 'a body that is none');
        must(/\bjson\b/i.test(type), 'a Content-Type of JSON', type);
      }),
  },
  everyRecord('id-guid', '2.1', 'The id of every entity is a GUID', 'id: a GUID', ({ id }) => isGuid(id)),
  everyRecord(
    'active-boolean',
    '2.1',
    '`active` is a boolean',
    'active: true or false',
    ({ active }) => typeof active === 'boolean',
  ),
  everyRecord(
    'data-object',
    '2.1',
    'In lists `data` is a parsed JSON object, never a string',
    'data: an object',
    ({ data }) => isObject(data),
  ),
  everyRecord(
    'name-string',
    '2.1',
    '`name`, where an entity has one, is a string',
    'name: a string',
    ({ name }) => typeof name === 'string',
    'name',
  ),
  {
    id: 'id-unique',
    section: '2.1',
    sentence: 'An id is unique within its list',
    run: (world) =>
      onEach(world.names, async (name) => {
        const ids = requireRecords(world.list(name).records).map(({ id }) => String(id).toLowerCase());
        const twice = ids.find((id, index) => ids.indexOf(id) !== index);
        must(twice === undefined, 'each id once', `${twice} twice`);
        return `${ids.length} records`;
      }),
  },
  {
    id: 'list-array',
    section: '4.2',
    sentence: 'A list is a JSON array of entities',
    run: (world) =>
      onEach(world.names, async (name) => {
        if (world.list(name).kind === 'cursor') throw new NotShown('it answers in cursor form');
        must(isArray(world.list(name).json), 'a JSON array', world.list(name).json);
      }),
  },
  {
    id: 'get-one',
    section: '4.3',
    sentence: 'GET with an id gives that single entity, as the list has it',
    run: (world) =>
      onEach(world.names, async (name) => {
        const [record] = requireRecords(world.list(name).records);
        const { id } = record;
        if (!isGuid(id)) throw new NotShown('its ids are no GUIDs');
        const { ok, status, text, json } = await world.first.send('GET', `/api/secure/${name}/${id}`);
        must(ok && isObject(json), 'the entity, as a JSON object', `${status} ${text.slice(0, 200)}`);
        must(sameId(json['id'], id), `id: ${id}`, json['id']);
        must(json['name'] === record['name'], 'the name that the list has', json['name']);
        must(json['active'] === record['active'], '`active` as the list has it', json['active']);
      }),
  },
  {
    id: 'get-one-data',
    section: '2.1',
    sentence: '`data` of a single entity is a parsed JSON object, never a string',
    run: (world) =>
      onEach(world.names, async (name) => {
        const [{ id }] = requireRecords(world.list(name).records);
        const record = isGuid(id) ? await world.first.get(name, id) : null;
        if (!record) throw new NotShown('no record could be fetched');
        must(isObject(record['data']), 'data: an object', record['data']);
      }),
  },
];

function named(name: string): Check {
  return {
    id: `resource-${name}`,
    section: ['location', 'businessday'].includes(name) ? '4.7' : '1',
    sentence: `GET /api/secure/${name} takes no body and lists what the caller may see`,
    on: [name],
    run: async (world) => {
      mustBeList(world, name);
      return `${world.list(name).records.length} records on the first page`;
    },
  };
}

function mustBeList(world: World, name: string): void {
  const reason = world.absent.get(name) ?? '';
  must(!/with 5\d\d$/.test(reason), 'a list, or none', reason);
  must(world.list(name).kind !== 'other', 'a list, as an array or in cursor form', world.list(name).json);
}

function everyRecord(
  id: string,
  section: string,
  sentence: string,
  expected: string,
  holds: (record: Json) => boolean,
  where?: string,
): Check {
  return {
    id,
    section,
    sentence,
    run: (world) =>
      onEach(world.names, async (name) => {
        const records = requireRecords(
          world.list(name).records.filter((record) => !where || where in record),
        );
        const wrong = records.find((record) => !holds(record));
        must(wrong === undefined, expected, wrong);
        return `${records.length} records`;
      }),
  };
}

/**
 * Returns the records, at least one.
 *
 * @throws NotShown for an empty list.
 */
function requireRecords(records: readonly Json[]): readonly [Json, ...Json[]] {
  const [first, ...rest] = records;
  if (!first) throw new NotShown('there are no records');
  return [first, ...rest];
}
