import { createContext, use } from 'react';
import type { PriceList } from './columns';
import type { PriceSurroundings } from './compute';

/** What the parts of the page of prices share. */
export interface PricesState {
  /** Price lists in the order of their columns. */
  readonly lists: readonly PriceList[];
  readonly around: PriceSurroundings;
  /** The field that a formula is for. */
  readonly target: string;
  readonly setTarget: (field: string) => void;
}

/** Provided by the page of prices. */
export const PricesContext = createContext<PricesState | null>(null);

/** Returns what the page of prices shares. Throws outside of it. */
export function usePrices(): PricesState {
  const state = use(PricesContext);
  if (!state) throw new Error('usePrices is called outside of the page of prices');
  return state;
}
