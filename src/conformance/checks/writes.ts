import { unknownKey } from '../bodies';
import { onEach, type Check } from '../check';
import { must, NotShown } from '../outcome';
import { at, difference, isArray, isGuid, isObject, number } from '../json';
import { entityIn, pathOf, sameId } from '../party';
import type { World } from '../world';
import { firstChange } from './changed';

/** docs/interface.md#44-create-or-upsert and 4.5: create, upsert, arrays, partial updates, references. */
export const writeChecks: readonly Check[] = [
  {
    id: 'upsert-one',
    section: '4.4',
    sentence: 'POST of one object with the id of a record updates that record, and adds none',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id, sent } = await world.create(name);
        const called = world.nextName();
        const answer = await world.first.post(name, { ...sent, id, name: called });
        must(answer.ok, 'the update to be accepted', `${answer.status} ${answer.text.slice(0, 200)}`);
        const seen = await world.first.mustGet(name, id);
        must(seen['name'] === called, `name: ${called}`, seen['name']);
        await mustBeOnce(world, name, id, called);
      }),
  },
  {
    id: 'upsert-answer',
    section: '4.4',
    sentence: 'The answer to an upsert of one object is the updated entity, `data` an object',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id, sent } = await world.create(name);
        const called = world.nextName();
        const { json } = await world.first.post(name, { ...sent, id, name: called });
        const entity = entityIn(json);
        must(sameId(entity?.['id'], id) && entity?.['name'] === called, 'the entity as updated', json);
        must(isObject(entity['data']), 'data: an object', entity['data']);
      }),
  },
  {
    id: 'array-creates',
    section: '4.4',
    sentence: 'POST of an array creates each item without an id',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const sent = [await world.body(name), await world.body(name)];
        const entities = await postArray(world, name, sent);
        must(entities.length === sent.length, `${sent.length} entities`, `${entities.length}`);
        for (const [index, { id }] of entities.entries()) {
          must(isGuid(id), 'a generated GUID', id);
          const seen = await world.first.mustGet(name, id);
          must(
            seen['name'] === sent[index]?.['name'],
            `name: ${String(sent[index]?.['name'])}`,
            seen['name'],
          );
        }
      }),
  },
  {
    id: 'array-order',
    section: '4.4',
    sentence: 'An array of new and existing items is answered with an array of them in the same order',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const [one, other] = [await world.create(name), await world.create(name)];
        const bodies = await Promise.all([1, 2, 3, 4, 5].map(() => world.body(name)));
        const sentIds = [undefined, other.id, undefined, one.id, undefined];
        const sent = bodies.map((body, index) => ({
          ...body,
          ...(sentIds[index] && { id: sentIds[index] }),
        }));
        const entities = await postArray(world, name, sent);
        const expected = bodies.map((body) => String(body['name'])).join(', ');
        const seen = entities.map((entity) => String(entity['name'])).join(', ');
        must(seen === expected, expected, seen);
        for (const [index, id] of sentIds.entries()) {
          if (id) must(sameId(entities[index]?.['id'], id), `id: ${id} at ${index}`, entities[index]?.['id']);
        }
      }),
  },
  {
    id: 'array-updates',
    section: '4.4',
    sentence: 'An item of an array with the id of a record updates that record, and adds none',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id, sent } = await world.create(name);
        const called = world.nextName();
        await postArray(world, name, [{ ...sent, id, name: called }]);
        const seen = await world.first.mustGet(name, id);
        must(seen['name'] === called, `name: ${called}`, seen['name']);
        await mustBeOnce(world, name, id, called);
      }),
  },
  {
    id: 'array-data',
    section: '2.1',
    sentence: '`data` of the entities in an array answer is an object, never a string',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const [entity] = await postArray(world, name, [await world.body(name)]);
        must(isObject(entity?.['data']), 'data: an object', entity?.['data']);
      }),
  },
  {
    id: 'put-partial',
    section: '4.5',
    sentence: 'PUT changes the fields that are sent; fields not sent are not modified',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id } = await world.create(name);
        const before = await world.first.mustGet(name, id);
        const called = world.nextName();
        await world.first.put(name, id, { name: called });
        const after = await world.first.mustGet(name, id);
        must(after['name'] === called, `name: ${called}`, after['name']);
        const other = firstChange(before, after, ['name']);
        must(other === null, 'nothing else to change', other);
      }),
  },
  {
    id: 'put-own-fields',
    section: '4.5',
    sentence: 'PUT changes a field of the resource’s own, and leaves the others',
    needs: 'writing',
    run: (world) =>
      onEach(
        world.writable.filter((name) => name === 'plu' || name === 'customer'),
        async (name) => {
          const { id } = await world.create(name);
          const before = await world.first.mustGet(name, id);
          const change = name === 'plu' ? { base_price: '7.25' } : { customer_num: number('987654') };
          await world.first.put(name, id, change);
          const after = await world.first.mustGet(name, id);
          for (const [key, value] of Object.entries(change)) {
            must(difference(value, after[key]) === null, `${key} as sent`, after[key]);
          }
          const other = firstChange(before, after, Object.keys(change));
          must(other === null, 'nothing else to change', other);
        },
      ),
  },
  {
    id: 'put-data-siblings',
    section: '4.5',
    sentence: 'PUT of one key of `data` leaves the other keys of `data` as they are',
    isNote: true,
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id } = await world.create(name);
        const before = await world.first.mustGet(name, id);
        const data = before['data'];
        if (!isObject(data) || Object.keys(data).length === 0) throw new NotShown('its `data` is empty');
        await world.first.put(name, id, { data: { conformance_sibling: 'new' } });
        const after = await world.first.mustGet(name, id);
        const added = at(after, 'data', 'conformance_sibling');
        must(added === 'new', 'the key that was sent', added);
        const expected = { ...before, data: { ...data, conformance_sibling: 'new' } };
        const other = firstChange(expected, after, []);
        must(other === null, `all else to stay, ${unknownKey} too`, other);
      }),
  },
  {
    id: 'put-keeps-data',
    section: '4.5',
    sentence: 'PUT without `data` leaves `data` as it is, in the list too',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id } = await world.create(name);
        const before = await world.first.mustGet(name, id);
        await world.first.put(name, id, { name: world.nextName() });
        const listed = await world.first.listed(name, id);
        must(listed !== undefined, 'the record in the list', 'it is not there');
        const changedPlace = firstChange(before, listed, ['name']);
        must(changedPlace === null, 'the record as it was', changedPlace);
      }),
  },
  ...(['dpt_id', 'tax_id'] as const).map((key): Check => ({
    id: `reference-exists-${key.slice(0, 3)}`,
    section: '2.1',
    sentence: `A \`${key}\` must name a record that exists: POST, arrays and PUT with another are refused`,
    needs: 'writing',
    run: async (world) => {
      const created = await world.create('plu');
      const stranger = { [key]: crypto.randomUUID() };
      const refused = async (action: string, body: unknown) => {
        const answer = await world.first.post('plu', body);
        must(!answer.ok, `a refusal of ${action}`, `${answer.status}`);
      };
      await refused('POST', await world.body('plu', stranger));
      await refused('an array', [await world.body('plu', stranger)]);
      const answer = await world.first.send('PUT', pathOf('plu', created.id), { body: stranger });
      must(!answer.ok, 'a refusal of PUT', `${answer.status}`);
      const seen = (await world.first.mustGet('plu', created.id))[key];
      must(sameId(seen, created.sent[key]), `${key} as before`, seen);
      return 'POST, array, PUT';
    },
  })),
];

async function postArray(world: World, name: string, sent: readonly unknown[]) {
  const { ok, status, text, json } = await world.first.post(name, sent);
  must(ok, 'the array to be accepted', `${status} ${text.slice(0, 300)}`);
  must(isArray(json), 'a JSON array', json);
  return json.filter(isObject);
}

/**
 * The list must have one record with this id and one with this name, and they must be the same. Others may write during
 * the run.
 */
async function mustBeOnce(world: World, name: string, id: string, called: string): Promise<void> {
  const records = await world.first.all(name);
  const matches = records.filter((record) => sameId(record['id'], id) || record['name'] === called);
  must(matches.length === 1, 'the record once in the list', `${matches.length} records`);
}
