import { allows } from '@/contract/role';
import type { Logger } from 'pino';
import type { Resource } from '@/contract/resource';
import type { Caller } from '../auth/caller';
import type { Database } from '../db/db';
import { isOutage, throttledWarning } from '../db/outage';
import { errorFacts } from '../ops/error-log';
import { unavailable } from '../http/problems';
import { callerKey, companyKey, type ScopeKey } from '../write/scope-key';
import {
  changesHeld,
  changesOf,
  changesSince,
  currentPosition,
  visibleTo,
  type Change,
  type NumberedNotice,
} from './changes';
import { listenForEvents, type Listener, type Notice, type Progress } from './listener';

/** A client that changes are pushed to. */
export interface Subscriber {
  readonly caller: Caller;
  /** Returns whether its credentials are still valid. */
  readonly holds: () => Promise<boolean>;
  /** Sends the text of messages; returns false if the client does not keep up. */
  readonly send: (text: string) => boolean;
  readonly end: () => void;
  /** Returns the message id from which the client resumes at a position of the trail. */
  readonly idOf: (place: bigint) => string;
}

/** The live changes of one process: one listening connection, any number of subscribers. */
export interface Live {
  /** Returns the current number of streams of a key, or a person. */
  readonly countOf: (caller: Caller) => number;
  /** Returns the current number of streams. */
  readonly count: () => number;
  /** Returns whether this process sends the notices of all processes, and how many it has sent. */
  readonly notifies: () => { readonly active: boolean; readonly sent: number };
  /**
   * Connects, if it has not: each process has to be ready to send what writers leave in the outbox, also if nobody
   * follows its changes.
   */
  start(): void;
  /**
   * Pushes changes to a subscriber from now on, or from a position that it knows. Returns a function that ends it.
   *
   * @throws 503 while the process receives no notices, or is about to stop.
   */
  subscribe(subscriber: Subscriber, since: bigint | null): Promise<() => void>;
  /** Ends every stream and accepts no more: the service is about to stop. */
  end(): void;
  close(): Promise<void>;
}

interface Told extends Subscriber {
  /** Messages held back until the replay is complete, which decides what of them is new; null afterwards. */
  waiting: (() => string)[] | null;
  /** Numbers of the events that were replayed, until everything that is notified later is of others; at most 500. */
  replayed: { readonly seqs: ReadonlySet<string>; readonly until: bigint } | null;
  checked: number;
}

/** Milliseconds: the heartbeat, how old a check of the credentials may be before a change is pushed, and the start. */
const times = { heartbeat: 15_000, trusted: 1000, start: 5000 };
const noticesAtOnce = 200;
/** Resources whose changes may revoke a caller's access (caller.ts). */
const people = new Set(['apikey', 'user', 'company', 'role']);

/** Opens the live changes on a database; its connection is made by `start`, or for the first subscriber. */
export function openLive(parts: {
  url: string;
  db: Database;
  log: Pick<Logger, 'warn'>;
  resources: readonly Resource[];
  /** Told of each notice, whoever follows the changes. */
  heard?: (notice: Notice) => void;
  heartbeat?: number;
}): Live {
  const { url, db, log, heartbeat = times.heartbeat } = parts;
  const resources = new Map(parts.resources.map((resource) => [resource.name, resource]));
  const subscribers = new Set<Told>();
  const notices: Notice[] = [];
  let safe = 0n;
  let listener: Listener | null = null;
  let ended = false;
  let pumping = false;
  let heardOnce = false;
  const wakers = new Set<() => void>();

  const noteOutage = throttledWarning(log, 'changes could not be read: the database is not available');
  const drop = (one: Told) => {
    if (subscribers.delete(one)) one.end();
  };
  const tell = (one: Told, textOf: () => string) => {
    if (one.waiting) {
      one.waiting.push(textOf);
      return;
    }
    const text = textOf();
    if (text !== '' && !one.send(text)) drop(one);
  };
  const textsFor = (one: Told, changes: readonly Change[], place: bigint): string => {
    const visibleChanges = changes.flatMap((change) =>
      one.replayed?.seqs.has(change.seq) ? [] : (visibleTo(one.caller, resources, change) ?? []),
    );
    if (visibleChanges.length === 0) return '';
    const id = one.idOf(place);
    return visibleChanges.map((change) => message('change', id, change)).join('');
  };
  const tellMissed = () => {
    for (const one of subscribers) tell(one, () => message('missed', one.idOf(safe), {}));
  };

  const check = async (one: Told, age: number) => {
    if (performance.now() - one.checked < age) return;
    one.checked = performance.now();
    // While the database does not answer, nothing can be pushed either; the next check decides.
    if (!(await one.holds().catch(() => true))) drop(one);
  };

  /** Processes one batch after the other, so that changes are pushed in commit order. */
  const pump = async () => {
    if (pumping) return;
    pumping = true;
    try {
      while (notices.length > 0) await tellOf(notices.splice(0, noticesAtOnce));
    } catch (error) {
      if (isOutage(error)) noteOutage(error);
      else log.warn({ fault: errorFacts(error) }, 'changes could not be read');
      notices.length = 0;
      tellMissed();
    } finally {
      pumping = false;
    }
  };

  const tellOf = async (batch: readonly Notice[]) => {
    const changes: (Change & { number: number })[] = [];
    const byCompany = new Map<ScopeKey, [NumberedNotice, ...NumberedNotice[]]>();
    for (const [number, notice] of batch.entries()) {
      const key = companyKey({ tenantId: notice.tenant, companyId: notice.company });
      const others = byCompany.get(key);
      if (others) others.push({ ...notice, number });
      else byCompany.set(key, [{ ...notice, number }]);
    }
    for (const theirs of byCompany.values()) {
      const [{ tenant, company }] = theirs;
      const isAsked = [...subscribers].some(
        ({ caller }) => caller.tenantId === tenant && caller.lineage.includes(company),
      );
      if (isAsked) changes.push(...(await changesOf(db, theirs)));
    }
    // They were read company by company; clients get them in commit order.
    changes.sort((a, b) => a.number - b.number);
    for (const notice of batch) if (notice.safe > safe) safe = notice.safe;
    const tenants = new Set(batch.filter(({ entity }) => people.has(entity)).map(({ tenant }) => tenant));
    await Promise.all(
      [...subscribers].map(async (one) => {
        const place = safe;
        const isTouched = tenants.has(one.caller.tenantId);
        const held = await changesHeld(db, one.caller, changes);
        const text = one.waiting ? null : textsFor(one, held, place);
        if (isTouched || text !== '') await check(one, isTouched ? 0 : times.trusted);
        if (!subscribers.has(one)) return;
        tell(one, () => text ?? textsFor(one, held, place));
        if (one.replayed && one.replayed.until < place) one.replayed = null;
      }),
    );
  };

  /** Pushes how far work is to those of its company who may read it; whoever was not there reads the record. */
  const tellProgress = async ({ tenant, company, ...progress }: Progress) => {
    const readers = [...subscribers].filter(
      ({ caller }) =>
        caller.tenantId === tenant &&
        caller.companyId === company &&
        allows(caller, resources.get(progress.resource)?.access.read),
    );
    const text = message('progress', null, progress);
    await Promise.all(
      readers.map(async (one) => {
        await check(one, times.trusted);
        if (subscribers.has(one)) tell(one, () => text);
      }),
    );
  };

  const began = () => {
    // Whatever was written while nobody listened is unknown here.
    if (heardOnce) tellMissed();
    heardOnce = true;
    for (const wake of wakers) wake();
  };

  const start = (): Listener =>
    (listener ??= listenForEvents({
      url,
      log,
      began,
      heard(notice) {
        parts.heard?.(notice);
        if (subscribers.size === 0) {
          if (notice.safe > safe) safe = notice.safe;
          return;
        }
        notices.push(notice);
        void pump();
      },
      progressed: (progress) => void tellProgress(progress),
    }));

  const hear = async () => {
    if (start().hears()) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, times.start);
      wakers.add(wake);
    });
  };

  const beating = setInterval(() => {
    for (const one of subscribers) {
      tell(one, () => ':\n\n');
      void check(one, 0);
    }
  }, heartbeat);
  beating.unref();

  const end = () => {
    ended = true;
    clearInterval(beating);
    for (const one of subscribers) drop(one);
  };

  return {
    count: () => subscribers.size,
    countOf: (caller) => [...subscribers].filter((one) => callerKey(one.caller) === callerKey(caller)).length,
    notifies: () => listener?.notifies() ?? { active: false, sent: 0 },
    start() {
      if (!ended) start();
    },
    async subscribe(subscriber, since) {
      if (!ended) await hear();
      if (ended || !listener?.hears()) throw unavailable('Live changes are not to be had now; try again');
      const from = since ?? (await currentPosition(db));
      const one: Told = { ...subscriber, waiting: [], replayed: null, checked: performance.now() };
      subscribers.add(one);
      try {
        // First what was committed before, then what was received in the meantime.
        const before = await changesSince(db, one.caller, from);
        const first =
          before === null
            ? message('missed', one.idOf(await currentPosition(db)), {})
            : textsFor(one, before, from);
        const last = before?.at(-1);
        if (before && last)
          one.replayed = { seqs: new Set(before.map(({ seq }) => seq)), until: BigInt(last.place) };
        const ready = message('ready', before === null ? null : one.idOf(from), {});
        const waiting = one.waiting?.map((textOf) => textOf()) ?? [];
        one.waiting = null;
        tell(one, () => [`retry: 2000\n\n`, first, ready, ...waiting].join(''));
      } catch (error) {
        subscribers.delete(one);
        throw error;
      }
      return () => void subscribers.delete(one);
    },
    end,
    async close() {
      end();
      await listener?.close();
    },
  };
}

/** Returns a message of an event stream (WHATWG HTML, 9.2). The id is the position to resume from after it. */
const message = (event: string, id: string | null, data: unknown): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
