import { useEffect, useState } from 'react';
import type { NoPrice } from '@/app/prices/price';
import type { Pricing } from '@/app/prices/pricing';
import type { Row } from '@/app/data/row';
import type { NewValue } from '@/app/grid/sheet/pending';
import type { CellEditing } from '@/app/shell/screen';
import { newPrice, priceOfCell, type PriceSurroundings } from './compute';

/** What a formula comes to in all the cells that it is for. */
export interface Outcome {
  readonly cells: number;
  /** The new prices, one for each cell that changes. */
  readonly values: readonly NewValue[];
  readonly raised: number;
  readonly same: number;
  readonly owned: number;
  readonly belowCost: number;
  /** Prices that the formula raises and that its ending makes lower than they were. */
  readonly falling: number;
  readonly none: ReadonlyMap<NoPrice, number>;
}

/** How the cells of one product are computed. */
export interface Computing {
  readonly pricing: Pricing;
  readonly prices: readonly CellEditing[];
  readonly around: PriceSurroundings;
  asItWouldBe: (row: Row) => Row;
  isOwned: (row: Row) => boolean;
  readonly words: { readonly belowCost: (field: string) => string; readonly raised: string };
}

/** Products that are computed before the page may draw again. */
const atOnce = 400;

/** Returns the new prices of one product: none for one of the parent company. */
export function newPricesOf(row: Row, computing: Computing): NewValue[] {
  const { pricing, prices, around, asItWouldBe, isOwned, words } = computing;
  if (isOwned(row)) return [];
  const would = asItWouldBe(row);
  return prices.flatMap((editing) => {
    const price = priceOfCell(editing.field, { stored: row, would }, pricing, around);
    return newPrice(row, editing, price, words) ?? [];
  });
}

/**
 * Computes all cells, a part at a time. Until that is done the outcome is that of what was typed before, so that nothing
 * flickers from key to key; null without a formula, or without anything computed yet. What is computed is told apart by
 * `key`.
 */
export function useOutcome(
  key: string,
  products: readonly Row[] | null,
  computing: Computing | null,
): { readonly outcome: Outcome | null; readonly isCurrent: boolean } {
  const [done, setDone] = useState<{ key: string; products: readonly Row[]; outcome: Outcome } | null>(null);
  const isWanted = computing !== null;
  useEffect(() => {
    if (!products || !computing) return undefined;
    const stopping = new AbortController();
    void compute(products, computing, stopping.signal).then((outcome) => {
      if (outcome) setDone({ key, products, outcome });
    });
    return () => stopping.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` tells what is computed; the rest is a new object each time
  }, [key, products]);
  if (!isWanted && done) setDone(null);
  const isCurrent = isWanted && done !== null && done.key === key && done.products === products;
  return { outcome: isWanted && done ? done.outcome : null, isCurrent };
}

async function compute(
  products: readonly Row[],
  computing: Computing,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const values: NewValue[] = [];
  const none = new Map<NoPrice, number>();
  const counts = { cells: 0, raised: 0, same: 0, owned: 0, belowCost: 0, falling: 0 };
  const add = (row: Row) => {
    const { prices, pricing, around, asItWouldBe, isOwned, words } = computing;
    counts.cells += prices.length;
    if (isOwned(row)) {
      counts.owned += prices.length;
      return;
    }
    const would = asItWouldBe(row);
    for (const editing of prices) {
      const price = priceOfCell(editing.field, { stored: row, would }, pricing, around);
      if (price.kind === 'none') none.set(price.why, (none.get(price.why) ?? 0) + 1);
      else if (price.kind === 'same') counts.same += 1;
      else {
        const value = newPrice(row, editing, price, words);
        if (value) values.push(value);
        counts.raised += price.steps.isRaised ? 1 : 0;
        counts.belowCost += price.isBelowCost ? 1 : 0;
        counts.falling += price.falls ? 1 : 0;
      }
    }
  };
  for (let from = 0; from < products.length; from += atOnce) {
    for (const row of products.slice(from, from + atOnce)) add(row);
    // The page draws between the parts, and what was typed meanwhile ends this.
    if (from + atOnce < products.length)
      // eslint-disable-next-line no-await-in-loop
      await new Promise((next) => {
        setTimeout(next);
      });
    if (signal.aborted) return null;
  }
  return { ...counts, values, none };
}
