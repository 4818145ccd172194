import type { Check } from '../check';
import { Fail, must, NotShown } from '../outcome';
import { at, isArray, isObject, type Json } from '../json';
import type { World } from '../world';

const mostSteps = 100;

/** docs/interface.md#46-pagination: cursor pagination, on the first list that has it. */
export const cursorChecks: readonly Check[] = [
  cursorCheck(
    'cursor-shape',
    'The cursor form is an object: `data` an array, `has_more` a boolean',
    async (step) => {
      const { body } = await step(2, null);
      must(isArray(body['data']), 'data: an array', body['data']);
      must(typeof body['has_more'] === 'boolean', 'has_more: a boolean', body['has_more']);
    },
  ),
  cursorCheck('cursor-next', 'While `has_more` is true, `next_cursor` is a string', async (step) => {
    const { body } = await step(1, null);
    if (body['has_more'] !== true) throw new NotShown('one step gives all that there is');
    must(typeof body['next_cursor'] === 'string', 'next_cursor: a string', body['next_cursor']);
  }),
  cursorCheck('cursor-limit', '`limit` is the most that a step gives', async (step) => {
    for (const limit of [1, 3]) {
      const { records } = await step(limit, null);
      must(records.length <= limit, `at most ${limit}`, `${records.length}`);
    }
  }),
  cursorCheck(
    'cursor-goes-on',
    '`next_cursor` as `cursor` goes on where the step before ended',
    async (step) => {
      const first = await step(1, null);
      if (first.body['has_more'] !== true) throw new NotShown('one step gives all that there is');
      const next = await step(1, first.body['next_cursor']);
      const again = next.records.some(({ id }) => id === first.records[0]?.['id']);
      must(!again, 'other records in the second step', first.records[0]?.['id']);
    },
  ),
  cursorCheck(
    'cursor-ends',
    'Iteration ends with `has_more` false, each record having come once',
    async (step, name, world) => {
      const ids: unknown[] = [];
      const limit = await limitFor(world, name);
      let cursor: unknown = null;
      for (let turn = 1; turn <= mostSteps; turn += 1) {
        const { body, records } = await step(limit, cursor);
        const again = records.find(({ id }) => ids.includes(id));
        must(again === undefined, 'each record once', again?.['id']);
        ids.push(...records.map(({ id }) => id));
        if (body['has_more'] !== true) {
          must(body['has_more'] === false, 'has_more: false at the end', body['has_more']);
          return mustBeAll(world, name, ids);
        }
        must(records.length > 0, 'has_more: false where nothing comes', 'an empty step with has_more: true');
        cursor = body['next_cursor'];
      }
      throw new NotShown(`${name} is longer than ${mostSteps} steps`);
    },
  ),
];

interface Step {
  readonly body: Json;
  readonly records: readonly Json[];
}
type GetStep = (limit: number, cursor: unknown) => Promise<Step>;

function cursorCheck(
  id: string,
  sentence: string,
  look: (step: GetStep, name: string, world: World) => Promise<string | void>,
): Check {
  return {
    id,
    section: '4.6',
    sentence,
    run: async (world) => {
      const name = await byCursor(world);
      const detail = await look((limit, cursor) => take(world, name, limit, cursor), name, world);
      return detail ? `${name}: ${detail}` : name;
    },
  };
}

/**
 * Returns `sales`, which docs/interface.md#46-pagination names, or the first other list that answers in cursor form
 * with records.
 */
async function byCursor(world: World): Promise<string> {
  const names = ['sales', ...world.names].filter((name) => world.lists.has(name));
  let empty: string | undefined;
  for (const name of new Set(names)) {
    const { ok, json } = await world.first.send('GET', `/api/secure/${name}?limit=1`);
    if (!ok || !isObject(json) || !isArray(json['data'])) continue;
    if (json['data'].length > 0 && json['has_more'] !== false) return name;
    empty ??= name;
  }
  if (empty === undefined) throw new NotShown('no list answers in cursor form');
  return empty;
}

async function take(world: World, name: string, limit: number, cursor: unknown): Promise<Step> {
  const query = typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : '';
  const { ok, status, text, json } = await world.first.send(
    'GET',
    `/api/secure/${name}?limit=${limit}${query}`,
  );
  if (!ok || !isObject(json)) throw new Fail('a step of the list', `${status} ${text.slice(0, 200)}`);
  const data = at(json, 'data');
  return { body: json, records: isArray(data) ? data.filter(isObject) : [] };
}

/** Returns a limit that gives several pages of a short list, and not too many of a long one. */
async function limitFor(world: World, name: string): Promise<number> {
  const { headers } = await world.first.send('GET', `/api/secure/${name}?page=1&pageSize=1`);
  const total = Number(headers.get('x-total-count') ?? 0);
  return Math.min(Math.max(Math.ceil(total / 5), 2), 1000);
}

/** If the list has offset pages too, both must give the same records. */
async function mustBeAll(world: World, name: string, ids: readonly unknown[]): Promise<string> {
  const { ok, json } = await world.first.send('GET', `/api/secure/${name}?page=1&pageSize=1`);
  if (!ok || !isArray(json)) return `${ids.length} records`;
  const expected = (await world.first.all(name)).map(({ id }) => id);
  const missing = expected.filter((id) => !ids.includes(id));
  must(missing.length === 0, 'every record that the pages give', `${missing.length} missing`);
  return `${ids.length} records, as by pages`;
}
