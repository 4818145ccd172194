import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cellCount, sizeOf } from '@/app/grid/sheet/range/range';
import type { SheetAccess } from '@/app/grid/sheet/sheet-bar';
import type { Row } from '@/app/data/row';
import type { RowQuery } from '@/app/data/row-source';
import { useApp } from '@/app/shell/app-context';
import type { CellEditing } from '@/app/shell/screen';
import { plu } from '../contract';
import { isPrice } from './columns';

/** Whose prices a formula is for: the marked rows, those that the list finds, or every active product. */
export type Rows = 'marked' | 'found' | 'all';

/** The cells that a formula is for. */
export interface Scope {
  readonly rows: Rows;
  /** How many rows are marked. */
  readonly marked: number;
  /** The prices that are filled, in the order of their columns. */
  readonly prices: readonly CellEditing[];
  /** The products; null while they are read. */
  readonly products: readonly Row[] | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: Error | null;
  /** Chooses the rows; null: those that are marked, if any are. */
  choose: (rows: Rows | null) => void;
}

const everyProduct: RowQuery = { q: '', sort: '', active: 'active', filters: {} };

/** Returns the cells that a formula is for, and reads their products while there is a formula. */
export function useScope(sheet: SheetAccess, target: string, isWanted: boolean): Scope {
  const { source } = useApp();
  const { block, columns } = sheet;
  const isMarked = block !== null && cellCount(block) > 1;
  const inBlock = isMarked ? columns.slice(block.columns[0], block.columns[1] + 1).filter(isPrice) : [];
  // What was chosen holds until other cells are marked: whoever marks cells means them.
  const mark = isMarked ? `${block.rows.join('-')} ${inBlock.map(({ key }) => key).join(' ')}` : '';
  const [chosen, setChosen] = useState<{ rows: Rows | null; mark: string } | null>(null);
  const holds = chosen !== null && (mark === '' || chosen.mark === mark);
  const rows = (holds ? chosen.rows : null) ?? (isMarked ? 'marked' : 'found');
  const choose = (next: Rows | null) => setChosen({ rows: next, mark });
  const ofTarget = columns.filter(({ editing }) => editing?.field === target);
  const isInBlock = rows === 'marked' && inBlock.length > 0;
  const prices = (isInBlock ? inBlock : ofTarget).flatMap(({ editing }) => editing ?? []);

  const [progress, setProgress] = useState<Scope['progress']>(null);
  const query = rows === 'all' ? everyProduct : sheet.query;
  const isOnly = sheet.only !== null && rows === 'found';
  const found = useQuery({
    queryKey: [plu.name, 'every', query],
    queryFn: ({ signal }) =>
      source.all(plu, query, { signal, progress: (done, total) => setProgress({ done, total }) }),
    enabled: isWanted && rows !== 'marked' && !isOnly,
  });
  const marked = useMarked(sheet, isMarked && rows === 'marked' ? block.rows : null);
  return {
    rows,
    marked: isMarked ? sizeOf(block).rows : 0,
    prices,
    products: rows === 'marked' ? marked : isOnly ? sheet.only : (found.data ?? null),
    progress: rows !== 'marked' && found.isFetching ? progress : null,
    error: rows === 'marked' ? null : found.error,
    choose,
  };
}

/** Returns the records of the rows from the first to the last; null while they are read. */
function useMarked(sheet: SheetAccess, span: readonly [number, number] | null): readonly Row[] | null {
  const [read, setRead] = useState<{ key: string; rows: readonly Row[] } | null>(null);
  const indexes = span ? Array.from({ length: span[1] - span[0] + 1 }, (_, n) => span[0] + n) : [];
  const loaded = indexes.map((index) => sheet.row(index));
  const isLoaded = loaded.every((row) => row !== undefined);
  const key = `${span?.join('-')} ${JSON.stringify(sheet.query)}`;
  const isMissing = span !== null && !isLoaded && read?.key !== key;
  useEffect(() => {
    if (!isMissing || !span) return undefined;
    let isGone = false;
    void sheet.rowsOf(span).then((at) => {
      if (!isGone) setRead({ key, rows: indexes.flatMap((index) => at(index) ?? []) });
    });
    return () => {
      isGone = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what is read is named by the key
  }, [isMissing, key]);
  if (!span) return null;
  if (isLoaded) return loaded.flatMap((row) => row ?? []);
  return read?.key === key ? read.rows : null;
}

/** Returns the same array as long as it has the same rows. */
export function useSameRows(rows: readonly Row[] | null): readonly Row[] | null {
  const [same, setSame] = useState(rows);
  const isSame =
    same === rows ||
    (same !== null &&
      rows !== null &&
      same.length === rows.length &&
      same.every((row, n) => row === rows[n]));
  if (!isSame) setSame(rows);
  return isSame ? same : rows;
}
