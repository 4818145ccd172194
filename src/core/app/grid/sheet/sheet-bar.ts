import type { ComponentType } from 'react';
import type { JsonObject } from '@/core/record/json';
import type { Row } from '../../data/row';
import type { RowQuery } from '../../data/row-source';
import type { ScreenColumn } from '../../shell/screen';
import type { NewValue } from './pending';
import type { CellBlock } from './range/range';
import type { Stored } from './sheet-store';

/** What a bar over the rows of a sheet knows of it, and does in it. */
export interface SheetAccess {
  /** The marked cells, or the cell with the cursor; null without one. */
  readonly block: CellBlock | null;
  readonly columns: readonly ScreenColumn[];
  /** The rows that the list shows; how many there are, and how many without search and filters. */
  readonly query: RowQuery;
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
  /** Shows values in the cells before they are stored or collected; nothing with null. */
  show: (values: readonly NewValue[] | null) => void;
  /** Stores values, or collects them: as a change of one cell does. */
  change: (values: readonly NewValue[], made: Made) => Promise<Stored>;
  /** Focuses the rows. */
  focus: () => void;
}

/** What a change set is called that is made here, and what it keeps of how it came about. */
export interface Made {
  readonly name: string;
  readonly data: JsonObject;
}

/** A bar over the rows of a sheet. `onKey` is given a function that handles a key of the rows before they do. */
export type SheetBar = ComponentType<{ readonly sheet: SheetAccess }>;
