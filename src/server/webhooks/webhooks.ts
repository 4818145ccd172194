import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isTaken, mostWaiting, patienceHours, type Attempt } from '@/contract/webhooks';
import { openTurns } from '../ops/turns';
import { openRounds } from '../ops/rounds';
import { errorFacts } from '../ops/error-log';
import { serviceCaller } from '../ops/companies';
import { inScope, sqlState, type Database } from '../db/db';
import { isOutage } from '../db/outage';
import type { WebhookParts } from '../http/http-env';
import { frozenState } from '../http/problems';
import type { SecretKeys } from '../auth/secret-keys';
import { secretsOf } from './secrets';
import type { Tables } from '../read/visibility';
import { upsertManyWithin } from '../write/store';
import { sendMessage } from './send';
import type { Targets } from './targets';

/** The deliveries of one process to the webhooks of all companies. */
export interface Webhooks extends WebhookParts {
  /** Looks for what a tenant's events lead to, soon: several notices are one look. */
  readonly noteEvents: (tenantId: string) => void;
  /** Returns how many attempts are under way. */
  readonly count: () => number;
  /** Returns whether nothing is under way: no attempt, and nothing that leads to one or stores how one ended. */
  readonly isIdle: () => boolean;
  readonly close: () => Promise<void>;
}

/** Seconds until the next attempt, by how many there were; the last one from then on. */
export const pauses = [5, 30, 120, 600, 1800, 3600, 10_800];

const times = { look: 2000, notice: 30 } as const;
const limits = {
  /** Attempts at once for one webhook, of one tenant, and of this process: a slow receiver holds up neither others of its tenant nor other tenants. */
  ofWebhook: 4,
  ofTenant: 12,
  all: 1024,
  /** Turns at once: each is one statement. */
  turns: 4,
  /** Events of the trail that one turn reads. */
  read: 1000,
} as const;
/** Seconds for which an attempt has its delivery to itself: more than it may take. */
const lease = 20;

interface Place {
  readonly tenantId: string;
  readonly companyId: string;
  readonly lineage: readonly [string, ...string[]];
  readonly id: string;
}

interface Ended {
  readonly id: string;
  readonly claim: string;
  readonly outcome: 'delivered' | 'failed' | 'gone' | 'lost' | 'cut';
  readonly told: Attempt;
}

/** A webhook that this process works for: what is under way, and what has ended and is not stored yet. */
interface Work {
  readonly place: Place;
  readonly ended: Ended[];
  underWay: number;
  /** Whether something came up during its turn. */
  again: boolean;
}

interface Taken {
  readonly id: string | null;
  readonly claim: string;
  readonly event_id: string | null;
  readonly kind: string;
  readonly body: string | null;
  readonly url: string;
  readonly sealed: string | null;
  readonly sealed_before: string | null;
  readonly more: boolean;
  readonly became: 'gone' | 'paused' | null;
}

/**
 * Opens the deliveries of one process; any number may work on one database. A delivery is taken for a lease and sent at least once; of each
 * record the older one has to get through first (db/migrations, `webhook_turn`).
 */
export function openWebhooks(parts: {
  readonly db: Database;
  readonly tables: Tables;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly targets: Targets;
  readonly secretKeys: SecretKeys | undefined;
  /** Milliseconds between looks; null: only when told to. */
  readonly every?: number | null;
  readonly pauses?: readonly number[];
}): Webhooks {
  const { db, tables, log, targets, secretKeys, every = times.look } = parts;
  const shared = Object.values(tables).flatMap(({ resource }) => (resource.shared ? [resource.name] : []));
  const works = new Map<string, Work>();
  const ofTenant = new Map<string, number>();
  /** Those that found no room: they have a turn when something ends. */
  const held = new Set<Work>();
  const attempts = new Set<Promise<void>>();
  /** The tenants that are looked at soon, or now; `again`: something came up meanwhile. */
  const noted = new Map<string, { again: boolean }>();
  const stop = new AbortController();

  const keyOf = ({ tenantId, id }: Place): string => `${tenantId} ${id}`;
  const workOf = (place: Place): Work => {
    const known = works.get(keyOf(place));
    if (known) return known;
    const work: Work = { place, ended: [], underWay: 0, again: false };
    works.set(keyOf(place), work);
    return work;
  };
  const roomOf = ({ place, underWay }: Work): number => {
    if (stop.signal.aborted) return 0;
    const tenant = ofTenant.get(place.tenantId) ?? 0;
    return Math.max(
      0,
      Math.min(limits.ofWebhook - underWay, limits.ofTenant - tenant, limits.all - attempts.size),
    );
  };

  /** Stores what has ended, and takes and begins what is next. Returns whether the trail goes on. */
  const turn = async (work: Work): Promise<boolean> => {
    const { place } = work;
    work.again = false;
    const ended = [...work.ended];
    const room = roomOf(work);
    const { rows } =
      await sql<Taken>`select * from webhook_turn(${place.tenantId}::uuid, ${place.id}::uuid, ${JSON.stringify(ended)}::jsonb,
      ${[...(parts.pauses ?? pauses)]}::integer[], make_interval(hours => ${patienceHours}), make_interval(secs => ${lease}), ${room},
      ${limits.read}, ${mostWaiting}, ${shared}::text[])`.execute(db);
    work.ended.splice(0, ended.length);
    const taken = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }]));
    for (const one of taken) begin(work, one);
    if (room === 0 && !stop.signal.aborted) held.add(work);
    const became = rows[0]?.became ?? null;
    if (became !== null)
      log.warn({ webhook: place.id, tenant: place.tenantId, became }, 'a webhook was stopped');
    if (became === 'gone') await switchOff(place);
    const isMore = rows[0]?.more === true || work.again || (taken.length > 0 && roomOf(work) > 0);
    if (!isMore && work.underWay === 0 && work.ended.length === 0 && !held.has(work))
      works.delete(keyOf(place));
    return isMore;
  };

  const turns = openTurns(limits.turns, async (work: Work) => {
    try {
      return await turn(work);
    } catch (error) {
      // What was sent is stored with the next turn, or sent again when its lease has ended.
      if (!isOutage(error) && sqlState(error) !== frozenState)
        log.warn({ fault: errorFacts(error), webhook: work.place.id }, 'the deliveries of a webhook failed');
      return false;
    }
  });
  const take = (work: Work): void => {
    held.delete(work);
    work.again = true;
    void turns.take(work.place.tenantId, keyOf(work.place), work);
  };

  const begin = (work: Work, one: Taken & { id: string }): void => {
    const { tenantId } = work.place;
    work.underWay += 1;
    ofTenant.set(tenantId, (ofTenant.get(tenantId) ?? 0) + 1);
    const attempt: Promise<void> = attemptOf(work.place, one)
      .then(({ outcome, told }) => {
        work.ended.push({ id: one.id, claim: one.claim, outcome, told });
      })
      .finally(() => {
        attempts.delete(attempt);
        work.underWay -= 1;
        const left = (ofTenant.get(tenantId) ?? 1) - 1;
        if (left > 0) ofTenant.set(tenantId, left);
        else ofTenant.delete(tenantId);
        take(work);
        for (const other of held)
          if (other.place.tenantId === tenantId || attempts.size === limits.all - 1) take(other);
      });
    attempts.add(attempt);
  };

  const attemptOf = async (
    { id: webhookId }: Place,
    one: Taken & { id: string },
  ): Promise<Pick<Ended, 'outcome' | 'told'>> => {
    const { body, event_id, id, url } = one;
    if (body === null) return { outcome: 'lost', told: unsent(null) };
    const secrets = secretsOf(secretKeys, webhookId, one);
    if (secrets.length === 0) return { outcome: 'failed', told: unsent('no_secret') };
    const told = await sendMessage(targets, { id: event_id ?? id, url, body, secrets }, stop.signal);
    if (isTaken(told.status)) return { outcome: 'delivered', told };
    if (stop.signal.aborted) return { outcome: 'cut', told };
    return { outcome: told.status === 410 ? 'gone' : 'failed', told };
  };

  /** Switches a webhook off whose receiver says that it wants nothing any more (410), as anybody would: with an event. */
  const switchOff = async ({ lineage, id }: Place): Promise<void> => {
    const table = tables['webhook'];
    if (!table) return;
    const caller = serviceCaller(lineage);
    await inScope(db, caller, 'read write', (tx) =>
      upsertManyWithin(tx, { db, tables, table, caller, requestId: 'webhooks' }, [{ id, active: false }]),
    );
  };

  const look = async (tenantId: string | null): Promise<void> => {
    for (const work of works.values()) if (work.ended.length > 0) take(work);
    const { rows } = await sql<{
      tenant_id: string;
      company_id: string;
      lineage: string[];
      webhook_id: string;
    }>`
      select * from webhooks_due(${tenantId}::uuid)`.execute(db);
    for (const { tenant_id, company_id, lineage, webhook_id } of rows) {
      const [first = company_id, ...others] = lineage;
      take(
        workOf({ tenantId: tenant_id, companyId: company_id, lineage: [first, ...others], id: webhook_id }),
      );
    }
  };
  const rounds = openRounds({
    every,
    log,
    failing: 'webhooks that are due could not be found',
    round: () => look(null),
  });
  void rounds.runNow();

  /** Looks at a tenant, one look at a time: its writes come faster than looks may end. */
  const lookAt = async (tenantId: string, after: number): Promise<void> => {
    const known = noted.get(tenantId);
    if (known) known.again = true;
    if (known || stop.signal.aborted) return;
    const one = { again: false };
    noted.set(tenantId, one);
    if (after > 0) await setTimeout(after, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) return;
    one.again = false;
    // What fails now is found by the next round.
    await look(tenantId).catch(() => undefined);
    noted.delete(tenantId);
    if (one.again) await lookAt(tenantId, times.notice);
  };

  return {
    runNow: (tenantId) => (tenantId === undefined ? rounds.runNow() : lookAt(tenantId, 0)),
    noteEvents: (tenantId) => void lookAt(tenantId, times.notice),
    send: (message) => sendMessage(targets, message, stop.signal),
    count: () => attempts.size,
    isIdle: () => attempts.size === 0 && turns.count() === 0 && noted.size === 0,
    async close() {
      await rounds.close();
      stop.abort();
      await Promise.all(attempts);
      // What was cut off is free for the next process at once.
      for (const work of works.values()) if (work.ended.length > 0) take(work);
      await turns.close();
    },
  };
}

const unsent = (problem: Attempt['problem']): Attempt => ({
  at: new Date().toISOString(),
  status: null,
  ms: 0,
  problem,
  answer: null,
});
