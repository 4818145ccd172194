import type { RowSelectionState, Updater } from '@tanstack/react-table';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../../data/row';
import { applySelectionChange, emptySelection, withRows, type Selection } from './selection';

/** Row selection of a list, by row index. */
export interface SelectionControls {
  /** The selected records, in the order of selection. */
  readonly selection: Selection;
  /** The same as the table's state. */
  readonly rowSelection: RowSelectionState;
  /** Applies an update of the table's state; `rows` are the records that may be new in it. */
  change: (change: Updater<RowSelectionState>, rows: readonly Row[]) => void;
  /** Makes this row the start of the next range that is extended with Shift. */
  anchorAt: (index: number) => void;
  /** Toggles the row at an index and anchors there. The row may be outside of the table's rendered rows. */
  toggle: (index: number) => void;
  /** Selects the rows from the anchor up to this one, or deselects them if the anchor is not selected. */
  extendTo: (index: number) => void;
  select: (rows: readonly Row[], isSelected: boolean) => void;
  clear: () => void;
}

/**
 * Returns the row selection of a list; `row` returns the row at an index if it is loaded. If not `may`, nothing can
 * be selected.
 */
export function useSelection(row: (index: number) => Row | undefined, isEnabled: boolean): SelectionControls {
  const [state, setState] = useState(emptySelection);
  const anchor = useRef(0);
  const rowAt = useRef(row);
  useLayoutEffect(() => {
    rowAt.current = row;
  });

  const change = useCallback(
    (to: Updater<RowSelectionState>, rows: readonly Row[]) => {
      if (isEnabled) setState((was) => applySelectionChange(was, to, rows));
    },
    [isEnabled],
  );
  const anchorAt = useCallback((index: number) => {
    anchor.current = index;
  }, []);
  const toggle = useCallback(
    (index: number) => {
      const record = rowAt.current(index);
      if (!record || !isEnabled) return;
      anchorAt(index);
      change((was) => withRows([record], !was[record.id])(was), [record]);
    },
    [isEnabled, change, anchorAt],
  );
  const extendTo = useCallback(
    (index: number) => {
      if (!isEnabled) return;
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
      const rows: Row[] = [];
      for (let at = from; at <= to; at++) {
        const record = rowAt.current(at);
        if (record) rows.push(record);
      }
      const start = rowAt.current(anchor.current);
      change(
        (was) => withRows(rows, anchor.current === index || !start || was[start.id] === true)(was),
        rows,
      );
    },
    [isEnabled, change],
  );
  const select = useCallback(
    (rows: readonly Row[], isSelected: boolean) => change(withRows(rows, isSelected), rows),
    [change],
  );
  const clear = useCallback(() => setState(emptySelection), []);
  return {
    selection: state.records,
    rowSelection: state.rowSelection,
    change,
    anchorAt,
    toggle,
    extendTo,
    select,
    clear,
  };
}
