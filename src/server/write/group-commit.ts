import type { Caller } from '../auth/caller';
import type { Database } from '../db/db';
import { isOutage } from '../db/outage';
import type { Item } from '../http/items';
import { notHeld } from './content';
import { companyKey } from './scope-key';
import type { Result, WriteContext } from './write-context';

/** A POST of one object, with its validated item and its own text. */
export interface Single {
  readonly context: WriteContext;
  readonly item: Item;
  readonly text: string;
}

/** How singles are written: `all` in one transaction, or each by itself. */
interface Writers {
  readonly alone: (single: Single) => Promise<Result>;
  readonly all: (singles: readonly Single[]) => Promise<readonly Result[]>;
}

interface Waiting {
  readonly single: Single;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue {
  readonly waiting: Waiting[];
  underWay: number;
}

const queues = new WeakMap<Database, Map<string, Queue>>();

/** The next one looks at its records while the one before writes. */
const atOnce = 2;
const most = { singles: 64, characters: 1_000_000 };

/** Returns whether a POST of one object may be written together with others: it is new, as far as its body says. */
export function mayWait({ context, item }: Single): boolean {
  const { retry, alongside, created, clock, givesIds, table, caller } = context;
  const { rules, resource } = table;
  if (retry || alongside || created || clock || givesIds || rules.after || resource.generatesIds)
    return false;
  if (isOfTill(context) && notHeld(table.resource, caller, item, true).length > 0) return false;
  return item.fields['active'] !== false;
}

/**
 * Whether a record is one that a till writes of itself (`requireOwn`): those of all locations wait together, each at its own location, which
 * is asked before. Otherwise each location of a chain would take its turns by itself.
 */
const isOfTill = ({ caller, table }: WriteContext): boolean =>
  Boolean(caller.posId) && table.rules.requireOwn !== undefined;

/** Returns who writes records together that wait together: tills of several locations for all of these. */
export function callerOfAll(singles: readonly Single[], { caller }: Pick<WriteContext, 'caller'>): Caller {
  if (!caller.posId) return caller;
  const locations = singles.flatMap(({ context }) => context.caller.locations ?? []);
  return { ...caller, locations: [...new Set(locations)] };
}

/**
 * Writes new records of one company that come while others are being written together, in one transaction: writers of
 * a resource take turns at its revision, and what a turn costs is shared. A record that comes alone is written at once.
 * Each keeps its own event, with its own key and request. If any of them is refused, nothing is written, and each is
 * written by itself, so that nobody's answer depends on anybody else's record; but not after an outage, when nobody
 * knows whether the commit arrived.
 */
export function groupCommit(single: Single, writers: Writers): Promise<Result> {
  const { db, caller, table } = single.context;
  const ofDatabase = queues.get(db) ?? new Map<string, Queue>();
  queues.set(db, ofDatabase);
  // What a role that the company made limits is asked of all of them together, so only those of one role wait together.
  const scope = isOfTill(single.context)
    ? `${companyKey({ ...caller, locations: null })} tills`
    : companyKey(caller);
  const key = `${scope} ${limitsOf(caller)} ${table.resource.name}`;
  const queue = ofDatabase.get(key) ?? { waiting: [], underWay: 0 };
  ofDatabase.set(key, queue);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ single, resolve, reject });
    const next = () => {
      while (queue.underWay < atOnce && queue.waiting.length > 0) {
        queue.underWay += 1;
        void write(take(queue.waiting), writers).finally(() => {
          queue.underWay -= 1;
          next();
        });
      }
      if (queue.underWay === 0) ofDatabase.delete(key);
    };
    next();
  });
}

/** Returns everything of a caller besides its scope by which a write is judged. */
const limitsOf = ({ role, rights = null, readOnly = [], largestPriceChange = null }: Caller): string =>
  JSON.stringify([role, rights, readOnly, largestPriceChange]);

/** Takes those that may go together: no id occurs twice, and they are no larger than an array may be. */
function take(waiting: Waiting[]): Waiting[] {
  const taken: Waiting[] = [];
  const ids = new Set<string>();
  let characters = 0;
  for (const { single } of waiting) {
    characters += single.text.length;
    const fits = taken.length === 0 || (characters <= most.characters && taken.length < most.singles);
    if (!fits || ids.has(single.item.id)) break;
    ids.add(single.item.id);
    const one = waiting[taken.length];
    if (one) taken.push(one);
  }
  waiting.splice(0, taken.length);
  return taken;
}

async function write(taken: readonly Waiting[], { alone, all }: Writers): Promise<void> {
  const each = () =>
    Promise.all(
      taken.map(async ({ single, resolve, reject }) => {
        await alone(single).then(resolve, reject);
      }),
    );
  if (taken.length === 1) return void (await each());
  try {
    const results = await all(taken.map(({ single }) => single));
    taken.forEach(({ resolve, reject }, n) => {
      const result = results[n];
      if (result) resolve(result);
      else reject(new Error('A write gives one result for each item'));
    });
  } catch (error) {
    if (isOutage(error)) for (const { reject } of taken) reject(error);
    else await each();
  }
}
