import { dayMs } from '@/record/calendar';
import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { holdsTax } from '../../price-tax-sql';
import type { LowestPriceSheet, SheetEvent, SheetItem } from '../answer';
import { daysBefore, lowestPrice, type LowestPrice } from '../rule/lowest-price';
import { marketFor, milliseconds, readSurroundings, taxOfPrices, type TaxOfPrices } from './market.server';
import type { Market, PriceState } from '../rule/price-steps';
import { pricesOf, stateOf, type StoredState } from './stored-prices.server';
import type { Question } from './question.server';
import { mayReadEvents, wireOf } from './wire.server';

/** What is asked of the sheet besides the prices. */
export interface SheetQuestion extends Question {
  /** How many days ago a price may have begun to fall. */
  readonly days: number;
  /** Whether products are listed whose price fell and is no reduction. */
  readonly fallen: boolean;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns the products whose price is reduced at a moment, in the order of their names. The products that can be are found
 * by the events that changed a price, and by the price lists that began or ended; the law is computed of these alone.
 */
export async function readSheet(tx: Tx, caller: Caller, question: SheetQuestion): Promise<LowestPriceSheet> {
  const around = await readSurroundings(tx, caller, question);
  // Products whose prices count tax otherwise are compared with other lists.
  const counting = [true, false].flatMap((baseHoldsTax) =>
    [true, false].map((holdsTax): TaxOfPrices => ({ baseHoldsTax, holdsTax })),
  );
  const markets = counting.map((counted) => marketFor(around, question.pricelist, counted));
  const since = around.at - question.days * dayMs;
  const lists = [...new Set(markets.flatMap((market) => changingLists(market, since)))];
  const found = new Map<string, LowestPrice & { readonly tax_included: boolean }>();
  const totals = { reduced: 0, not_reduced: 0 };
  const laws = markets.map(rememberingSame);
  const every = await readProducts(tx, caller, since, lists);
  const net = await readWithoutTax(tx, caller, [...every.keys()]);
  for (const [id, states] of every) {
    const { baseHoldsTax, holdsTax: tax_included } = taxOfPrices(
      around,
      question.pricelist,
      !net.has(id),
      states,
    );
    const law = counting.findIndex(
      (one) => one.baseHoldsTax === baseHoldsTax && one.holdsTax === tax_included,
    );
    const said = laws[law]?.(states);
    if (!said) continue;
    if (said.price === null || said.fallen_since === null || said.fallen_since < since) continue;
    totals[said.reduced ? 'reduced' : 'not_reduced'] += 1;
    if (said.reduced || question.fallen) found.set(id, { ...said, tax_included });
  }
  const { limit, offset } = question;
  const products = await readPage(tx, caller, [...found.keys()], { limit, offset });
  const shown = products.flatMap((product) => {
    const said = found.get(product.plu_id);
    return said ? [{ product, said }] : [];
  });
  const events = await readEvents(tx, caller, shown);
  return {
    pricelist_id: question.pricelist,
    location_id: question.location_id,
    currency:
      (question.pricelist === null ? undefined : around.lists.get(question.pricelist)?.terms.currency) ??
      around.currency,
    timezone: around.clock.zone,
    at: new Date(around.at).toISOString(),
    days: question.days,
    totals,
    items: shown.map(({ product, said }) => ({
      ...product,
      ...wireOf(said, around.clock),
      tax_included: said.tax_included,
      event: events(product, said),
      lowest_event: events(product, said.lowest),
    })),
    next_offset: offset + limit < found.size ? offset + limit : null,
  };
}

/**
 * Returns `lowestPrice` that computes once what is the same of many products: those that never changed, cost the same, and
 * were there for all of the days before anything that changes their prices.
 */
function rememberingSame(market: Market): (states: readonly PriceState[]) => LowestPrice {
  const known = new Map<string, LowestPrice>();
  const oldest = (market.cuts[0] ?? -Infinity) - (daysBefore + 2) * dayMs;
  return (states) => {
    const [only, ...others] = states;
    if (!only || others.length > 0 || only.event_id !== null || only.at > oldest)
      return lowestPrice(market, states);
    const key = JSON.stringify([only.active, only.base, only.prices]);
    const said = known.get(key) ?? lowestPrice(market, states);
    known.set(key, said);
    return said;
  };
}

/** Returns the price lists that began or ended to hold since a moment: they change prices without any event of a product. */
function changingLists({ asked, placeVersions, holds, at }: Market, since: number): string[] {
  const isRecent = (instant: number) => instant >= since && instant <= at;
  const ofPlace = placeVersions.flatMap(({ pricelist_id }) => pricelist_id ?? []);
  const isPlaceRecent = placeVersions.some((version) => isRecent(version.at));
  const changing = [...(asked === null ? [] : [asked]), ...ofPlace].filter(
    (list) =>
      (isPlaceRecent && ofPlace.includes(list)) ||
      holds(list).some(({ from, until }) => isRecent(from) || isRecent(until)),
  );
  return [...new Set(changing)];
}

interface Change extends StoredState {
  readonly plu_id: string;
  readonly created_at: number;
  readonly was_base: string | null;
  readonly was_prices: string | null;
  readonly was_active: boolean | null;
}

/** Reads the prices over time of the products whose price may have changed since a moment. */
async function readProducts(
  tx: Tx,
  caller: Caller,
  since: number,
  lists: readonly string[],
): Promise<Map<string, PriceState[]>> {
  const keys = lists.flatMap((list) => [list, list.toUpperCase()]);
  const [changes, unchanged] = await Promise.all([
    tx.rows(sql<Change>`
      select p.plu_id, ${milliseconds('p.at')} as at, p.event_id, p.base, p.prices, p.active,
        ${milliseconds('p.created_at')} as created_at, p.was_base, p.was_prices, p.was_active
      from plu_price_changes(${new Date(since).toISOString()}::timestamptz, ${keys}::text[]) p`),
    keys.length === 0
      ? []
      : tx.rows(sql<StoredState & { id: string }>`
          select t.id, ${milliseconds('t.created_at')} as at, null as event_id, t.base_price::text as base,
            (t.data->'prices')::text as prices, t.active
          from plu t
          where t.tenant_id = ${caller.tenantId} and t.company_id = any(${caller.lineage}::uuid[])
            and t.data->'prices' ?| ${keys}::text[]`),
  ]);
  const products = new Map<string, PriceState[]>();
  for (const change of changes) {
    const { plu_id, created_at, was_base, was_prices, was_active, ...state } = change;
    const states = products.get(plu_id) ?? [];
    // What it cost before its first change is what it was created with.
    if (states.length === 0 && was_active !== null)
      states.push({
        at: created_at,
        event_id: null,
        base: was_base,
        prices: pricesOf(was_prices),
        active: was_active,
      });
    states.push(stateOf(state));
    products.set(plu_id, states);
  }
  for (const { id, ...state } of unchanged) if (!products.has(id)) products.set(id, [stateOf(state)]);
  return products;
}

/** Returns which of some products have a base price without tax. */
async function readWithoutTax(tx: Tx, caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.rows(sql<{ id: string }>`
    select t.id from plu t join tax g on g.tenant_id = t.tenant_id and g.id = t.tax_id
    left join company_price_tax() c on c.company_id = t.company_id
    where t.tenant_id = ${caller.tenantId} and t.company_id = any(${caller.lineage}::uuid[])
      and t.id = any(${ids}::uuid[]) and not ${trusted(holdsTax('c.said'))}`);
  return new Set(rows.map(({ id }) => id));
}

type Product = Pick<SheetItem, 'plu_id' | 'productid' | 'name' | 'company_id'>;

const readPage = (
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<Product[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.rows(sql<Product>`
        select t.id as plu_id, t.productid, t.name, t.company_id
        from plu t
        where t.tenant_id = ${caller.tenantId} and t.company_id = any(${caller.lineage}::uuid[])
          and t.id = any(${ids}::uuid[])
        order by t.name collate ${sql.id(caller.locale.toLowerCase().startsWith('fi') ? 'fi-x-icu' : 'und-x-icu')}, t.id
        limit ${limit} offset ${offset}`);

interface Shown {
  readonly product: Product;
  readonly said: LowestPrice;
}

/**
 * Reads who set the prices of products, when and by which change set, if the caller may read it. A price of a product of its
 * own company that no known event set is that of the creation.
 */
async function readEvents(tx: Tx, caller: Caller, shown: readonly Shown[]) {
  const prices = shown.flatMap(({ product, said }) =>
    [said, said.lowest].map((price) => ({ product, price })),
  );
  const ids = [...new Set(prices.flatMap(({ price }) => price?.event_id ?? []))];
  const isCreation = (product: Product, price: { readonly event_id: string | null } | null) =>
    price?.event_id === null && product.company_id === caller.companyId;
  const created = [
    ...new Set(prices.flatMap(({ product, price }) => (isCreation(product, price) ? product.plu_id : []))),
  ];
  const rows =
    mayReadEvents(caller) && ids.length + created.length > 0
      ? await tx.rows(sql<{ plu_id: string; is_creation: boolean; event: SheetEvent }>`
          select t.entity_id as plu_id, t.action = 'create' as is_creation, json_build_object('id', t.id,
            'at', ${trusted(wireTime('t.at'))}, 'who', t.who, 'is_key', t.key_id is not null,
            'changeset', case when c.id is not null then
              json_build_object('id', c.id, 'name', c.name, 'line', i.line) end) as event
          from (
            select e.id, e.tenant_id, e.company_id, e.at, e.action, e.entity_id, e.who, e.key_id, e.changeset_id, e.changeset_item from event e
            where e.tenant_id = ${caller.tenantId} and e.company_id = ${caller.companyId} and e.id = any(${ids}::uuid[])
            union all
            select e.id, e.tenant_id, e.company_id, e.at, e.action, e.entity_id, e.who, e.key_id, e.changeset_id, e.changeset_item from event e
            where e.tenant_id = ${caller.tenantId} and e.company_id = ${caller.companyId} and e.entity = 'plu'
              and e.entity_id = any(${created}::uuid[]) and e.action = 'create'
          ) t
          left join changeset c on c.tenant_id = t.tenant_id and c.company_id = t.company_id and c.id = t.changeset_id
          left join changeset_item i on i.tenant_id = t.tenant_id and i.changeset_id = t.changeset_id
            and i.n = t.changeset_item`)
      : [];
  const known = new Map(rows.map(({ event }) => [event.id, event]));
  const creations = new Map(rows.flatMap((row) => (row.is_creation ? [[row.plu_id, row.event]] : [])));
  return (product: Product, price: { readonly event_id: string | null } | null): SheetEvent | null => {
    if (!price) return null;
    if (price.event_id !== null) return known.get(price.event_id) ?? null;
    return isCreation(product, price) ? (creations.get(product.plu_id) ?? null) : null;
  };
}
