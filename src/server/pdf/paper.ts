import type { Face, Style } from './drawing';

/** The tokens of the light theme that paper shows. */
const colors = {
  ink: '#131a1d',
  text: '#262e31',
  muted: '#5d676a',
  line: '#dadfe0',
  /** Money at risk, or a decision that waits. */
  attention: '#974e1c',
  ok: '#1c6a45',
} as const;

const millimetre = 72 / 25.4;

/** A size of paper and what is set on it. Lengths in points. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly x: number; readonly top: number; readonly bottom: number };
  /** A till's roll: one page as long as it needs to be, tables as a label and an amount. */
  readonly isStrip: boolean;
  readonly leading: number;
  readonly styles: Readonly<
    Record<
      | 'title'
      | 'heading'
      | 'body'
      | 'strong'
      | 'label'
      | 'figure'
      | 'amount'
      | 'main'
      | 'risk'
      | 'ok'
      | 'foot',
      Style
    >
  >;
  readonly line: string;
  readonly ink: string;
}

const style = (face: Face, size: number, color: keyof typeof colors, tabular = false): Style => ({
  face,
  size,
  color: colors[color],
  tabular,
});

const stylesFor = (size: number, title: number, figure: number): Paper['styles'] => ({
  title: style('semibold', title, 'ink'),
  heading: style('semibold', size + 2, 'ink'),
  body: style('regular', size, 'text'),
  strong: style('semibold', size, 'ink'),
  label: style('regular', size - 1, 'muted'),
  figure: style('semibold', figure, 'ink', true),
  amount: style('regular', size, 'text', true),
  main: style('semibold', size, 'ink', true),
  risk: style('semibold', size, 'attention'),
  ok: style('semibold', size, 'ok'),
  foot: style('regular', 7, 'muted'),
});

/** The papers that can be asked for: A4, and the 80 mm roll of a receipt printer, which prints 72 of them. */
export const papers = {
  a4: {
    width: 210 * millimetre,
    height: 297 * millimetre,
    margin: { x: 15 * millimetre, top: 15 * millimetre, bottom: 17 * millimetre },
    isStrip: false,
    leading: 12,
    styles: stylesFor(8.5, 16, 13),
    line: colors.line,
    ink: colors.ink,
  },
  '80mm': {
    width: 80 * millimetre,
    // As long as a page of a PDF may be, 5 m; it is cut to what it holds.
    height: 14_400,
    margin: { x: 4 * millimetre, top: 5 * millimetre, bottom: 9 * millimetre },
    isStrip: true,
    leading: 11,
    styles: stylesFor(8, 13, 10),
    line: colors.line,
    ink: colors.ink,
  },
} as const satisfies Record<string, Paper>;
export type PaperName = keyof typeof papers;
