import { useQueries } from '@tanstack/react-query';
import { useApp, type App } from '@/app/shell/app-context';
import { textOf } from '@/app/form/engine/number-text';
import type { Json } from '@/record/json';
import type { Row } from '@/app/data/row';
import { plu } from '../contract';
import { gtinKey } from '@/record/gtin';

/** Another product with the same barcode. */
export interface DuplicateBarcode {
  readonly id: string;
  readonly name: string;
}

const soon = 60_000;

/** Returns the other products that have each of these barcodes. A barcode is missing until its lookup is done. */
export function useDuplicateBarcodes(
  codes: readonly string[],
  id: string | null,
): ReadonlyMap<string, readonly DuplicateBarcode[]> {
  const app = useApp();
  const lookedUp = [...new Set(codes.filter((code) => code.length >= 4))];
  const answers = useQueries({
    queries: lookedUp.map((code) => ({
      queryKey: [plu.name, 'barcode', code],
      queryFn: ({ signal }: { signal: AbortSignal }) => carriersOf(app, code, signal),
      staleTime: soon,
    })),
  });
  return new Map(
    answers.map(({ data = [] }, index) => [lookedUp[index] ?? '', data.filter((twin) => twin.id !== id)]),
  );
}

/** Finds the products with a barcode. Our service has a lookup; for a generic server the whole list is read. */
async function carriersOf(
  { current, source }: App,
  code: string,
  signal: AbortSignal,
): Promise<DuplicateBarcode[]> {
  const rows = current.me
    ? (await current.client.list<Row>(plu.name, { barcode: code, pageSize: 5 }, signal)).rows
    : (await source.page(plu, { q: code, sort: 'name', active: 'all', filters: {} }, 0, signal)).rows;
  return rows
    .filter(
      (row) =>
        Array.isArray(row.data['barcodes']) &&
        row.data['barcodes'].some((other) => gtinKey(String(other)) === gtinKey(code)),
    )
    .map((row) => ({ id: row.id, name: String(row['name']) }));
}

/** Returns the code of an entry, or undefined if the entry is no plain code. */
export const codeOf = (entry: Json): string | undefined =>
  typeof entry === 'object' && entry !== null && !('isLosslessNumber' in entry) ? undefined : textOf(entry);
