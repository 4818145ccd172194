import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { serviceCaller } from '@/server/ops/companies';
import { errorFacts } from '@/server/ops/error-log';
import { openRounds } from '@/server/ops/rounds';
import { openTurns } from '@/server/ops/turns';
import { companyKey } from '@/server/write/scope-key';
import { inScope, sqlState, type Database } from '@/server/db/db';
import { isOutage } from '@/server/db/outage';
import type { Caller } from '@/server/auth/caller';
import { findDays } from '../report/server/report-days.server';
import { settings } from '../report/server/one-snapshot.server';
import { figuresEdition } from './figure-columns.server';
import { leaveOut, storeDay } from './make-figures.server';
import { addUpMonths } from './months.server';

/** Makes the figures of closed days, in the background. */
export interface FiguresJob {
  /** Makes all that are missing now. Returns the number of days whose figures were made. */
  readonly makeAll: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Milliseconds: how often a process looks for closed days, and for those that no closing has noted. */
const times = { look: 60_000, requeue: 3_600_000 };
/** Days that are looked for at once, and days that may stand beside the sum of their month. */
const usual = { atOnce: 50, beside: 16 };

/** Opens the work on figures. Any number of processes on one database may. `every` null: only when told to. */
export function openFigures(parts: {
  readonly db: Database;
  readonly log: Pick<Logger, 'warn'>;
  readonly every?: number | null;
  readonly beside?: number;
}): FiguresJob {
  const { db, log, every = times.look, beside = usual.beside } = parts;
  const state = { requeued: -Infinity };

  const round = async (rests: boolean, isClosed: () => boolean): Promise<number> => {
    const isFull = performance.now() - state.requeued >= times.requeue;
    if (isFull) {
      await sql`select figures_requeue()`.execute(db);
      state.requeued = performance.now();
    }
    // A full round looks at every company: a process may have ended before it added a month up.
    const { rows } = await sql<{ lineage: string[] }>`
      select lineage from figures_due(${isFull ? figuresEdition + 1 : figuresEdition})`.execute(db);
    const failures: unknown[] = [];
    // Each tenant has its turn after one batch of another's: a chain with years to make delays nobody's last day.
    const turns = openTurns(1, async (of: Making) => {
      if (isClosed() || failures.length > 0) return false;
      try {
        return await makeBatch(of, beside);
      } catch (error) {
        // A tenant that is being moved takes no writes; its figures are made where it goes.
        if (sqlState(error) !== 'TH503') failures.push(error);
        return false;
      }
    });
    const all = rows.flatMap(({ lineage }): Making[] => {
      const [company, ...above] = lineage;
      if (company === undefined) return [];
      const caller = serviceCaller([company, ...above]);
      return [{ db, log, caller, rests, isClosed, isFull, last: 0, made: 0 }];
    });
    await Promise.all(all.map((of) => turns.take(of.caller.tenantId, companyKey(of.caller), of)));
    if (failures.length > 0) throw failures[0];
    return all.reduce((sum, { made }) => sum + made, 0);
  };

  const rounds = openRounds({
    every,
    log,
    failing: 'the figures of closed days could not be made',
    round: (signal) => round(true, () => signal.aborted),
  });
  if (every !== null) void rounds.runNow();

  return {
    makeAll() {
      state.requeued = -Infinity;
      return round(false, () => false);
    },
    close: rounds.close,
  };
}

/** What the work on a company is done with. */
interface Work {
  readonly db: Database;
  readonly log: Pick<Logger, 'warn'>;
  readonly caller: Caller;
  /** Whether to rest after each day of many, for as long as it took: those of years are made beside what people ask. */
  readonly rests: boolean;
  readonly isClosed: () => boolean;
}

/** The work on a company, with how far it is. */
interface Making extends Work {
  /** Whether every month of the company is looked at. */
  readonly isFull: boolean;
  /** By number: a day that cannot be made now does not hold back the others. */
  last: number;
  made: number;
}

/**
 * Makes the figures of the next days of a company, each in a transaction of its own, and adds its months up. Returns whether
 * there may be more.
 */
async function makeBatch(of: Making, beside: number): Promise<boolean> {
  const waiting = await waitingDays(of, of.last);
  for (const one of waiting) {
    if (of.isClosed()) return false;
    const began = performance.now();
    of.made += await makeDay(of, one);
    of.last = one.id;
    if (of.rests && waiting.length === usual.atOnce)
      await rest(performance.now() - began, undefined, { ref: false });
  }
  const months = of.isFull && waiting.length === 0 ? null : [...new Set(waiting.map(({ month }) => month))];
  if (months === null || months.length > 0) await addUpMonths(of.db, of.caller, beside, months);
  return waiting.length > 0;
}

interface Waiting {
  readonly id: number;
  readonly businessday_id: string;
  readonly month: string;
}

const waitingDays = ({ db, caller }: Work, last: number) =>
  inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<Waiting>`
      select f.id, f.businessday_id, f.month::text as month from businessday_figures f
      where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId} and f.edition < ${figuresEdition}
        and f.businessday_id is not null and f.id > ${last}
      order by f.id limit ${usual.atOnce}`),
  );

/** Returns 1 if the figures were made; 0 if another process does, the day was opened again, or it cannot have figures. */
async function makeDay({ db, log, caller }: Work, { id, businessday_id }: Waiting): Promise<number> {
  try {
    return await inScope(db, caller, 'read write', async (tx) => {
      await tx.rows(settings);
      const [row] = await tx.rows(sql`
        select 1 as one from businessday_figures f
        where f.tenant_id = ${caller.tenantId} and f.id = ${id} and f.edition < ${figuresEdition} for update skip locked`);
      const [day] = row
        ? await findDays(tx, caller, sql`t.id = ${businessday_id} and t.status <> 'open'`)
        : [];
      return day ? (await tx.rows(storeDay(caller, { row: id, day }))).length : 0;
    });
  } catch (error) {
    if (isOutage(error) || sqlState(error) === 'TH503') throw error;
    if (isOfValue(error)) await inScope(db, caller, 'read write', (tx) => tx.rows(leaveOut(caller, id)));
    else log.warn({ businessday: businessday_id, fault: errorFacts(error) }, 'a business day has no figures');
    return 0;
  }
}

/** Whether PostgreSQL could not read a value (SQLSTATE class 22): it was written past the service. */
const isOfValue = (error: unknown): boolean => sqlState(error)?.startsWith('22') === true;
