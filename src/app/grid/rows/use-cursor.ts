import { useCallback, useMemo, useState } from 'react';
import type { CellBlock, CellPlace } from '../sheet/range/range';

/** The cell cursor in the active row, and the block of marked cells that ends at it. */
export interface Cursor {
  /** -1: the row as a whole. */
  readonly column: number;
  readonly block: CellBlock | null;
  /** The cell at which the block was begun. */
  readonly anchor: CellPlace | null;
  /**
   * Moves the cursor to a cell. Without `from` the block is cleared; with it the block is extended, starting at
   * `from` if there is none yet, or if it `isNew`.
   */
  put: (column: number, from?: CellPlace, isNew?: boolean) => void;
}

/** Returns the cell cursor of a list with this active row and number of columns. */
export function useCursor(active: number, columns: number): Cursor {
  const [at, setAt] = useState<{ column: number; from: CellPlace | null }>({
    column: -1,
    from: null,
  });
  const put = useCallback(
    (column: number, from?: CellPlace, isNew?: boolean) =>
      setAt((was) => ({ column, from: from ? ((isNew ? null : was.from) ?? from) : null })),
    [],
  );
  return useMemo(() => {
    const { from } = at;
    const column = Math.min(at.column, columns - 1);
    const block = from && column >= 0 && active >= 0 ? between(from, { row: active, column }) : null;
    return { column, block, anchor: block && from, put };
  }, [at, active, columns, put]);
}

const between = (one: CellPlace, other: CellPlace): CellBlock => ({
  rows: [Math.min(one.row, other.row), Math.max(one.row, other.row)],
  columns: [Math.min(one.column, other.column), Math.max(one.column, other.column)],
});
