import { useCallback, useMemo, useState } from 'react';

/** A block of cells, first and last row and column included. */
export interface CellBlock {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** The cell cursor in the active row, and the block of marked cells that ends at it. */
export interface Cursor {
  /** -1: the row as a whole. */
  readonly column: number;
  readonly block: CellBlock | null;
  /**
   * Moves the cursor to a cell. Without `from` the block is cleared; with it the block is extended, starting at
   * `from` if there is none yet.
   */
  put: (column: number, from?: { row: number; column: number }) => void;
}

/** Returns the cell cursor of a list with this active row and number of columns. */
export function useCursor(active: number, columns: number): Cursor {
  const [at, setAt] = useState<{ column: number; from: { row: number; column: number } | null }>({
    column: -1,
    from: null,
  });
  const put = useCallback(
    (column: number, from?: { row: number; column: number }) =>
      setAt((was) => ({ column, from: from ? (was.from ?? from) : null })),
    [],
  );
  return useMemo(() => {
    const { from } = at;
    const column = Math.min(at.column, columns - 1);
    const block = from && column >= 0 && active >= 0 ? between(from, { row: active, column }) : null;
    return { column, block, put };
  }, [at, active, columns, put]);
}

const between = (
  one: { row: number; column: number },
  other: { row: number; column: number },
): CellBlock => ({
  rows: [Math.min(one.row, other.row), Math.max(one.row, other.row)],
  columns: [Math.min(one.column, other.column), Math.max(one.column, other.column)],
});
