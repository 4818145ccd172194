import type { Paper } from './paper';
import type { Mark, Page, Drawing, Style } from './drawing';
import { wrap } from './wrap';

/**
 * Sets blocks one below the other and begins a page where the next one has no room. It only lays out: `pages` are drawn
 * later, when it is known how many there are.
 */
export class Flow {
  readonly drawing: Drawing;
  readonly paper: Paper;
  readonly left: number;
  readonly width: number;
  /** The distance of the next block from the top of the page. */
  y: number;
  private readonly done: Mark[][] = [[]];
  private hasNumbers = false;
  private readonly anchors: { readonly at: number; readonly anchor: string; readonly outline: string }[] = [];

  constructor(drawing: Drawing, paper: Paper) {
    this.drawing = drawing;
    this.paper = paper;
    this.left = paper.margin.x;
    this.width = paper.width - 2 * paper.margin.x;
    this.y = paper.margin.top;
  }

  /** The room between the top of a page and its foot. */
  get most(): number {
    return this.paper.height - this.paper.margin.top - this.paper.margin.bottom;
  }

  /** The number of pages so far. */
  get count(): number {
    return this.done.length;
  }

  /** Whether a block of this height has room on the page. */
  fits(height: number): boolean {
    return this.y + height <= this.paper.height - this.paper.margin.bottom + 0.01;
  }

  /** Begins a page unless a block of this height has room. */
  need(height: number): void {
    if (!this.fits(height) && this.y > this.paper.margin.top) this.breakPage();
  }

  breakPage(): void {
    this.done.push([]);
    this.y = this.paper.margin.top;
  }

  /** Names the current page, for links and for the reader's list of contents. */
  anchor(anchor: string, outline: string): void {
    this.anchors.push({ at: this.done.length - 1, anchor, outline });
  }

  /** Whether a text had characters that the font lacks. */
  get hasUnreadable(): boolean {
    return this.hasNumbers;
  }

  mark(mark: Mark): void {
    if (mark.kind === 'text' && mark.text.includes('U+')) this.hasNumbers = true;
    this.done.at(-1)?.push(mark);
  }

  /** Writes one line of text with its baseline at `y`, ending at `x` if it is to the right. */
  text(text: string, x: number, y: number, style: Style, align: 'left' | 'right' = 'left'): void {
    if (text === '') return;
    const written = this.drawing.readable(text);
    const at = align === 'left' ? x : x - this.drawing.widthOf(written, style);
    this.mark({ kind: 'text', text: written, x: at, y, style });
  }

  rule(y: number, thickness = 0.5, color = this.paper.line, x = this.left, width = this.width): void {
    this.mark({ kind: 'rule', x, y, width, thickness, color });
  }

  /** Writes a text over as many lines as it needs. */
  paragraph(text: string, style: Style, leading = this.paper.leading): void {
    for (const line of wrap(this.drawing, text, this.width, style)) {
      this.need(leading);
      this.text(line, this.left, this.y + leading * 0.75, style);
      this.y += leading;
    }
  }

  space(height: number): void {
    if (this.y > this.paper.margin.top) this.y += height;
  }

  /** Returns the pages; a strip that is one page is as long as what it holds. */
  pages(): Page[] {
    const { paper } = this;
    const height =
      paper.isStrip && this.done.length === 1 ? Math.ceil(this.y + paper.margin.bottom) : paper.height;
    return this.done.map((marks, at) => {
      const named = this.anchors.find((one) => one.at === at);
      return { width: paper.width, height, marks, anchor: named?.anchor, outline: named?.outline };
    });
  }
}

/** Adds the foot to pages: what they belong to at the left, and "n of m" at the right, counted over all of them. */
export function* withFeet(
  pages: readonly Page[],
  {
    drawing,
    paper,
    foot,
    of,
  }: { drawing: Drawing; paper: Paper; foot: (page: number) => string; of: (n: number, m: number) => string },
): Generator<Page> {
  for (const [at, page] of pages.entries()) {
    const number = of(at + 1, pages.length);
    const style = { ...paper.styles.foot, tabular: true };
    const y = page.height - paper.margin.bottom * 0.45;
    const end = paper.width - paper.margin.x;
    const width = end - paper.margin.x - drawing.widthOf(number, style) - 10;
    // The running title is a help to the eye: all of it stands in the head of the first page.
    const [line = '', more] = wrap(drawing, foot(at), width, paper.styles.foot);
    yield {
      ...page,
      marks: [
        ...page.marks,
        {
          kind: 'text',
          text: more === undefined ? line : `${line.slice(0, -1)}…`,
          x: paper.margin.x,
          y,
          style: paper.styles.foot,
        },
        { kind: 'text', text: number, x: end - drawing.widthOf(number, style), y, style },
      ],
    };
  }
}
