import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toDecimalText, toNumber } from '@/app/form/engine/number-text';
import { saveRecord } from '@/app/form/save/save';
import { readRecord } from '@/app/form/save/stored-record';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { RequestError } from '@/app/data/request-error';
import {
  isNumber,
  isObject,
  sameValue,
  toPlain,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
} from '@/record/json';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import type { Entity } from '@/contract/resource';
import { plu } from '../plu/contract';

/** A product as a list's page or a save returns it: its numbers are for display. */
export type Product = Entity<typeof plu>;

/** A price on a list, as a product stores it. */
export interface ShownPrice {
  readonly type?: string | null | undefined;
  readonly amount?: string | number | null | undefined;
}

/** Returns the price of a product on a list, or undefined. GUIDs are equal in upper and lower case. */
export function priceIn({ data }: Product, list: string): ShownPrice | undefined {
  const { prices } = data;
  const key = Object.keys(prices ?? {}).find((id) => id.toLowerCase() === list.toLowerCase());
  return (key !== undefined && prices?.[key]) || undefined;
}

/** A price to store: decimal text, or null to remove it. */
interface Write {
  readonly row: Product;
  readonly amount: string | null;
}

type Outcome = { readonly kind: 'saved' | 'conflict'; readonly record: JsonObject };

/** How often a write is repeated when others keep changing the product. */
const maxAttempts = 4;

/**
 * Returns functions that store and remove prices of one list, each with its product on condition that nobody else has
 * set that price meanwhile, and what became of them.
 */
export function usePriceWrites(list: string) {
  const say = useTextOf('pricelist');
  const errorText = useErrorText();
  const format = useFormat();
  const { client, server } = useApp().current;
  const [rows, setRows] = useState<ReadonlyMap<string, Product>>(new Map());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());

  const write = useMutation({
    mutationKey: [plu.name, 'price'],
    mutationFn: async ({ row, amount }: Write): Promise<Outcome> => {
      const shown = priceIn(row, list);
      for (let attempts = maxAttempts; attempts > 0; attempts -= 1) {
        const { record, etag } = await readRecord(client, plu, row.id);
        const path = pathIn(record, list);
        const stored = valueAt(record, path);
        if (amountText(stored) !== String(shown?.amount ?? '')) return { kind: 'conflict', record };
        const current = withValueAt(record, path, priced(stored, amount));
        if (!isObject(current)) throw new TypeError('A record is an object');
        if (sameValue(record, current)) return { kind: 'saved', record };
        const saved = await saveRecord({
          client,
          resource: plu,
          id: row.id,
          base: record,
          etag,
          current,
          server,
          idempotencyKey: '',
        });
        if (saved.kind === 'saved') return saved;
      }
      throw new RequestError({ kind: 'problem', message: 'Others keep changing this record', status: 412 });
    },
  });

  const store = async (row: Product, amount: string | null) => {
    const tell = (text: string | null) =>
      setProblems((now) => {
        const next = new Map(now);
        if (text === null) next.delete(row.id);
        else next.set(row.id, text);
        return next;
      });
    try {
      const { kind, record } = await write.mutateAsync({ row, amount });
      const plain = toPlain(record) as Product;
      setRows((now) => new Map(now).set(row.id, plain));
      tell(
        kind === 'saved'
          ? null
          : say('prices.conflict', { price: format.money(priceIn(plain, list)?.amount) }),
      );
    } catch (error) {
      const first = error instanceof RequestError ? error.problem?.errors?.[0] : undefined;
      tell(first?.detail ?? errorText(error));
    }
  };

  return {
    save: (row: Product, amount: string) => store(row, amount),
    remove: (row: Product) => store(row, null),
    problemOf: (id: string) => problems.get(id),
    /** Returns the product as it was last saved here, if that is newer than the one of the page. */
    latest(row: Product): Product {
      const saved = rows.get(row.id);
      return saved && isNewer(saved, row) ? saved : row;
    },
  };
}

/** Another server may have no versions: what was saved here counts until the page is read again. */
const isNewer = (saved: Product, row: Product): boolean =>
  typeof row.version !== 'number' || saved.version >= row.version;

function pathIn(record: JsonObject, list: string): string[] {
  const prices = valueAt(record, ['data', 'prices']);
  const key = Object.keys(isObject(prices) ? prices : {}).find(
    (id) => id.toLowerCase() === list.toLowerCase(),
  );
  return ['data', 'prices', key ?? list];
}

const amountText = (price: Json | undefined): string => {
  const amount = valueAt(price, ['amount']);
  if (isNumber(amount)) return String(Number(amount.value));
  return typeof amount === 'string' ? amount : '';
};

/** Returns the price with another amount of the same wire type; undefined removes it. */
function priced(stored: Json | undefined, amount: string | null): Json | undefined {
  if (amount === null) return undefined;
  const was = isObject(stored) ? stored : { type: 'price' };
  return { ...was, amount: isNumber(was['amount']) ? toNumber(amount) : toDecimalText(amount) };
}
