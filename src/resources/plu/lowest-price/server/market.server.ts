import { dayMs } from '@/record/calendar';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { badQuery } from '@/server/http/problems';
import type { ListVersion, ListTerms } from '../rule/list-holds';
import { marketOf, type Market, type PlaceVersion, type PriceState } from '../rule/price-steps';
import type { Question } from './question.server';
import { dayNumber, zoneClock, type ZoneClock } from '../rule/zone-clock';

/** A price list as it is now. */
export interface ListNow {
  readonly id: string;
  readonly name: string;
  readonly terms: ListTerms;
}

/** Everything that was read for questions about prices, whichever list they are about. */
export interface Surroundings {
  /** The moment that is asked for, in milliseconds. */
  readonly at: number;
  readonly clock: ZoneClock;
  readonly currency: string;
  readonly location: string | null;
  readonly lists: ReadonlyMap<string, ListNow>;
  readonly versions: ReadonlyMap<string, readonly ListVersion[]>;
  readonly placeVersions: readonly PlaceVersion[];
}

/** SQL for a time as milliseconds. */
export const milliseconds = (time: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.raw(time)}) * 1000)::bigint`;

interface Place {
  readonly now: number;
  readonly currency: string | null;
  readonly timezone: string | null;
  readonly found: boolean;
  readonly location_currency: string | null;
  readonly location_timezone: string | null;
}

/**
 * Reads what questions about prices need besides the products. @throws 400 `reference_not_found` for a location or a price
 * list that does not exist or is not visible.
 */
export async function readSurroundings(tx: Tx, caller: Caller, question: Question): Promise<Surroundings> {
  const { location_id: location } = question;
  const [places, lists, versions, placeVersions] = await Promise.all([
    tx.rows(place(caller, location)),
    tx.rows(sql<{ id: string; name: string; at: number; terms: unknown }>`
      select t.id, t.name, ${milliseconds('t.created_at')} as at, jsonb_build_object('active', t.active,
        'type', t.type, 'currency', t.currency, 'data', t.data) as terms
      from pricelist t where t.tenant_id = ${caller.tenantId} and t.company_id = any(${caller.lineage}::uuid[])`),
    tx.rows(sql<{ pricelist_id: string; at: number; terms: unknown }>`
      select p.pricelist_id, ${milliseconds('p.at')} as at, p.terms from pricelist_terms() p`),
    location === null ? [] : tx.rows(placeEvents(caller, location)),
  ]);
  const [found] = places;
  if (!found) throw new Error('A company has a place');
  const missing = [
    ...(location !== null && !found.found ? [{ name: 'location_id', id: location, what: 'location' }] : []),
    ...(question.pricelist !== null && !lists.some(({ id }) => id === question.pricelist)
      ? [{ name: 'pricelist', id: question.pricelist, what: 'price list' }]
      : []),
  ];
  if (missing.length > 0)
    throw badQuery(
      missing.map(({ name, id, what }) => ({
        pointer: `?${name}`,
        code: 'reference_not_found',
        detail: `There is no ${what} ${id}`,
      })),
    );
  const clock = zoneClock(found.location_timezone ?? '') ?? zoneClock(found.timezone ?? '') ?? utc();
  const byList = new Map<string, ListVersion[]>();
  for (const { pricelist_id, at, terms } of versions)
    byList.set(pricelist_id, [...(byList.get(pricelist_id) ?? []), { at, terms: termsOf(terms) }]);
  for (const { id, at, terms } of lists) if (!byList.has(id)) byList.set(id, [{ at, terms: termsOf(terms) }]);
  return {
    at: momentOf(question.at, clock, found.now),
    clock,
    currency: found.location_currency ?? found.currency ?? 'EUR',
    location,
    lists: new Map(lists.map(({ id, name, terms }) => [id, { id, name, terms: termsOf(terms) }])),
    versions: byList,
    placeVersions: placeVersions.map(({ at, pricelist_id }) => ({
      at,
      pricelist_id: pricelist_id?.toLowerCase() ?? null,
    })),
  };
}

const place = (caller: Caller, location: string | null) => {
  const inherited = (key: 'currency' | 'timezone') => sql`(
    select c.data->>${sql.lit(key)} from company c
    where c.tenant_id = ${caller.tenantId} and c.id = any(${caller.lineage}::uuid[]) and c.data->>${sql.lit(key)} <> ''
    order by array_position(${caller.lineage}::uuid[], c.id) limit 1)`;
  return sql<Place>`
    select ${milliseconds('clock_timestamp()')} as now, ${inherited('currency')} as currency,
      ${inherited('timezone')} as timezone, l.id is not null as found,
      nullif(l.data->>'currency', '') as location_currency, nullif(l.data->>'timezone', '') as location_timezone
    from (select) one left join location l on l.tenant_id = ${caller.tenantId} and l.company_id = ${caller.companyId}
      and l.id = ${location}::uuid`;
};

const placeEvents = (caller: Caller, location: string) => sql<{ at: number; pricelist_id: string | null }>`
  select ${milliseconds('e.at')} as at, e.after->'data'->>'pricelist_id' as pricelist_id
  from event e
  where e.tenant_id = ${caller.tenantId} and e.company_id = ${caller.companyId} and e.entity = 'location'
    and e.entity_id = ${location}::uuid and e.after is not null
  order by e.at, e.seq`;

function utc(): ZoneClock {
  const clock = zoneClock('UTC');
  if (!clock) throw new Error('There is no UTC');
  return clock;
}

const text = z.string().catch('');
const storedTerms = z.object({
  active: z.boolean().catch(false),
  type: text,
  currency: text,
  data: z.object({
    tax_included: z.boolean().nullable().catch(null),
    valid_from: z.iso.date().catch(''),
    valid_until: z.iso.date().catch(''),
    weekdays: z.array(z.number()).catch([]),
    time_from: text,
    time_until: text,
    location_ids: z.array(z.string()).catch([]),
  }),
});

/** Returns the terms in the record of a price list; what is no such value counts as missing. */
function termsOf(record: unknown): ListTerms {
  const { data, ...rest } = storedTerms.parse(record);
  const { tax_included, location_ids, ...when } = data;
  return {
    ...rest,
    ...when,
    isTaxIncluded: tax_included,
    location_ids: location_ids.map((id) => id.toLowerCase()),
  };
}

/**
 * Returns the moment that is asked for: a date is its last millisecond in the shop, and today is now. @throws 400 for more
 * than a year ahead: prices and campaigns of then are not known yet.
 */
function momentOf(at: string | null, clock: ZoneClock, now: number): number {
  if (at === null) return now;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(at);
  const day = isDate ? dayNumber(at) : null;
  if (day === clock.dayOf(now)) return now;
  const moment = day === null ? Date.parse(at) : clock.instantOf(day + 1) - 1;
  if (moment > now + 366 * dayMs)
    throw badQuery([
      { pointer: '?at', code: 'invalid_parameter', detail: 'Must not be more than a year ahead' },
    ]);
  return moment;
}

/** How the prices of a product count tax: its base price, and the one that is asked for. */
export interface TaxOfPrices {
  readonly baseHoldsTax: boolean;
  readonly holdsTax: boolean;
}

/**
 * Returns whether the price of a product that is asked for holds tax: as its list says, and where the list has the base price,
 * or says nothing, as that does (`priceHoldsTax`).
 */
export function taxOfPrices(
  { lists }: Surroundings,
  asked: string | null,
  baseHoldsTax: boolean,
  states: readonly PriceState[],
): TaxOfPrices {
  const said = asked === null ? null : (lists.get(asked)?.terms.isTaxIncluded ?? null);
  const isBase = asked !== null && states.at(-1)?.prices[asked] === true;
  return { baseHoldsTax, holdsTax: (isBase ? null : said) ?? baseHoldsTax };
}

/**
 * Returns the surroundings of a question about one price list, or about the regular price. Prices are compared with those
 * that count tax as they do.
 */
export function marketFor(
  around: Surroundings,
  asked: string | null,
  { baseHoldsTax, holdsTax }: TaxOfPrices,
): Market {
  const { lists, versions, location, clock, at, currency } = around;
  const own = asked === null ? undefined : lists.get(asked)?.terms;
  const isComparable = ({ terms }: ListNow) =>
    terms.currency === (own?.currency ?? currency) && (terms.isTaxIncluded ?? baseHoldsTax) === holdsTax;
  const comparable = [...lists.values()].filter((list) => list.id === asked || isComparable(list));
  const ids = new Set(comparable.map(({ id }) => id));
  return marketOf({
    place: { clock, location },
    asked,
    // The base price, which is asked while the campaign does not hold, is in the currency of the place.
    isCampaign: own?.type === 'campaign' && own.currency === currency && holdsTax === baseHoldsTax,
    at,
    lists: new Map([...versions].filter(([id]) => ids.has(id))),
    others: comparable.filter(({ terms }) => terms.type === 'campaign').map(({ id }) => id),
    placeVersions: around.placeVersions.map((version) =>
      version.pricelist_id !== null && ids.has(version.pricelist_id)
        ? version
        : { ...version, pricelist_id: null },
    ),
  });
}
