import { codePages } from '@/record/code-pages';

/** The upper halves of one-byte character sets, in the order of their bytes. */
const upper = {
  ascii: '',
  /** IBM code page 437, which SIE calls PC8. From 0x80. */
  cp437: codePages.cp437,
  /** Windows-1252. From 0x80; the bytes without a character are U+FFFD here. */
  windows1252: `€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ${String.fromCharCode(
    ...Array.from({ length: 96 }, (_, at) => 0xa0 + at),
  )}`,
} as const;
/** A one-byte character set. */
export type Charset = keyof typeof upper;

const bytesOf = (set: Charset): ReadonlyMap<string, number> =>
  new Map(
    Array.from(upper[set]).flatMap((char, at) => (char === '\uFFFD' ? [] : [[char, 0x80 + at] as const])),
  );
const sets: Readonly<Record<Charset, ReadonlyMap<string, number>>> = {
  ascii: bytesOf('ascii'),
  cp437: bytesOf('cp437'),
  windows1252: bytesOf('windows1252'),
};

/** What is written for characters that have no simpler form by decomposition. */
const instead: Readonly<Record<string, string>> = {
  '€': 'EUR',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  Œ: 'OE',
  œ: 'oe',
  Þ: 'Th',
  þ: 'th',
  Ð: 'D',
  ð: 'd',
  ẞ: 'SS',
  '–': '-',
  '—': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '×': 'x',
};

/**
 * Returns text in characters that a character set has. One that it does not have becomes its simplest form (`ő` is `o`, `€` is
 * `EUR`, a fullwidth `；` is `;`), or a question mark: nothing is dropped. It comes before all that gives a character a meaning: a separator
 * or a quotation mark that only appears here has to be escaped, too.
 */
export function writable(text: string, set: Charset): string {
  const known = sets[set];
  const isKnown = (char: string) => (char.codePointAt(0) ?? 0) < 0x80 || known.has(char);
  return Array.from(text.normalize('NFC'))
    .map((char) => {
      if (isKnown(char)) return char;
      const simple = instead[char] ?? char.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      const isPlain = simple !== '' && Array.from(simple).every((one) => (one.codePointAt(0) ?? 0) < 0x80);
      return isPlain ? simple : '?';
    })
    .join('');
}

/** Encodes text that is `writable` in a one-byte character set. @throws Error for a character that is not in it. */
export function encode(text: string, set: Charset): Uint8Array<ArrayBuffer> {
  const known = sets[set];
  return Uint8Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    const byte = code < 0x80 ? code : known.get(char);
    if (byte === undefined) throw new Error(`The character U+${code.toString(16)} is not in ${set}`);
    return byte;
  });
}

/** Returns text for a field of a one-byte file: writable, on one line, at most so many characters. */
export const fieldText = (text: string, set: Charset, length = Infinity): string =>
  shortened(oneLine(writable(text, set)), length);

/** Returns text as one line: line ends, tabs and control characters are one space. */
export const oneLine = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are the ones
  text.replaceAll(/[\u0000-\u001F\u007F\u0085\u2028\u2029\s]+/g, ' ').trim();

/** Returns the first characters of a text, never half of one. */
export const shortened = (text: string, length: number): string => Array.from(text).slice(0, length).join('');

/** Returns text with an apostrophe in front if a spreadsheet would run it as a formula; fullwidth signs begin one, too. */
export const noFormula = (text: string): string => (/^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text);

/** Returns a part of a file's name in ASCII letters, digits and hyphens: receiving programs accept nothing else. */
export const plainName = (text: string): string =>
  writable(text, 'ascii')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
