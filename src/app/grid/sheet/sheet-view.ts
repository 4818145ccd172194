import type { KeyboardEvent, ReactNode } from 'react';
import type { ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import type { CellEdits, CellEditsState } from '../edit/cell-edits';

/** What the sheet, which is loaded after the rows, adds to the grid. Replaced by a new object when a cell changes. */
export interface SheetView {
  /** Handles a key before the grid does; returns whether it did. */
  key: (event: KeyboardEvent) => boolean;
  /** Edits of single cells, which are collected while changes are. */
  readonly edits: CellEdits;
  readonly state: CellEditsState;
  /** Least widths in pixels of columns whose cells show two amounts, by column key. */
  readonly widths: ReadonlyMap<string, number>;
  /** Returns a record as it would be with what is not stored yet. */
  rowOf: (row: Row) => Row;
  /** Returns the content of the cells of a record that differs from what is stored; undefined for the usual one. */
  cellsOf: (row: Row) => ((column: ScreenColumn) => ReactNode) | undefined;
}
