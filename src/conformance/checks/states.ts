import { onEach, type Check } from '../check';
import { must } from '../outcome';
import { difference, isGuid } from '../json';
import { pathOf } from '../party';
import { firstChange } from './changed';

/** Returns a GUID of no record. */
const nowhere = () => crypto.randomUUID();

/** docs/interface.md#3-states: created, deactivated, reactivated, never deleted. */
export const stateChecks: readonly Check[] = [
  {
    id: 'deactivate',
    section: '3',
    sentence: 'PUT with `active` false deactivates, and the entity stays stored with all else it had',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id } = await world.create(name, { active: true });
        const before = await world.first.mustGet(name, id);
        await world.first.put(name, id, { active: false });
        const after = await world.first.mustGet(name, id);
        must(after['active'] === false, 'active: false', after['active']);
        const other = firstChange(before, after, ['active']);
        must(other === null, 'nothing else to change', other);
      }),
  },
  {
    id: 'deactivated-listed',
    section: '3',
    sentence: 'A deactivated entity still appears in list responses',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id } = await world.create(name, { active: true });
        must((await world.first.listed(name, id)) !== undefined, 'a created record in the list', 'none');
        await world.first.put(name, id, { active: false });
        const listed = await world.first.listed(name, id);
        must(listed !== undefined, 'the deactivated record in the list', 'it is not in the list');
        must(listed['active'] === false, 'active: false in the list', listed['active']);
      }),
  },
  {
    id: 'reactivate',
    section: '3',
    sentence: 'PUT with `active` true reactivates',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id } = await world.create(name, { active: true });
        await world.first.put(name, id, { active: false });
        await world.first.put(name, id, { active: true });
        const { active } = await world.first.mustGet(name, id);
        must(active === true, 'active: true', active);
      }),
  },
  {
    id: 'put-needs-entity',
    section: '3',
    sentence: 'PUT changes what exists: with an id that names nothing it makes nothing',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const body = await world.body(name);
        const id = nowhere();
        const answer = await world.first.send('PUT', pathOf(name, id), { body });
        if (answer.ok) world.first.remember(name, id);
        must(!answer.ok, 'a refusal', `${answer.status} ${answer.text.slice(0, 200)}`);
        must((await world.first.get(name, id)) === null, 'no such record', `GET gives ${id}`);
      }),
  },
  {
    id: 'create-given-active',
    section: '3',
    sentence: 'A record is created with the given `active`, or a generated one',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        for (const active of [false, true]) {
          const created = await world.create(name, { active });
          const { active: seen } = await world.first.mustGet(name, created.id);
          must(seen === active, `active: ${active}`, seen);
        }
        const created = await world.create(name);
        const { active } = await world.first.mustGet(name, created.id);
        must(typeof active === 'boolean', 'active: a boolean', active);
      }),
  },
  {
    id: 'create-with-id',
    section: '3',
    sentence: 'POST with an id that does not exist creates the record with that id',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const id = nowhere();
        await world.create(name, { id });
        await world.first.mustGet(name, id);
      }),
  },
  {
    id: 'id-generated',
    section: '2.1',
    sentence: 'POST without an id creates the record with a generated GUID',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const one = await world.create(name);
        const other = await world.create(name);
        must(isGuid(one.id) && isGuid(other.id), 'GUIDs', [one.id, other.id]);
        must(one.id !== other.id, 'two GUIDs', one.id);
      }),
  },
  {
    id: 'no-delete',
    section: '4.1',
    sentence: 'There is no DELETE: it is refused, and the record stays',
    needs: 'writing',
    run: (world) =>
      onEach(world.writable, async (name) => {
        const { id } = await world.create(name);
        const before = await world.first.mustGet(name, id);
        const { ok, status } = await world.first.send('DELETE', pathOf(name, id));
        const after = await world.first.get(name, id);
        must(after !== null, 'the record as before', 'it is gone');
        must(!ok, 'a refusal', String(status));
        const changedPlace = difference(before, after);
        must(changedPlace === null, 'the record as before', changedPlace);
      }),
  },
];
