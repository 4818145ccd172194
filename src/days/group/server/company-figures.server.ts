import { Big } from 'big.js';
import { sql } from 'kysely';
import { z } from 'zod';
import { currencyScale } from '@/contract/values';
import type { ComparedDates, Dates, Period } from '@/record/period';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Database, type Tx } from '@/server/db/db';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { verdictOf, verdictsOf } from '../../acknowledge/day-verdicts.server';
import { salesOf } from '../../sales-history/server/sales-history.server';
import { findDays, type FoundDay } from '../../report/server/report-days.server';
import { inOneSnapshot } from '../../report/server/one-snapshot.server';
import type { GroupFigures, GroupLocation } from '../schema';
import { cutoverOf } from '../../ledger/ledger.server';

const none: ReadonlyMap<string, PlaceSales> = new Map();
const nothing: GroupFigures = { receipts: 0, gross: '0', net: '0', tax: '0' };

const states = z.array(
  z.object({ location_id: z.string(), name: z.string(), currency: z.string(), to_settle: z.boolean() }),
);

/**
 * Reads one company's figures by location and currency, in the caller's own rights, by the functions of the company's own
 * reports: sales over years for the figures, verdicts for the days.
 */
export async function companyFigures(
  db: Database,
  caller: Caller,
  now: Period,
  compared: ComparedDates | null,
): Promise<GroupLocation[]> {
  const { text } = await inOneSnapshot(db, caller, null, async (tx, parsing) => ({
    text: JSON.stringify(await daysOf(tx, caller, now, parsing)),
    rest: [],
  }));
  const days = states.parse(JSON.parse(text));
  const mine = await salesByLocation(db, caller, { ...now, without: [] });
  const part = compared?.now;
  // Of a period that is over all dates count in changes, but for fifth weekdays.
  const isWhole = part?.from === now.from && part.to === now.to && part.without.length === 0;
  const ownPart = isWhole ? mine : part ? await salesByLocation(db, caller, part) : none;
  const theirs = compared ? await salesByLocation(db, caller, compared.before) : none;
  const places = new Map<string, GroupLocation>();
  const placeOf = (id: string, name: string, currency: string): GroupLocation => ({
    id,
    name,
    currency,
    now: mine.get(key(id, currency))?.figures ?? nothing,
    compared: ownPart.get(key(id, currency))?.figures ?? nothing,
    before: theirs.get(key(id, currency))?.figures ?? nothing,
    days: 0,
    to_settle: 0,
  });
  for (const [at, { id, name, currency }] of [...theirs, ...mine])
    places.set(at, placeOf(id, name, currency));
  for (const { location_id: id, name, currency, to_settle } of days) {
    const known = places.get(key(id, currency)) ?? placeOf(id, name, currency);
    places.set(key(id, currency), {
      ...known,
      // The name of the latest day: places are renamed.
      name,
      days: known.days + 1,
      to_settle: known.to_settle + Number(to_settle),
    });
  }
  return [...places.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.currency.localeCompare(b.currency),
  );
}

const key = (id: string, currency: string): string => `${id} ${currency}`;

/** Returns the days of a period, and of each whether somebody has to settle it: over and open, or closed and at fault. */
async function daysOf(
  tx: Tx,
  caller: Caller,
  { from, to }: Period,
  parsing: NumberParsing,
): Promise<z.infer<typeof states>> {
  const found = await findDays(tx, caller, sql`t.active and t.date between ${from}::date and ${to}::date`);
  if (found.length === 0) return [];
  const verdicts = await verdictsOf(tx, caller, found, { from, to }, parsing);
  const statuses = await statusesOf(tx, caller, found);
  return found.map(({ id, location_id, location_name, currency }) => {
    const { at_fault, failing } = verdictOf(verdicts, id);
    const { status, is_over } = statuses.get(id) ?? { status: '', is_over: false };
    const isAtFault = status === 'closed' && (at_fault > 0 || failing.length > 0);
    return {
      location_id,
      name: location_name,
      currency,
      to_settle: isAtFault || (status === 'open' && is_over),
    };
  });
}

async function statusesOf(tx: Tx, { tenantId }: Caller, days: readonly FoundDay[]) {
  const rows = await tx.rows(sql<{ id: string; status: string; is_over: boolean }>`
    select t.id, t.status, t.date < ((clock_timestamp() at time zone (t.snapshot->>'timezone'))
      - ${trusted(cutoverOf('t.snapshot'))})::date as is_over
    from businessday t where t.tenant_id = ${tenantId} and t.id = any(${days.map(({ id }) => id)}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

interface PlaceSales {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly figures: GroupFigures;
}

/** Reads the sales of dates by location, in each currency that their days have. */
async function salesByLocation(
  db: Database,
  caller: Caller,
  dates: Dates,
): Promise<ReadonlyMap<string, PlaceSales>> {
  const ask = (currency: string) =>
    salesOf(db, caller, {
      ...dates,
      by: 'location',
      location_ids: [],
      currency,
      plu_id: null,
      dpt_id: null,
    });
  // Any currency names those that there are.
  const first = await ask('XXX');
  const answers = await Promise.all(first.currencies.map(ask));
  return new Map(
    answers.flatMap(({ currency, rows }) =>
      rows.map(({ id, name, receipts, gross, net, tax }) => [
        key(id ?? '', currency),
        {
          id: id ?? '',
          name: name ?? '',
          currency,
          figures: { receipts, gross, net: net ?? '0', tax: tax ?? '0' },
        },
      ]),
    ),
  );
}

/** Adds figures of one currency, to the last digit, with at least the decimals of the currency. */
export const addFigures = (currency: string, all: readonly GroupFigures[]): GroupFigures => {
  const sum = (name: 'gross' | 'net' | 'tax') => {
    const total = all.reduce((so, figures) => so.plus(figures[name]), new Big(0));
    const decimals = total.toFixed().split('.')[1]?.length ?? 0;
    return total.toFixed(Math.max(currencyScale(currency), decimals));
  };
  return {
    receipts: all.reduce((total, { receipts }) => total + receipts, 0),
    gross: sum('gross'),
    net: sum('net'),
    tax: sum('tax'),
  };
};
