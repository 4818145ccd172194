import { z } from 'zod';
import { contracts } from '@/resources/contracts';
import type { Entity, Json } from './answer';
import type { Samples } from './samples';
import type { Sender } from './service';

const item = z.looseObject({
  n: z.int(),
  record_id: z.guid(),
  state: z.string(),
  problems: z.array(z.looseObject({ pointer: z.string(), code: z.string() })),
  warnings: z.array(z.string()),
  cells: z.array(z.looseObject({ pointer: z.string() })),
});
const page = z.strictObject({
  items: z.array(item),
  next_cursor: z.string().nullable(),
  withheld: z.array(z.looseObject({})),
});
const set = z.looseObject({ id: z.guid(), status: z.string(), counts: z.record(z.string(), z.int()) });

export type ListedItem = z.infer<typeof item>;
export type ListedSet = z.infer<typeof set>;

/** What tests do with change sets, as one caller. */
export interface ChangeSets {
  /** Makes a draft with items; returns its id. */
  draft(items: readonly Json[], more?: Json): Promise<string>;
  add(id: string, items: readonly Json[]): Promise<void>;
  /** Does something with a set and waits until the work on it is done. */
  move(id: string, action: string, json?: Json): Promise<ListedSet>;
  get(id: string): Promise<ListedSet>;
  items(id: string, query?: string): Promise<ListedItem[]>;
}

/** Returns what tests do with change sets, with a sender. */
export function changeSets(send: Sender): ChangeSets {
  const address = (id: string) => `/api/secure/changeset/${id}`;
  const get = async (id: string) => set.parse((await send('GET', address(id))).json);
  const settled = async (id: string): Promise<ListedSet> => {
    for (;;) {
      const now = await get(id);
      if (!['preparing', 'previewing', 'running'].includes(now.status)) return now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const add = async (id: string, items: readonly Json[]) => {
    for (let at = 0; at < items.length; at += 1000) {
      const answer = await send('POST', `${address(id)}/items`, { json: items.slice(at, at + 1000) });
      if (answer.status !== 200) throw new Error(`Items were refused: ${answer.text}`);
    }
  };
  return {
    add,
    get,
    async draft(items, more = {}) {
      const made = await send('POST', '/api/secure/changeset', { json: { name: 'A set', ...more } });
      await add(made.entity.id, items);
      return made.entity.id;
    },
    async move(id, action, json) {
      const answer = await send('POST', `${address(id)}/${action}`, json ? { json } : {});
      if (answer.status !== 200) throw new Error(`${action} was refused: ${answer.text}`);
      return settled(set.parse(answer.json).id);
    },
    async items(id, query = 'limit=1000') {
      const all: ListedItem[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const answer: z.infer<typeof page> = page.parse(
          (await send('GET', `${address(id)}/items?${query}${cursor && `&cursor=${cursor}`}`)).json,
        );
        all.push(...answer.items);
        cursor = answer.next_cursor;
      }
      return all;
    },
  };
}

/** Creates products with `send`, each with a price of 4.00, overridden by `more`. */
export async function makeProducts(
  send: Sender,
  samples: Samples,
  count: number,
  more: (n: number) => Json = () => ({}),
): Promise<Entity[]> {
  const body = await samples.minimal(contracts.plu);
  const json = Array.from({ length: count }, (_, n) => ({
    ...body,
    name: `Product ${n}`,
    base_price: '4.00',
    ...more(n),
  }));
  const answer = await send('POST', '/api/secure/plu', { json });
  return answer.entities;
}
