import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import PdfDocument from 'pdfkit';

/** Characters that are in every font of ours, and need no second look. */
const plain = /^[\n\r\u0020-\u007E\u00A0-\u00AC\u00AE-\u017F–—’“”…€·−]*$/;

/**
 * Returns the function that writes a text with the characters of a font alone. What the font lacks is written in
 * compatible characters (`Ａ` as `A`), or as its Unicode numbers, `U+0E01 0E02`: nothing is lost, two names stay two,
 * and no box stands for a word. Characters that are never drawn (joiners, marks of direction) are left out.
 *
 * @param has whether the font has a character
 */
export function readableIn(has: (point: number) => boolean): (text: string) => string {
  const known = new Map<string, boolean>();
  const isDrawn = (sign: string): boolean => {
    const isKnown = known.get(sign) ?? (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(sign) || has(sign.codePointAt(0) ?? 0));
    if (known.size >= mostKnown) known.clear();
    known.set(sign, isKnown);
    return isKnown;
  };
  const compatible = (sign: string): string => {
    const other = sign.normalize('NFKC');
    return Array.from(other).every(isDrawn) ? other : sign;
  };
  return (text) => {
    if (plain.test(text)) return text;
    let written = '';
    let isInNumbers = false;
    for (const sign of text.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')) {
      const drawn = isDrawn(sign) ? sign : compatible(sign);
      const isNumber = drawn === sign && !isDrawn(sign);
      if (isNumber)
        written += `${isInNumbers ? ' ' : apart(written)}${isInNumbers ? '' : 'U+'}${numberOf(sign)}`;
      else written += isInNumbers ? apart(drawn) + drawn : drawn;
      isInNumbers = isNumber;
    }
    return written;
  };
}

/** How many characters are remembered: the letters of a few scripts. */
const mostKnown = 10_000;

const numberOf = (sign: string): string =>
  (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** A space unless a text begins or ends with one, or is empty: numbers stand apart from what is beside them. */
const apart = (text: string): string => (text === '' || /^\s|\s$/u.test(text) ? '' : ' ');

const { resolve } = createRequire(import.meta.url);

/**
 * The weights of Inter that are embedded, as whole files. `scripts/image.mjs` finds the package by the literal in `resolve('…')`.
 */
const files = {
  regular: () => resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  semibold: () => resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
} as const;
export type Face = keyof typeof files;

/** What a text is drawn in; `tabular` for digits that stand in a column. Sizes in points. */
export interface Style {
  readonly face: Face;
  readonly size: number;
  readonly color: string;
  readonly tabular?: boolean;
}

/** One mark on a page, in points from its upper left corner. The `y` of a text is its baseline. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly style: Style;
    }
  | {
      readonly kind: 'rule';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly thickness: number;
      readonly color: string;
    }
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly color: string;
    }
  /** An area that leads to the page with this `anchor`. */
  | {
      readonly kind: 'link';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly to: string;
    };

/** A laid-out page; `anchor` and `outline` name it for links and for the reader's list of contents. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly anchor?: string | undefined;
  readonly outline?: string | undefined;
}

/** Facts that a PDF says of itself. */
export interface About {
  readonly title: string;
  readonly language: string;
}

/** Whose a file is, and the moment that it states as its creation: known when all that is in it was read. */
export interface Origin {
  readonly author: string;
  readonly at: Date;
}

/** Measures texts and draws pages of one PDF. */
export interface Drawing {
  /** Returns the text as it is drawn: what the font lacks as Unicode numbers. */
  readonly readable: (text: string) => string;
  readonly widthOf: (text: string, style: Pick<Style, 'face' | 'size' | 'tabular'>) => number;
  readonly draw: (page: Page) => void;
  /** Finishes the file. */
  readonly end: (origin: Origin) => void;
  /** Returns the bytes written since the last call; null if there are none. */
  readonly take: () => Uint8Array<ArrayBuffer> | null;
  /** Whether the file is finished and all of it was taken. */
  readonly isDone: () => boolean;
}

/** PDFKit would take the clock's until the date is known. */
const unset = new Date(0);

const fonts = new Map<Face, Promise<Buffer>>();
const read = (face: Face): Promise<Buffer> => {
  const known = fonts.get(face) ?? readFile(files[face]());
  fonts.set(face, known);
  known.catch(() => fonts.delete(face));
  return known;
};

type Features = Readonly<Record<string, boolean>>;

/** A shaped text: its glyphs with their places, and its width in thousandths of the size. */
interface Run {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly advanceWidth: number;
}

/** The parts of PDFKit's embedded font that are not in its types: how it shapes a text, and which characters it has. */
interface Shaper {
  readonly font: { readonly hasGlyphForCodePoint: (point: number) => boolean };
  layout: (text: string, features?: unknown) => Run;
  readonly layoutRun: (text: string, features: Features) => Run;
}

// Contextual alternates take seven times as long as all else, and are for arrows and code.
const kerned: Features = { calt: false, ccmp: false };
/** Of texts with digits: kerning draws "7.9." together until it reads as "79.". */
const unkerned: Features = { ...kerned, kern: false, mark: false, mkmk: false };
const tabular: Features = { ...unkerned, tnum: true };

/** How many shaped texts a document keeps: names and labels come back on each day. */
const mostShaped = 5_000;

/**
 * PDFKit shapes a text anew to measure, place and encode it; once is enough. Amounts, which hardly come back, are put
 * together of single characters: tabular digits all have one width.
 */
function shapeOnce(shaper: Shaper): void {
  const shaped = new Map<string, Run>();
  const once = (text: string, features: Features): Run => {
    const key = features === tabular ? `=${text}` : text;
    const known = shaped.get(key);
    if (known) return known;
    const run = shaper.layoutRun(text, features);
    if (shaped.size >= mostShaped) shaped.clear();
    shaped.set(key, run);
    return run;
  };
  shaper.layout = (text, features) => {
    if (!features) return once(text, /\d/.test(text) ? unkerned : kerned);
    const runs = Array.from(text, (sign) => once(sign, tabular));
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions: runs.flatMap(({ positions }) => positions),
      advanceWidth: runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    };
  };
}

/**
 * Begins a PDF. The same pages give the same bytes, in any process and time zone: its only date is the one it is
 * ended with, in UTC, never the clock's, and its only identifier a hash of what it says of itself.
 */
export async function newDrawing({ title, language }: About): Promise<Drawing> {
  const [regular, semibold] = await Promise.all([read('regular'), read('semibold')]);
  const doc = new PdfDocument({
    autoFirstPage: false,
    margin: 0,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Tillhouse', Producer: 'Tillhouse', CreationDate: unset },
  });
  const shapers = (
    [
      ['regular', regular],
      ['semibold', semibold],
    ] as const
  ).map(([face, font]) => {
    doc.registerFont(face, font);
    doc.font(face);
    // oxlint-disable-next-line no-underscore-dangle, typescript/no-unsafe-type-assertion -- PDFKit's types leave the current font out
    const shaper = (doc as unknown as { readonly _font: Shaper })._font;
    shapeOnce(shaper);
    return shaper;
  });
  const readable = readableIn((point) => shapers.every(({ font }) => font.hasGlyphForCodePoint(point)));
  const featuresOf = (style: Pick<Style, 'tabular'>) =>
    style.tabular ? { features: ['tnum' as const] } : {};
  const mark = (one: Mark): void => {
    if (one.kind === 'text') {
      doc.font(one.style.face).fontSize(one.style.size).fillColor(one.style.color);
      doc.text(one.text, one.x, one.y, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...featuresOf(one.style),
      });
    } else if (one.kind === 'rule') {
      doc.rect(one.x, one.y, one.width, one.thickness).fill(one.color);
    } else if (one.kind === 'box') {
      doc.lineWidth(0.75).strokeColor(one.color).roundedRect(one.x, one.y, one.width, one.height, 4).stroke();
    } else {
      doc.goTo(one.x, one.y, one.width, one.height, one.to);
    }
  };
  return {
    readable,
    widthOf: (text, style) =>
      doc.font(style.face).fontSize(style.size).widthOfString(text, featuresOf(style)),
    draw: ({ width, height, marks, anchor, outline }) => {
      doc.addPage({ size: [width, height], margin: 0 });
      if (anchor !== undefined) doc.addNamedDestination(anchor, 'XYZ', 0, 0, null);
      if (outline !== undefined) doc.outline.addItem(outline);
      marks.forEach(mark);
    },
    end: ({ author, at }) => {
      doc.info.Author = author;
      doc.info.CreationDate = at;
      doc.end();
    },
    take: () => {
      const bytes: unknown = doc.read();
      return bytes instanceof Uint8Array ? new Uint8Array(bytes) : null;
    },
    isDone: () => doc.readableEnded,
  };
}
