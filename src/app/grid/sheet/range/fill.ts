import { isInBlock, sizeOf, type Bounds, type CellBlock, type CellPlace } from './range';

/**
 * Returns the block that a paste writes: the size of the source, from the first cell of the target on. In a dimension
 * in which the target is a whole multiple of the source, the source is repeated over all of it, as in spreadsheets.
 */
export function pasteBlock(source: Bounds, target: CellBlock): CellBlock {
  const to = sizeOf(target);
  const rows = to.rows % source.rows === 0 ? to.rows : source.rows;
  const columns = to.columns % source.columns === 0 ? to.columns : source.columns;
  return {
    rows: [target.rows[0], target.rows[0] + rows - 1],
    columns: [target.columns[0], target.columns[0] + columns - 1],
  };
}

/**
 * Returns the cell of the source that a cell takes, counted from the corner at `origin`: the source is repeated in both
 * directions, also above and to the left of it.
 */
export const tiled = (at: CellPlace, origin: CellPlace, source: Bounds): CellPlace => ({
  row: modulo(at.row - origin.row, source.rows),
  column: modulo(at.column - origin.column, source.columns),
});

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** A fill: the cells that are copied, and the block that they are repeated over, without the source itself. */
export interface Fill {
  readonly source: CellBlock;
  readonly target: CellBlock;
}

/**
 * Returns what Ctrl D (`down`) or Ctrl R (`right`) copies in a block: its first row or column to the others; in a block
 * of one row or column, what stands before it. Null if nothing does.
 */
export function fillWithin(block: CellBlock, direction: 'down' | 'right'): Fill | null {
  const side = direction === 'down' ? 'rows' : 'columns';
  const [first, last] = block[side];
  if (first < last)
    return { source: { ...block, [side]: [first, first] }, target: { ...block, [side]: [first + 1, last] } };
  return first === 0 ? null : { source: { ...block, [side]: [first - 1, first - 1] }, target: block };
}

/**
 * Returns what the fill handle does when it is dragged from a block to a cell: the block is repeated along the side on
 * which the cell is further away. Null if the cell is inside the block.
 */
export function fillTo(source: CellBlock, at: CellPlace): Fill | null {
  if (isInBlock(source, at)) return null;
  const beyond = (value: number, [first, last]: readonly [number, number]) =>
    value < first ? value - first : Math.max(value - last, 0);
  const down = beyond(at.row, source.rows);
  const right = beyond(at.column, source.columns);
  const side = Math.abs(down) >= Math.abs(right) ? 'rows' : 'columns';
  const [first, last] = source[side];
  const to = side === 'rows' ? at.row : at.column;
  const span: [number, number] = to < first ? [to, first - 1] : [last + 1, to];
  return { source, target: { ...source, [side]: span } };
}

/** Returns the cell that a cell of a fill's target takes its value from. */
export function sourceOf({ source }: Fill, at: CellPlace): CellPlace {
  const origin = { row: source.rows[0], column: source.columns[0] };
  const from = tiled(at, origin, sizeOf(source));
  return { row: origin.row + from.row, column: origin.column + from.column };
}
