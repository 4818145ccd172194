import { isNumber, isObject, parseJson, type Json } from '@/record/json';
import type { PriceState } from '../rule/price-steps';

/** What a product costs as it is read: `prices` is the JSON text of its prices on lists. */
export interface StoredState extends Omit<PriceState, 'prices'> {
  readonly prices: string | null;
}

/** Returns the state with its prices by list. */
export const stateOf = ({ prices, ...state }: StoredState): PriceState => ({
  ...state,
  prices: pricesOf(prices),
});

/** Numbers outside of texts, which `JSON.parse` would round. */
const hasNumber = /[:,[]\s*-?\d/;

/** Returns the amounts of the JSON text of prices with all their digits, or true for the base price, by list. */
export function pricesOf(text: string | null): PriceState['prices'] {
  const prices: Record<string, string | true> = {};
  // A hundred thousand of them are read at once, and few have numbers.
  const parsed: Json = text === null ? null : hasNumber.test(text) ? parseJson(text) : JSON.parse(text);
  if (!isObject(parsed)) return prices;
  for (const [list, price] of Object.entries(parsed)) {
    if (!isObject(price)) continue;
    const { type, amount } = price;
    if (type === 'baseprice') prices[list.toLowerCase()] = true;
    else if (typeof amount === 'string') prices[list.toLowerCase()] = amount;
    else if (isNumber(amount)) prices[list.toLowerCase()] = amount.value;
  }
  return prices;
}
