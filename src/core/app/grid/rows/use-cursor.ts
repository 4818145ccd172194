import { useCallback, useMemo, useState } from 'react';
import type { ScreenColumn } from '../../shell/screen';
import type { CellBlock, CellPlace } from '../sheet/range/range';

/** The cell cursor in the active row, and the block of marked cells that ends at it. */
export interface Cursor {
  /** -1: the row as a whole. */
  readonly column: number;
  /** The column that it was in last; -1: in none yet. */
  readonly last: number;
  readonly block: CellBlock | null;
  /** The cell at which the block was begun. */
  readonly anchor: CellPlace | null;
  /**
   * Moves the cursor to a cell. Without `from` the block is cleared; with it the block is extended, starting at
   * `from` if there is none yet, or if it `isNew`.
   */
  put: (column: number, from?: CellPlace, isNew?: boolean) => void;
}

interface At {
  readonly column: number;
  readonly last: number;
  readonly from: CellPlace | null;
}

/** Returns the cell cursor of a list with this active row and these columns; it moves with its column. */
export function useCursor(active: number, columns: readonly ScreenColumn[]): Cursor {
  const [at, setAt] = useState<At>({ column: -1, last: -1, from: null });
  const [known, setKnown] = useState(columns);
  if (known !== columns) {
    setKnown(columns);
    setAt((was) => movedWith(was, known, columns));
  }
  const put = useCallback(
    (column: number, from?: CellPlace, isNew?: boolean) =>
      setAt((was) => ({
        column,
        last: column < 0 ? was.last : column,
        from: from ? ((isNew ? null : was.from) ?? from) : null,
      })),
    [],
  );
  return useMemo(() => {
    const { from } = at;
    const column = Math.min(at.column, columns.length - 1);
    const block = from && column >= 0 && active >= 0 ? between(from, { row: active, column }) : null;
    return { column, last: at.last, block, anchor: block && from, put };
  }, [at, active, columns, put]);
}

/** Returns the place of the cursor among other columns, or in another order. */
function movedWith(
  { column, last, from }: At,
  was: readonly ScreenColumn[],
  now: readonly ScreenColumn[],
): At {
  const placeOf = (place: number) => {
    const moved = now.findIndex(({ key }) => key === was[place]?.key);
    return moved < 0 ? Math.min(place, now.length - 1) : moved;
  };
  return {
    column: placeOf(column),
    last: placeOf(last),
    from: from && { ...from, column: placeOf(from.column) },
  };
}

const between = (one: CellPlace, other: CellPlace): CellBlock => ({
  rows: [Math.min(one.row, other.row), Math.max(one.row, other.row)],
  columns: [Math.min(one.column, other.column), Math.max(one.column, other.column)],
});
