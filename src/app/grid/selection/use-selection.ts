import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../../data/row';
import { withRows, type Selection } from './selection';

/** Row selection of a list, by row index. */
export interface SelectionControls {
  /** The selected records, in the order of selection. */
  readonly selection: Selection;
  /** Toggles the row at an index, and makes it the start of the next range that is extended with Shift. */
  toggle: (index: number) => void;
  /** Selects the rows from the anchor up to this one, or deselects them if the anchor is not selected. */
  extendTo: (index: number) => void;
  select: (rows: readonly Row[], isSelected: boolean) => void;
  clear: () => void;
}

const noRows: Selection = new Map();

/**
 * Returns the row selection of a list; `row` returns the row at an index if it is loaded. If not `may`, nothing can
 * be selected.
 */
export function useSelection(row: (index: number) => Row | undefined, isEnabled: boolean): SelectionControls {
  const [state, setState] = useState<Selection>(noRows);
  const anchor = useRef(0);
  const rowAt = useRef(row);
  useLayoutEffect(() => {
    rowAt.current = row;
  });

  const change = useCallback(
    (to: (was: Selection) => Selection) => {
      if (isEnabled) setState(to);
    },
    [isEnabled],
  );
  const toggle = useCallback(
    (index: number) => {
      const record = rowAt.current(index);
      if (!record || !isEnabled) return;
      anchor.current = index;
      change((was) => withRows([record], !was.has(record.id))(was));
    },
    [isEnabled, change],
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
      change((was) => withRows(rows, anchor.current === index || !start || was.has(start.id))(was));
    },
    [isEnabled, change],
  );
  const select = useCallback(
    (rows: readonly Row[], isSelected: boolean) => change(withRows(rows, isSelected)),
    [change],
  );
  const clear = useCallback(() => setState(noRows), []);
  return { selection: state, toggle, extendTo, select, clear };
}
