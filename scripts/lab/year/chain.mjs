import { createHash } from 'node:crypto';
import { refusal } from '../api.mjs';
import { ensureReferences, product, range } from '../products.mjs';
import { guid, makeShop } from '../receipts.mjs';

/** Of a chain at full size: 200,000 products, 5,000,000 receipts in the 365 days of 2025. */
const full = { stores: 50, people: 100, departments: 40, products: 200_000, receipts: 5_000_000, days: 365 };
const rates = [135, 255];

/**
 * A chain that sells. `perDay`: receipts of a store and day, an even number, so that both registers have as many.
 *
 * @typedef {ReturnType<typeof import('../api.mjs').client>} Send
 * @typedef {import('../receipts.mjs').Article} Article
 * @typedef {Awaited<ReturnType<typeof makeShop>> & { cashiers: { id: string, name: string }[] }} Store
 * @typedef {{ send: Send, stores: Store[], articles: Article[], perDay: number }} Chain
 */

/**
 * Makes the chain through the interface: stores with two registers, people, departments, products.
 *
 * @param {Send} send
 * @param {number} scale of the products and receipts; stores, people and days are all there at any scale
 * @returns {Promise<Chain>}
 */
export async function makeChain(send, scale) {
  const references = await ensureReferences(send);
  /** @type {Store[]} */
  const stores = [];
  for (const n of range(0, full.stores))
    stores.push({ ...(await makeShop(send, `Store ${n}`)), cashiers: [] });
  for (const n of range(0, full.people)) {
    const name = `Person ${n}`;
    const made = await must(send, 'POST', '/api/secure/user', {
      name,
      email: `person${n}@chain.example`,
      role: n < full.stores ? 'manager' : 'terminal',
    });
    stores[n % full.stores]?.cashiers.push({ id: made.id, name });
  }
  /** @type {{ id: string }[]} */
  const taxes = [];
  for (const rate of rates)
    taxes.push(await must(send, 'POST', '/api/secure/tax', { name: `Of ${rate}`, rate: String(rate / 10) }));
  const departments = await must(
    send,
    'POST',
    '/api/secure/dpt',
    range(0, full.departments).map((n) => ({ name: `Department ${n}`, tax_id: taxes[n % taxes.length]?.id })),
  );
  const articles = range(0, Math.round(full.products * scale)).map((n) => {
    const dpt = n % departments.length;
    const one = product(references, n);
    return {
      plu_id: one.id,
      productid: one.productid,
      name: one.name,
      dpt,
      dpt_id: departments[dpt].id,
      cents: Math.max(5, Math.round(Number(one.base_price) * 100)),
      rate: rates[dpt % rates.length] ?? 0,
    };
  });
  await inArrays(
    articles,
    (article, n) => ({
      ...product(references, n),
      dpt_id: article.dpt_id,
      tax_id: taxes[article.dpt % taxes.length]?.id,
      base_price: (article.cents / 100).toFixed(2),
    }),
    (some) => must(send, 'POST', '/api/secure/plu', some),
  );
  const perDay = 2 * Math.max(1, Math.round((full.receipts * scale) / full.stores / full.days / 2));
  return { send, stores, articles, perDay };
}

/**
 * Gives one of fifty products another price, as each week of a chain does.
 *
 * @param {Chain} chain
 * @param {number} week
 */
export async function priceRound({ send, articles }, week) {
  const some = articles.filter((_, n) => n % 50 === week % 50);
  for (const article of some) article.cents = Math.max(5, article.cents + (week % 2 ? 10 : -5));
  await inArrays(
    some,
    ({ plu_id, cents }) => ({ id: plu_id, base_price: (cents / 100).toFixed(2) }),
    (list) => must(send, 'POST', '/api/secure/plu', list),
  );
}

/** @param {string} of @returns {Buffer} */
export const digestOf = (of) => createHash('sha256').update(of).digest();

/** Returns the id of a store's business day. @param {Store} store @param {string} date */
export const dayId = ({ location_id }, date) => guid(`day ${location_id} ${date}`);

/**
 * Sends a request that has to succeed.
 *
 * @param {Send} send
 * @param {string} method
 * @param {string} path
 * @param {unknown} [json]
 */
export async function must(send, method, path, json) {
  const answer = await send(method, path, json);
  if (answer.status >= 300) throw refusal(`${method} ${path}`, answer);
  return answer.body;
}

/**
 * @template T, U
 * @param {readonly T[]} list
 * @param {(one: T, n: number) => U} make
 * @param {(some: U[]) => Promise<unknown>} post
 */
export async function inArrays(list, make, post) {
  for (let at = 0; at < list.length; at += 1000)
    await post(list.slice(at, at + 1000).map((one, n) => make(one, at + n)));
}
