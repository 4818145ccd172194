import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { inScope, trusted, type Tx } from '@/server/db/db';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { json } from '@/server/http/json-answer';
import { notFound } from '@/server/http/problems';
import { queryOf } from '@/server/http/query';
import { plu } from '../../contract';
import { holdsTax as holdsTaxSql } from '../../price-tax-sql';
import { lowestPriceAnswer, lowestPricesAnswer, type LowestPriceAnswer } from '../answer';
import { lowestPrice } from '../rule/lowest-price';
import { marketFor, milliseconds, readSurroundings, taxOfPrices, type Surroundings } from './market.server';
import type { PriceState } from '../rule/price-steps';
import { stateOf, type StoredState } from './stored-prices.server';
import { questionParameters, requireAnswerable } from './question.server';
import { mayReadEvents, wireOf } from './wire.server';

const said = 'The price and what it is compared with.';

/** The lowest price of the thirty days before a reduction (docs/design.md#the-law-of-reductions). */
export const lowestPriceAddresses = endpoints(
  route({
    method: 'GET',
    path: '/plu/:id/lowest-price',
    operationId: 'lowest_price_plu',
    tag: 'plu',
    summary:
      'The lowest price of the thirty days before a reduction (EU 98/6, article 6a), and whether the price is reduced',
    needs: plu.access.read,
    query: queryOf(questionParameters),
    answers: { 200: jsonAnswer(said, lowestPriceAnswer) },
    handle: async ({ caller, parts: { db, tables }, params: { id }, query: question }) => {
      const answer = await inScope(db, caller, 'one snapshot', async (tx) => {
        const [product, around] = await Promise.all([
          readStates(tx, caller, id),
          readSurroundings(tx, caller, question),
        ]);
        return answerOf(caller, around, { id, ...product, asked: question.pricelist });
      });
      await requireAnswerable(db, caller, tables, question, answer.at);
      return json(JSON.stringify(answer), 200);
    },
  }),
  route({
    method: 'GET',
    path: '/plu/:id/lowest-prices',
    operationId: 'lowest_prices_plu',
    tag: 'plu',
    summary: 'The same of the regular price and of each price list that the product is on',
    needs: plu.access.read,
    query: queryOf({ at: questionParameters.at, location_id: questionParameters.location_id }, (asked) => ({
      ...asked,
      pricelist: null,
    })),
    answers: { 200: jsonAnswer(said, lowestPricesAnswer) },
    handle: async ({ caller, parts: { db, tables }, params: { id }, query: question }) => {
      const { at, prices } = await inScope(db, caller, 'one snapshot', async (tx) => {
        const [{ states, holdsTax }, around] = await Promise.all([
          readStates(tx, caller, id),
          readSurroundings(tx, caller, question),
        ]);
        const lists = Object.keys(states.at(-1)?.prices ?? {}).filter((list) => around.lists.has(list));
        const all = [null, ...lists].map((asked) =>
          answerOf(caller, around, { id, states, holdsTax, asked }),
        );
        return { at: new Date(around.at).toISOString(), prices: all };
      });
      await requireAnswerable(db, caller, tables, question, at);
      return json(JSON.stringify({ prices }), 200);
    },
  }),
);

/** Reads the prices that a product had, in order. @throws 404 for a product that does not exist or is not visible. */
async function readStates(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<{ readonly states: PriceState[]; readonly holdsTax: boolean }> {
  const [records, states] = await Promise.all([
    tx.rows(sql<{ holds: boolean }>`select ${trusted(holdsTaxSql('c.said'))} as holds from plu t
      join tax g on g.tenant_id = t.tenant_id and g.id = t.tax_id
      left join company_price_tax() c on c.company_id = t.company_id
      where t.tenant_id = ${caller.tenantId} and t.company_id = any(${caller.lineage}::uuid[]) and t.id = ${id}`),
    tx.rows(sql<StoredState>`select ${milliseconds('p.at')} as at, p.event_id, p.base, p.prices, p.active
      from plu_prices(${id}::uuid) p`),
  ]);
  const [record] = records;
  if (!record) throw notFound();
  return { states: states.map(stateOf), holdsTax: record.holds };
}

function answerOf(
  caller: Caller,
  around: Surroundings,
  {
    id,
    states,
    holdsTax,
    asked,
  }: { id: string; states: readonly PriceState[]; holdsTax: boolean; asked: string | null },
): LowestPriceAnswer {
  const { clock, location, lists } = around;
  const counted = taxOfPrices(around, asked, holdsTax, states);
  const said = lowestPrice(marketFor(around, asked, counted), states);
  const wire = wireOf(said, clock);
  const maySee = mayReadEvents(caller);
  return {
    plu_id: id,
    pricelist_id: asked,
    location_id: location,
    currency: (asked === null ? undefined : lists.get(asked)?.terms.currency) ?? around.currency,
    timezone: clock.zone,
    at: new Date(around.at).toISOString(),
    ...wire,
    tax_included: counted.holdsTax,
    since: said.since === null ? null : new Date(said.since).toISOString(),
    changes: said.changes.map(({ amount, from, until, pricelist_id, event_id }) => ({
      amount,
      from: new Date(from).toISOString(),
      until: until > around.at ? null : new Date(until).toISOString(),
      pricelist_id,
      pricelist_name: pricelist_id === null ? null : (lists.get(pricelist_id)?.name ?? null),
      event_id: maySee ? event_id : null,
      is_lowest:
        said.lowest !== null &&
        amount === said.lowest.amount &&
        from === said.lowest.from &&
        pricelist_id === said.lowest.pricelist_id,
    })),
  };
}
