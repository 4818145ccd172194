import { createContext, type ComponentType, type ReactNode } from 'react';
import type { Row } from '../../data/row';
import type { RowQuery } from '../../data/row-source';
import type { ScreenColumn } from '../../shell/screen';
import type { NewValue } from './pending';
import type { CellBlock, CellPlace } from './range/range';
import type { Made, Stored } from './sheet-store';

/** What a bar over the rows of a sheet knows of it, and does in it. */
export interface SheetAccess {
  /** The marked cells, or the cell with the cursor; null without one. */
  readonly block: CellBlock | null;
  /** The active cell; null without one. */
  readonly at: CellPlace | null;
  readonly columns: readonly ScreenColumn[];
  /** The rows that the list shows; how many there are, and how many without search and filters. */
  readonly query: RowQuery;
  /** The rows that are shown alone; null if those of the list are. */
  readonly only: readonly Row[] | null;
  readonly total: number;
  readonly all: number | null;
  /** Returns a row that is loaded. */
  row: (index: number) => Row | undefined;
  /** Returns a record as it would be with what is collected. */
  asItWouldBe: (row: Row) => Row;
  /** Reads the rows from the first to the last index. */
  rowsOf: (span: readonly [number, number]) => Promise<(index: number) => Row | undefined>;
  /** Whether the record belongs to the parent company. */
  isOwned: (row: Row) => boolean;
  /** Shows values of records before they are stored or collected; none with null. */
  show: (live: Live | null) => void;
  /** Stores values, or collects them: as a change of one cell does. */
  change: (values: readonly NewValue[], made: Made) => Promise<Stored>;
  /** Whether values would be collected, and not stored at once. */
  collects: (values: readonly NewValue[]) => boolean;
  /** Scrolls the column of a field into view, with those that stand next to it. */
  reveal: (field: string) => void;
  /** Takes back what was stored or collected last. */
  undo: () => void;
  /** Returns a strip under the marked cells, in the scrolled content; null without any. */
  below: (content: ReactNode) => ReactNode;
  /** Opens the draft with what was collected. */
  preview: () => void;
  /** Focuses the rows. */
  focus: () => void;
}

/** Returns what would become of a record, as it is stored. */
export type Live = (row: Row) => readonly NewValue[];

/** A bar over the rows of a sheet. The key `=` on the rows focuses its first input. */
export type SheetBar = ComponentType<{ readonly sheet: SheetAccess }>;

/** The bar between the tools and the rows of a list whose cells are edited; null without one. */
export const SheetBarContext = createContext<SheetBar | null>(null);
