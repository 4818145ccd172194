import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../../data/row';
import { nothingChosen, toggled, withRows, type Selection } from './selection';

/** Choosing rows of a list by their place. */
export interface SelectionControls {
  readonly selection: Selection;
  /** The other way round; what comes next with Shift reaches from here. */
  toggle: (index: number) => void;
  /** From the last toggled place up to this one, as that one is. */
  extendTo: (index: number) => void;
  choose: (rows: readonly Row[], chosen: boolean) => void;
  clear: () => void;
}

/** The chosen rows of a list; `row` gives the row at a place, if it has come. Where nothing `may` be chosen, none is. */
export function useSelection(row: (index: number) => Row | undefined, may: boolean): SelectionControls {
  const [selection, setSelection] = useState<Selection>(nothingChosen);
  const anchor = useRef(0);
  const rowAt = useRef(row);
  useLayoutEffect(() => {
    rowAt.current = row;
  });

  const toggle = useCallback(
    (index: number) => {
      const one = rowAt.current(index);
      if (!one || !may) return;
      anchor.current = index;
      setSelection((was) => toggled(was, one));
    },
    [may],
  );
  const extendTo = useCallback(
    (index: number) => {
      if (!may) return;
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
      const rows: Row[] = [];
      for (let at = from; at <= to; at++) {
        const one = rowAt.current(at);
        if (one) rows.push(one);
      }
      const start = rowAt.current(anchor.current);
      setSelection((was) => withRows(was, rows, anchor.current === index || !start || was.has(start.id)));
    },
    [may],
  );
  const choose = useCallback(
    (rows: readonly Row[], chosen: boolean) =>
      setSelection((was) => (may ? withRows(was, rows, chosen) : was)),
    [may],
  );
  const clear = useCallback(() => setSelection(nothingChosen), []);
  return { selection, toggle, extendTo, choose, clear };
}
