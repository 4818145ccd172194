import type { Flow } from './flow';
import { wrap } from './wrap';

/** A column: `text` shares the room that is left and wraps, `short` and `number` are as wide as what they hold, `number` to the right. */
export interface Column {
  readonly head: string;
  readonly kind: 'text' | 'short' | 'number';
  /** The one amount of the table that is read first. */
  readonly isMain?: boolean;
}

export interface Cell {
  readonly text: string;
  /** Money at risk, a failed check; or what adds up. */
  readonly tone?: 'risk' | 'ok';
}
export type CellText = string | Cell;

/** A table: all its cells are shown in full, over as many lines and pages as they need. */
export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly CellText[])[];
  /** The sums, under the ledger rule: one line above, two below. */
  readonly foot?: readonly CellText[] | undefined;
  /** A sentence under the table. */
  readonly note?: string | undefined;
  /** The areas of rows that lead to a page of this anchor. */
  readonly links?: readonly string[] | undefined;
}

export const cellOf = (cell: CellText | undefined): Cell =>
  typeof cell === 'object' ? cell : { text: cell ?? '' };

/** Writes the title of a section, on a page that has room for `follows` below it. */
export function setHeading(flow: Flow, title: string, follows: number): void {
  const { heading } = flow.paper.styles;
  const lines = wrap(flow.drawing, title, flow.width, heading);
  const leading = flow.paper.leading + 3;
  const before = flow.paper.isStrip ? 12 : 16;
  flow.need(before + lines.length * leading + follows);
  flow.space(before);
  for (const line of lines) {
    flow.text(line, flow.left, flow.y + leading * 0.74, heading);
    flow.y += leading;
  }
}
