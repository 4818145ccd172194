import { setTimeout } from 'node:timers/promises';
import type { Check } from '../check';
import { must, NotShown } from '../outcome';
import { at, isArray, isObject, writeJson, type Json } from '../json';
import type { World } from '../world';

const names = ['event', 'events', 'audit'];
const mostSteps = 20;
/** How long to wait for an event, in milliseconds: the interface does not say that it is readable at once. */
const patience = 10_000;

/**
 * docs/interface.md#6-events, if a server lets clients read its events: the interface does not show how, so the usual
 * names are tried.
 */
export const eventChecks: readonly Check[] = [
  eventCheck('event-create', 'A create is logged, with the entity’s type and id', async (world) => {
    const { id } = await world.create('customer');
    const events = await eventsOf(world, id);
    must(events.length > 0, `an event that names ${id}`, 'none');
    must(
      events.some((event) => has(event, 'customer')),
      'the type `customer` in it',
      events,
    );
  }),
  eventCheck('event-update', 'An update is logged', async (world) => {
    const { id } = await world.create('customer');
    const before = (await eventsOf(world, id)).length;
    await world.first.put('customer', id, { name: world.nextName() });
    const after = (await eventsOf(world, id, before + 1)).length;
    must(after > before, 'one event more', `${after} after ${before}`);
  }),
  eventCheck('event-payload', 'An event records the full payload', async (world) => {
    const { id, sent } = await world.create('customer');
    const text = (await eventsOf(world, id)).map((event) => writeJson(event)).join('\n');
    for (const value of [sent['name'], at(sent, 'data', 'email'), at(sent, 'data', 'phone')]) {
      must(text.includes(writeJson(value)), `${writeJson(value)} in the event`, 'it is not in it');
    }
  }),
  eventCheck('event-user', 'An event records the user who made the change', async (world) => {
    const { id } = await world.create('customer');
    const events = await eventsOf(world, id);
    const whose = (event: Json) =>
      Object.entries(event).some(
        ([key, value]) => /user|actor|caller|key|author/.test(key) && value !== null,
      );
    must(events.length > 0 && events.every(whose), 'who made it', events);
  }),
];

function eventCheck(id: string, sentence: string, look: (world: World) => Promise<void>): Check {
  return {
    id,
    section: '6',
    sentence,
    needs: 'writing',
    on: ['event'],
    run: async (world) => {
      const path = await eventPath(world);
      await look(world);
      return path;
    },
  };
}

async function eventPath(world: World): Promise<string> {
  for (const name of names) {
    const path = `/api/secure/${name}`;
    if ((await world.first.send('GET', path)).ok) return path;
  }
  throw new NotShown('events are not read through this server');
}

/**
 * Returns the events that name an entity: as soon as there are `least` of them, otherwise those after the waiting time.
 */
async function eventsOf(world: World, id: string, least = 1): Promise<Json[]> {
  const until = Date.now() + patience;
  for (;;) {
    const events = await eventsNow(world, id);
    if (events.length >= least || Date.now() > until) return events;
    await setTimeout(250);
  }
}

/** Uses a filter if the server has one, otherwise reads all events. */
async function eventsNow(world: World, id: string): Promise<Json[]> {
  const path = await eventPath(world);
  const filtered = await world.first.send('GET', `${path}?entity_id=${id}`);
  if (filtered.ok) return recordsOf(filtered.json).filter((event) => has(event, id));
  const matches: Json[] = [];
  let query = '';
  for (let step = 1; step <= mostSteps; step += 1) {
    const { json } = await world.first.send('GET', `${path}${query}`);
    matches.push(...recordsOf(json).filter((event) => has(event, id)));
    const cursor = at(json, 'next_cursor');
    const isLast = isArray(json) ? json.length < 100 : at(json, 'has_more') !== true;
    if (isLast) return matches;
    query = isArray(json) ? `?page=${step + 1}` : `?cursor=${encodeURIComponent(String(cursor))}`;
  }
  throw new NotShown('there are too many events to go through');
}

function recordsOf(json: unknown): Json[] {
  const records = isArray(json) ? json : at(json, 'data');
  return isArray(records) ? records.filter(isObject) : [];
}

/** Tells whether a text is a value anywhere inside it. */
const has = (value: unknown, text: string): boolean => {
  if (typeof value === 'string') return value.toLowerCase() === text.toLowerCase();
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((inner) => has(inner, text))
  );
};
