/** The place of a cell: row and column by index, both from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A block of cells, first and last row and column included. */
export interface CellBlock {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** A range of cells: `anchor` is the active cell, where it was begun; `focus` is the corner that moves. */
export interface Range {
  readonly anchor: CellPlace;
  readonly focus: CellPlace;
}

/** How many rows and columns there are. */
export interface Bounds {
  readonly rows: number;
  readonly columns: number;
}

/** A direction of the arrow keys. */
export type Direction = 'up' | 'down' | 'left' | 'right';

/** Returns the range of a single cell. */
export const singleCell = (at: CellPlace): Range => ({ anchor: at, focus: at });

/** Returns the block that a range covers. */
export const blockOf = ({ anchor, focus }: Range): CellBlock => ({
  rows: [Math.min(anchor.row, focus.row), Math.max(anchor.row, focus.row)],
  columns: [Math.min(anchor.column, focus.column), Math.max(anchor.column, focus.column)],
});

/** Returns the range with its moving corner at this cell: Shift and a click, or a drag. */
export const extendTo = ({ anchor }: Range, focus: CellPlace): Range => ({ anchor, focus });

/** Returns the range with its moving corner one cell on, within the bounds: Shift and an arrow key. */
export function extendBy(range: Range, direction: Direction, bounds: Bounds, count = 1): Range {
  const { row, column } = range.focus;
  const by = direction === 'up' || direction === 'left' ? -count : count;
  const isVertical = direction === 'up' || direction === 'down';
  const focus = isVertical ? { row: row + by, column } : { row, column: column + by };
  return clampRange(extendTo(range, focus), bounds);
}

/** Returns the range with its moving corner at the edge: Ctrl, Shift and an arrow key. */
export const extendToEnd = (range: Range, direction: Direction, bounds: Bounds): Range =>
  extendBy(range, direction, bounds, Math.max(bounds.rows, bounds.columns));

/** Returns the range of a whole column; the active cell stays if it is in that column. */
export const wholeColumn = (column: number, bounds: Bounds): Range => ({
  anchor: { row: 0, column },
  focus: { row: Math.max(bounds.rows - 1, 0), column },
});

/** Returns the range with both corners inside the bounds. */
export const clampRange = ({ anchor, focus }: Range, bounds: Bounds): Range => ({
  anchor: clampPlace(anchor, bounds),
  focus: clampPlace(focus, bounds),
});

const clampPlace = ({ row, column }: CellPlace, bounds: Bounds): CellPlace => ({
  row: clamp(row, bounds.rows),
  column: clamp(column, bounds.columns),
});

const clamp = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1));

/** Returns how many rows and columns a block has. */
export const sizeOf = ({ rows, columns }: CellBlock): Bounds => ({
  rows: rows[1] - rows[0] + 1,
  columns: columns[1] - columns[0] + 1,
});

/** Returns how many cells a block has, in the columns that count. */
export function cellCount(
  { rows, columns: [left, right] }: CellBlock,
  counts = (_column: number) => true,
): number {
  let width = 0;
  for (let column = left; column <= right; column += 1) if (counts(column)) width += 1;
  return (rows[1] - rows[0] + 1) * width;
}

/** Returns whether a cell is in a block. */
export const isInBlock = ({ rows, columns }: CellBlock, { row, column }: CellPlace): boolean =>
  row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1];

/** Iterates over the cells of a block, row by row. */
export function* cellsOf({ rows, columns }: CellBlock): Generator<CellPlace> {
  for (let row = rows[0]; row <= rows[1]; row += 1)
    for (let column = columns[0]; column <= columns[1]; column += 1) yield { row, column };
}

/** Returns the block around two blocks. */
export const around = (one: CellBlock, other: CellBlock): CellBlock => ({
  rows: [Math.min(one.rows[0], other.rows[0]), Math.max(one.rows[1], other.rows[1])],
  columns: [Math.min(one.columns[0], other.columns[0]), Math.max(one.columns[1], other.columns[1])],
});
