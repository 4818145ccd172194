import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseAsIsoDateTime, useQueryState } from 'nuqs';
import { decimalOf } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { textOf } from '@/app/form/engine/number-text';
import { useRecord, useRecordValue } from '@/app/form/engine/record-context';
import { isObject, valueAt, type Json } from '@/record/json';
import { useApp } from '@/app/shell/app-context';
import type { LowestPriceAnswer } from './answer';
import { lowestPricesQuery } from './lowest-query';
import { isRecent, useReductionWords } from './reduction-words';
import { texts } from './texts';

/** Line at the base price: what the law of reductions says of it, if it fell of late. */
export function BasePriceReduction() {
  const said = useReductions().find(({ pricelist_id }) => pricelist_id === null);
  const words = useReductionWords();
  const typed = useRecordValue(basePath);
  const [opened] = useState(typed);
  const text = said && isOf(said, typed, opened) ? words(said, said.currency) : null;
  return text === null ? null : <p className="meta">{text}</p>;
}

/** Lines below the prices of price lists: the same of each. */
export function ListPriceReductions({ nameOf }: { nameOf: (list: string) => string }) {
  const say = usePageText('plu/lowest-price', texts);
  const reductions = useReductions();
  const words = useReductionWords();
  const prices = useRecordValue(pricesPath);
  const [opened] = useState(prices);
  const byList = new Map(
    isObject(prices) ? Object.entries(prices).map(([id, price]) => [id.toLowerCase(), { id, price }]) : [],
  );
  const lines = reductions.flatMap((said) => {
    const list = said.pricelist_id === null ? undefined : byList.get(said.pricelist_id);
    if (!list) return [];
    // What follows the base price is said at the base price.
    if (valueAt(list.price, ['type']) === 'baseprice') return [];
    const amountIn = (of: Json | undefined) => valueAt(of ?? {}, [list.id, 'amount']);
    const text = isOf(said, amountIn(prices), amountIn(opened)) ? words(said, said.currency) : null;
    return text === null ? [] : [{ id: list.id, text: say('onList', { list: nameOf(list.id), text }) }];
  });
  return lines.map(({ id, text }) => (
    <p key={id} className="meta">
      {text}
    </p>
  ));
}

/**
 * Whether what was said is of the price that is in the field, and it fell of late. That a price is no reduction is said only
 * to who has just changed it: `opened` is the price that the page opened with.
 */
const isOf = (said: LowestPriceAnswer, typed: Json | undefined, opened: Json | undefined): boolean => {
  const price = decimalOf(textOf(typed));
  if (said.price === null || price === null || !price.eq(said.price) || !isRecent(said)) return false;
  return said.reduced || textOf(opened) !== textOf(typed);
};

/** Returns what the law says of the prices of the record in the form; nothing on a server that knows no earlier prices. */
function useReductions(): readonly LowestPriceAnswer[] {
  const { current } = useApp();
  const id = useRecord(({ base, isNew }) => (isNew ? '' : textOf(base['id'])));
  const [asOf] = useQueryState('as_of', parseAsIsoDateTime);
  const answer = useQuery({
    ...lowestPricesQuery(current.client, id, asOf?.toISOString() ?? null),
    enabled: id !== '' && current.server.can.priceHistory,
    // A line that cannot be read is left out: nothing depends on it.
    retry: false,
  });
  return answer.data ?? [];
}

const basePath: readonly string[] = ['base_price'];
const pricesPath: readonly string[] = ['data', 'prices'];
