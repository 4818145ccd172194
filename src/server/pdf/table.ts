import type { Flow } from './flow';
import type { Style } from './drawing';
import { stackedTable } from './stacked-table';
import { cellOf, setHeading, type Cell, type CellText, type Column, type Table } from './table-parts';
import { wrap } from './wrap';

const gap = 10;
const pad = 2.5;
const sizes = [1, 0.94, 0.88, 0.82, 0.76, 0.7];
const leastText = 62;
const usualNumber = 52;

interface Fit {
  readonly widths: readonly number[];
  readonly scale: number;
}

const scaled = (style: Style, scale: number): Style => ({ ...style, size: style.size * scale });

/** Returns the style of a cell. */
function styleOf(flow: Flow, column: Column, { tone }: Cell, isFoot: boolean): Style {
  const { styles } = flow.paper;
  const isNumber = column.kind === 'number';
  const own =
    isFoot || column.isMain
      ? isNumber
        ? styles.main
        : styles.strong
      : isNumber
        ? styles.amount
        : styles.body;
  return tone ? { ...own, face: styles[tone].face, color: styles[tone].color } : own;
}

/** Finds the widths of the columns at the largest size at which all of them have room; null if there is none. */
function fitOf(flow: Flow, table: Table): Fit | null {
  const { columns, rows, foot } = table;
  const { drawing, paper } = flow;
  const texts = columns.filter(({ kind }) => kind === 'text').length;
  const cells = columns.map((column, at) =>
    column.kind === 'text'
      ? 0
      : [...rows, ...(foot ? [foot] : [])].reduce((most, row) => {
          const cell = cellOf(row[at]);
          return Math.max(most, drawing.widthOf(cell.text, styleOf(flow, column, cell, row === foot)));
        }, 0),
  );
  const widest = (texts: readonly string[]): number =>
    texts.reduce((most, text) => Math.max(most, drawing.widthOf(text, paper.styles.label)), 0);
  // With room for them, heads are on one line and columns stand apart; a head may else break between its words.
  const wide = cells.map((width, at) => Math.max(width, widest([columns[at]?.head ?? '']), usualNumber));
  const narrow = cells.map((width, at) => Math.max(width, widest((columns[at]?.head ?? '').split(' '))));
  for (const [natural, scale, least] of [
    [wide, 1, 2 * leastText] as const,
    ...sizes.map((size) => [narrow, size, leastText] as const),
  ]) {
    const fixed = columns.reduce(
      (sum, { kind }, at) => sum + (kind === 'text' ? 0 : (natural[at] ?? 0) * scale),
      gap * (columns.length - 1),
    );
    const room = (flow.width - fixed) / Math.max(texts, 1);
    if (room < least) continue;
    return {
      scale,
      widths: columns.map(({ kind }, at) => (kind === 'text' ? room : (natural[at] ?? 0) * scale)),
    };
  }
  return null;
}

/** Sets a table. Its head is repeated on each page, and its sums stay with its last row. */
export function setTable(flow: Flow, table: Table): void {
  const fit = flow.paper.isStrip ? null : fitOf(flow, table);
  if (fit) columnTable(flow, table, fit);
  else stackedTable(flow, table);
  if (table.note !== undefined) {
    flow.space(2);
    flow.paragraph(table.note, flow.paper.styles.label, flow.paper.leading - 1.5);
  }
}

function columnTable(flow: Flow, table: Table, { widths, scale }: Fit): void {
  const { columns, rows, foot, title, links } = table;
  const { drawing, paper } = flow;
  const leading = paper.leading * Math.max(scale, 0.8);
  const starts = widths.map(
    (_, at) => flow.left + widths.slice(0, at).reduce((sum, width) => sum + width + gap, 0),
  );

  const linesOf = (row: readonly CellText[], styles: (column: Column, cell: Cell) => Style) =>
    columns.map((column, at) => {
      const cell = cellOf(row[at]);
      const style = scaled(styles(column, cell), scale);
      return { style, column, lines: wrap(drawing, cell.text, (widths[at] ?? 0) + 0.05, style) };
    });
  type Lines = ReturnType<typeof linesOf>;
  const heightOf = (row: Lines, first = 0): number =>
    Math.max(...row.map(({ lines }) => lines.length - first), 1) * leading + 2 * pad;
  const write = (row: Lines, from = 0, to = Infinity): void => {
    const height =
      Math.max(...row.map(({ lines }) => Math.min(lines.length, to) - from), 1) * leading + 2 * pad;
    row.forEach(({ column, style, lines }, at) => {
      const isNumber = column.kind === 'number';
      const x = (starts[at] ?? 0) + (isNumber ? (widths[at] ?? 0) : 0);
      lines.slice(from, to).forEach((line, index) => {
        flow.text(line, x, flow.y + pad + leading * (index + 0.74), style, isNumber ? 'right' : 'left');
      });
    });
    flow.y += height;
  };

  const heads = linesOf(
    columns.map(({ head }) => head),
    () => paper.styles.label,
  );
  const body = rows.map((row) => linesOf(row, (column, cell) => styleOf(flow, column, cell, false)));
  const sums = foot && linesOf(foot, (column, cell) => styleOf(flow, column, cell, true));
  const footHeight = sums ? heightOf(sums) + 4 : 0;
  const [first] = body;
  const opening = (first ? Math.min(heightOf(first), flow.most / 3) : 0) + (body.length < 2 ? footHeight : 0);
  const head = (): void => {
    write(heads);
    flow.rule(flow.y - 0.5, 0.5, paper.ink);
  };
  setHeading(flow, title, heightOf(heads) + opening);
  head();
  body.forEach((row, at) => {
    const isLast = at === body.length - 1;
    const lines = Math.max(...row.map((cell) => cell.lines.length), 1);
    const whole = heightOf(row) + (isLast ? footHeight : 0);
    if (!flow.fits(whole)) {
      flow.breakPage();
      head();
    }
    const top = flow.y;
    // A row that is higher than a page goes on over the next ones.
    const most = Math.max(Math.floor((flow.most - heightOf(heads) - footHeight - 2 * pad) / leading), 1);
    for (let from = 0; from < lines; from += most) {
      if (from > 0) {
        flow.breakPage();
        head();
      }
      write(row, from, from + most);
    }
    if (!isLast || !sums) flow.rule(flow.y - 0.25, 0.35);
    const to = links?.[at];
    if (to !== undefined && flow.y > top)
      flow.mark({ kind: 'link', x: flow.left, y: top, width: flow.width, height: flow.y - top, to });
  });
  if (!sums) return;
  flow.rule(flow.y - 0.25, 0.6, paper.ink);
  write(sums);
  flow.rule(flow.y - 0.5, 0.6, paper.ink);
  flow.rule(flow.y + 1.1, 0.6, paper.ink);
  flow.y += 4;
}
