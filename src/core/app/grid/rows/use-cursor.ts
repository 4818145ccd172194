import { useCallback, useMemo, useState } from 'react';

/** A block of cells, both ends included. */
export interface CellBlock {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** Which cell of the active row the keys are on, and the block of cells that reaches from another one to it. */
export interface Cursor {
  /** -1: the row as a whole. */
  readonly column: number;
  readonly block: CellBlock | null;
  /** To a cell; the block is let go, or reaches on from where it began (`from`: the cell before, if it begins now). */
  put: (column: number, from?: { row: number; column: number }) => void;
}

/** The cell cursor of a list of so many columns whose active row is `active`. */
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
