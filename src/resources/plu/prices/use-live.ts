import { useEffect, useMemo, useRef } from 'react';
import type { Row } from '@/core/app/data/row';
import type { SheetAccess } from '@/core/app/grid/sheet/sheet-bar';
import { newPricesOf, type Computing } from './use-outcome';
import type { Scope } from './use-scope';

/** Shows in the rows what a formula would come to, until it is filled or taken away; `key` tells what is computed. */
export function useLive(
  { show }: SheetAccess,
  scope: Scope,
  products: readonly Row[] | null,
  { key, computing }: { readonly key: string; readonly computing: Computing | null },
): void {
  const ids = useMemo(
    () => (scope.rows === 'marked' ? new Set((products ?? []).map(({ id }) => id)) : null),
    [scope.rows, products],
  );
  useEffect(() => {
    const isOfScope = (row: Row) => (ids ? ids.has(row.id) : scope.rows !== 'all' || row.active);
    show(computing && ((row) => (isOfScope(row) ? newPricesOf(row, computing) : [])));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` tells what is computed
  }, [key, computing?.pricing, computing?.around, ids]);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => () => latest.current(null), []);
}
