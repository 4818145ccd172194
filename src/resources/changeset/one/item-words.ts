import { Big } from 'big.js';
import type { Me } from '@/contract/session';
import { useQueries } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { SetCell, SetItem } from '@/app/changes/change-sets';
import { recordLabelQuery } from '@/app/data/queries';
import type { Row } from '@/app/data/row';
import { problemText } from '@/app/form/engine/problem-text';
import { useFormText } from '@/app/form/texts';
import { decimalOf, noValue, separatorsOf } from '@/app/i18n/format';
import type { Format } from '@/app/i18n/formats';
import { usePageText, useTextOf, type SayOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { isDecimalAt, labelOf, valueOf, type WordSources } from '@/app/record/value-words';
import { useApp } from '@/app/shell/app-context';
import { pathOf } from '@/contract/pointer';
import type { Resource } from '@/contract/resource';
import { isArray, isNumber, type Json, type Path } from '@/record/json';
import { listChange } from '@/record/merge';
import { holdsTax } from '../../plu/fields/holds-tax';
import { marginOf, type Margin } from '../../plu/fields/margin';
import { texts } from '../texts';
import { referencesOf } from './references';

/** A value of an item in words. */
export interface CellWords {
  readonly cell: SetCell;
  readonly label: string;
  /** Its label without the currency: the name of a price list. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly now: string;
  /** The change of a price in per cent with its sign; empty for anything else. */
  readonly percent: string;
  readonly isNumber: boolean;
  /** The margin of a price with what the set makes of the product; null for anything else, or without a cost. */
  readonly margin: Margin | null;
}

/** An item in words. */
export interface ItemWords {
  readonly cells: readonly CellWords[];
  /** The margin of the base price if the set changes what it hangs on, and no price; null without a price and a cost. */
  readonly margin: Margin | null;
  /** Why it is refused, one sentence for each problem, with the field. */
  readonly problems: readonly { readonly pointer: string; readonly text: string }[];
  /** The address of the record's form; null if it has none, or is not there yet. */
  readonly href: string | null;
  /** The company that owns it, if that is a parent. */
  readonly owner: string | null;
}

/** Prices of a product: in the currency of the company, or of their price list. */
const price = /^\/(?:base_price|data\/cost_price|data\/prices\/([^/]+)\/amount)$/;
/** Those at which it is sold. */
const sold = /^\/(?:base_price|data\/prices\/[^/]+\/amount)$/;
const isMargin = ({ resource }: SetItem, pointer: string) => resource === 'plu' && sold.test(pointer);
const isPriced = (resource: string, pointer: string) => resource === 'plu' && price.test(pointer);

/** Names of the records that the shown set makes, by id in lower case: other items refer to them before they are there. */
export const NewRecordsContext = createContext<ReadonlyMap<string, string>>(new Map());

/** Returns an item in words: labels of its fields, values with names instead of ids, and prices in their currency. */
export function useItemWords(item: SetItem): ItemWords {
  const { screens, source, current } = useApp();
  const made = use(NewRecordsContext);
  const screen = screens[item.resource];
  const say = useTextOf(item.resource);
  const tell = usePageText('changeset/pages', texts);
  const sayForm = useFormText();
  const format = useFormat();
  const contract = screen?.contract;
  const named = useMemo(() => {
    const references = contract ? referencesOf(contract, item) : new Map<string, string>();
    if (contract && item.resource === 'plu' && !item.is_new) references.set(item.record_id, 'plu');
    return [...references].filter(([, resource]) => screens[resource]);
  }, [contract, item, screens]);
  const rows = useQueries({
    queries: named.map(([id, resource]) => recordLabelQuery(source, screens[resource]!.contract, id)),
    combine: (results) => results.map(({ data, isPending }) => ({ row: data, isPending })),
  });
  const rowOf = (id: string): Row | null | undefined =>
    rows[named.findIndex(([known]) => known === id.toLowerCase())]?.row;
  const nameOf = (id: string): string | undefined => {
    const at = named.findIndex(([known]) => known === id.toLowerCase());
    if (at < 0) return undefined;
    const name = rows[at]?.row?.['name'] ?? made.get(id.toLowerCase());
    return typeof name === 'string' && name !== '' ? name : rows[at]?.isPending ? '…' : undefined;
  };
  const words = { resource: contract, say, tell, format, nameOf };
  const record = item.is_new ? null : rowOf(item.record_id);
  const taxId = textAt(item, '/tax_id') ?? record?.['tax_id'];
  const taxes = typeof taxId === 'string' && screens['tax'] ? [taxId] : [];
  const tax = useQueries({
    queries: taxes.map((id) => recordLabelQuery(source, screens['tax']!.contract, id)),
    combine: (results) => results[0]?.data,
  });
  const separator = separatorsOf(format.locale).decimal === ',' ? ',' : '.';
  const problems = item.problems.map((problem) => {
    const cell = item.cells.find(({ pointer }) => pointer === problem.pointer);
    const key = `refusal.${problem.code}`;
    const path = pathOf(problem.pointer);
    const owner = ownerOf(item, current.me?.company);
    const own = tell(key, { company: owner ?? tell('group') });
    const kind = contract && cell?.after !== undefined && isDecimalLike(contract, path) ? 'number' : 'text';
    const reason = own === key ? problemText(problem, cell?.after, kind, sayForm, separator) : own;
    const isAtField = problem.pointer !== '' && own === key;
    const isShown = cell !== undefined && item.cells.length > 0;
    return {
      pointer: problem.pointer,
      text: isAtField && !isShown ? tell('refusal.at', { field: labelOf(path, words), reason }) : reason,
    };
  });
  const isThere = !item.is_new || item.state === 'applied';
  return {
    cells: item.cells.map((cell) => ({
      ...cellWords(item.resource, cell, words, rowOf),
      margin: isMargin(item, cell.pointer)
        ? marginAfter(item, cell, record, { tax, rowOf }, current.me)
        : null,
    })),
    margin:
      item.resource === 'plu' && !item.cells.some(({ pointer }) => sold.test(pointer))
        ? marginAfter(item, null, record, { tax, rowOf }, current.me)
        : null,
    problems,
    href: screen?.form && isThere ? `${screen.path}/${item.record_id}` : null,
    owner: ownerOf(item, current.me?.company),
  };
}

function ownerOf(
  { label }: SetItem,
  company: { id: string; ancestors: readonly { id: string; name: string }[] } | undefined,
): string | null {
  if (!company || label.company_id === null || label.company_id === company.id) return null;
  return company.ancestors.find(({ id }) => id === label.company_id)?.name ?? null;
}

const isDecimalLike = (resource: Resource, path: Path): boolean => isDecimalAt(resource, path, '1.00');

function cellWords(
  resource: string,
  cell: SetCell,
  words: WordSources & { readonly format: Format; readonly tell: SayOf },
  rowOf: (id: string) => Row | null | undefined,
): Omit<CellWords, 'margin'> {
  const path = pathOf(cell.pointer);
  const list = price.exec(cell.pointer)?.[1];
  const isPrice = isPriced(resource, cell.pointer);
  const { format, tell } = words;
  const currency = list === undefined ? undefined : rowOf(list)?.['currency'];
  const symbol = format.of(currency).currency;
  const read = (value: Json | undefined): string => {
    if (value === undefined || value === null || value === '') return noValue;
    const text = isNumber(value) ? value.value : value;
    if (isPrice && typeof text === 'string' && decimalOf(text)) return format.of(currency).money(text);
    return valueOf(path, value, words) || noValue;
  };
  const change =
    isArray(cell.before) || isArray(cell.after) ? listChange(cell.before, cell.after) : undefined;
  const isListed = change !== undefined && change.added.length + change.removed.length > 0;
  const signed = (sign: string, values: readonly Json[]) => values.map((value) => `${sign} ${read(value)}`);
  const name = list === undefined ? undefined : (words.nameOf(list) ?? undefined);
  return {
    cell,
    name: isPrice ? (name ?? labelOf(path, words)) : labelOf(path, words),
    label: isPrice ? `${name ?? labelOf(path, words)} ${symbol}` : labelOf(path, words),
    before: isListed ? noValue : read(cell.before),
    after: isListed
      ? [...signed('+', change.added), ...signed('−', change.removed)].join(', ')
      : read(cell.after),
    now: cell.now === undefined ? '' : read(cell.now),
    percent: isPrice ? percentOf(cell, format, tell) : '',
    isNumber: isPrice,
  };
}

/** Returns the change of a price in per cent, with its sign: "+3.5". */
function percentOf({ before, after }: SetCell, format: Format, tell: SayOf): string {
  const [was, is] = [decimalIn(before), decimalIn(after)];
  if (!is) return '';
  if (!was || was.eq(0)) return tell('newMark');
  const percent = is.minus(was).times(100).div(was).round(1, Big.roundHalfUp);
  const text = format.decimal(percent.toFixed(1), 1);
  return percent.gt(0) ? `+${text}` : text;
}

const decimalIn = (value: Json | undefined): Big | null => decimalOf(isNumber(value) ? value.value : value);

const textAt = (item: SetItem, pointer: string): Json | undefined =>
  item.cells.find((cell) => cell.pointer === pointer)?.after;

/**
 * Returns the margin of a price that a set gives a product, with its cost and tax as the set makes them; without a price that
 * of the base price. Null if the set changes nothing of it.
 */
function marginAfter(
  item: SetItem,
  priced: SetCell | null,
  record: Row | null | undefined,
  { tax, rowOf }: { tax: Row | null | undefined; rowOf: (id: string) => Row | null | undefined },
  me: Me | null,
) {
  const changesIt =
    priced !== null || item.cells.some(({ pointer }) => /^\/(?:data\/cost_price|tax_id)$/.test(pointer));
  if (!changesIt || item.state === 'conflict' || item.state === 'refused') return null;
  const decimal = (value: unknown) => {
    const text = isNumber(value) ? value.value : value;
    return typeof text === 'string' || typeof text === 'number' ? text : undefined;
  };
  const after = (pointer: string, stored: unknown) => {
    const cell = item.cells.find((one) => one.pointer === pointer);
    return decimal(cell ? cell.after : stored);
  };
  const id = priced === null ? undefined : price.exec(priced.pointer)?.[1];
  const list = id === undefined ? undefined : rowOf(id);
  // Whether its prices hold tax is not known before the list is read.
  if (id !== undefined && !list) return null;
  return marginOf({
    price: id === undefined ? after('/base_price', record?.['base_price']) : decimal(priced?.after),
    cost: after('/data/cost_price', record?.data['cost_price']),
    rate: decimal(tax?.['rate']),
    taxIncluded: holdsTax(me, { owner: item.label.company_id, tax, list }),
  });
}
