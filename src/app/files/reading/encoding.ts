import { decodeCodePage, isCodePage } from '@/record/code-pages';
import { findingOf, type Finding } from './row';

/** The encodings in which files are read: those of `TextDecoder` by its names, and two code pages of DOS. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-15',
  'macintosh',
  'cp850',
  'cp437',
] as const;
/** An encoding of a text file. */
export type Encoding = (typeof encodings)[number];

/** Bytes that are read at once. */
export const chunkSize = 1 << 20;

/** Reads the bytes of a file in chunks. */
export async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += chunkSize)
    yield new Uint8Array(await file.slice(at, at + chunkSize).arrayBuffer());
}

/**
 * Finds the encoding of a text file: by its byte order mark, by the zero bytes of UTF-16, or by whether all of it is
 * valid UTF-8. Of the encodings with a byte for each letter, it is the one in which every letter and sign stands where
 * people write such; if several are, and say different things, it is for a person to say.
 */
export async function findEncoding(file: Blob): Promise<Finding<Encoding>> {
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return findingOf<Encoding>(['utf-8']);
  if (head[0] === 0xff && head[1] === 0xfe) return findingOf<Encoding>(['utf-16le']);
  if (head[0] === 0xfe && head[1] === 0xff) return findingOf<Encoding>(['utf-16be']);
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // Most letters of our languages have a zero byte in UTF-16, and no text has one otherwise.
  if (odd > head.length / 8 && odd > 4 * even) return findingOf<Encoding>(['utf-16le']);
  if (even > head.length / 8 && even > 4 * odd) return findingOf<Encoding>(['utf-16be']);
  const { isUtf8, sample } = await examine(file);
  return isUtf8 ? findingOf<Encoding>(['utf-8']) : findSingleByte(sample);
}

/** How many bytes of lines with letters beyond ASCII are looked at. */
const mostSampled = 1 << 18;

/** Returns whether all of a file is UTF-8, and its first lines with bytes beyond ASCII. */
async function examine(file: Blob): Promise<{ isUtf8: boolean; sample: Uint8Array }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  const sample: number[] = [];
  for await (const chunk of chunksOf(file)) {
    if (isUtf8) isUtf8 = decodes(decoder, chunk);
    let start = 0;
    let isHigh = false;
    for (let at = 0; at <= chunk.length && sample.length < mostSampled; at += 1) {
      const byte = chunk[at] ?? 10;
      if (byte >= 128) isHigh = true;
      else if (byte === 10 || byte === 13) {
        if (isHigh) sample.push(...chunk.subarray(Math.max(start, at - 2000), at), 10);
        start = at + 1;
        isHigh = false;
      }
    }
    if (!isUtf8 && sample.length >= mostSampled) break;
  }
  return { isUtf8: isUtf8 && decodes(decoder), sample: Uint8Array.from(sample) };
}

function decodes(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** The letters of the languages that an encoding is used for; a file is of one language, with loans in the west. */
const western = 'åäöéèêàáâçñüúùûóòôíìîïëøæßœÿãõšžðþý';
const languages = {
  west: [
    'åäöéèêàáâçñüúûóôíîïëšžøæß',
    'éèêëàâçîïôûùüÿœæñöäáíó',
    'àèéìòùî',
    'áéíóúñüçàèïòãâêôõ',
    'áéíóúýþæöðéåøäü',
  ],
  east: ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíľňóôšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ', 'äöüßáéóšž'],
} as const;
const singleBytes: readonly { readonly name: Encoding; readonly of: 'west' | 'east' | 'cyrillic' }[] = [
  { name: 'windows-1252', of: 'west' },
  { name: 'iso-8859-15', of: 'west' },
  { name: 'windows-1250', of: 'east' },
  { name: 'windows-1251', of: 'cyrillic' },
  { name: 'cp850', of: 'west' },
  { name: 'cp437', of: 'west' },
  { name: 'macintosh', of: 'west' },
];

function findSingleByte(sample: Uint8Array): Finding<Encoding> {
  const readings = singleBytes.map(({ name, of }) => {
    const text = decodeAll(sample, name);
    return { name, text, wrong: wrongShare(text, of) };
  });
  const fitting = readings.filter(({ wrong }) => wrong === 0);
  if (fitting.length === 0)
    return {
      value: null,
      candidates: readings.toSorted((a, b) => a.wrong - b.wrong).map(({ name }) => name),
    };
  const [first] = fitting;
  const isOne = fitting.every(({ text }) => text === first?.text);
  return { value: isOne ? (first?.name ?? null) : null, candidates: fitting.map(({ name }) => name) };
}

// `stream`, since some versions of Node.js decode Windows-1252 as Latin-1 without it.
const decodeAll = (bytes: Uint8Array, encoding: Encoding): string =>
  isCodePage(encoding)
    ? decodeCodePage(bytes, encoding)
    : new TextDecoder(encoding).decode(bytes, { stream: true });

/** Words of one letter in the languages of the west. */
const lone = 'àåöéóáèäÀÅÖÄÉ';
const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** Returns the share of the characters beyond ASCII that stand where nobody writes such. */
function wrongShare(text: string, of: 'west' | 'east' | 'cyrillic'): number {
  let all = 0;
  let wrong = 0;
  const letters = new Set<string>();
  for (const { 0: character, index } of text.matchAll(/[^\0-\x7F]/gu)) {
    all += 1;
    const before = text[index - 1] ?? ' ';
    const after = text[index + 1] ?? ' ';
    if (isLetter(character)) {
      if (of !== 'cyrillic') letters.add(character.toLowerCase());
      wrong += isLetterInPlace(character, before, after, of) ? 0 : 1;
    } else wrong += isSignInPlace(character, before, after) ? 0 : 1;
  }
  if (all === 0) return 0;
  const known = of === 'cyrillic' ? [] : languages[of];
  const isOfOne =
    letters.size === 0 || known.some((language) => [...letters].every((one) => language.includes(one)));
  // Letters of several languages: each is one that the encoding's languages have, but not together.
  return Math.max(wrong / all, isOfOne || of === 'cyrillic' ? 0 : 0.001);
}

function isLetterInPlace(
  character: string,
  before: string,
  after: string,
  of: 'west' | 'east' | 'cyrillic',
): boolean {
  const isUpper = character !== character.toLowerCase();
  if (isUpper && /\p{Ll}/u.test(before)) return false;
  if (of === 'cyrillic') {
    const isBeside = (one: string) => isLetter(one) && /\p{Script=Cyrillic}/u.test(one);
    return (
      /[а-яё]/iu.test(character) &&
      !/[a-z]/i.test(before + after) &&
      (isBeside(before) || isBeside(after) || 'вксоуияа'.includes(character.toLowerCase()))
    );
  }
  if (of === 'west' && !western.includes(character.toLowerCase())) return false;
  if (isLetter(before) || isLetter(after)) {
    // Three letters of this kind in a row are a word of another alphabet; Polish has such words.
    const isForeign = (one: string) => isLetter(one) && !/[a-z]/i.test(one);
    return of === 'east' || !(isForeign(before) && isForeign(after));
  }
  return of === 'west' ? lone.includes(character) : 'áéóúíAE'.includes(character.toLowerCase());
}

function isSignInPlace(character: string, before: string, after: string): boolean {
  const isBetween = isLetter(before) && isLetter(after);
  if ('€£¥'.includes(character)) return /[\d\s\u00A0;,.:"'(\t|-]/u.test(before) && !isBetween;
  if ('²³'.includes(character)) return /[mM\d]/.test(before);
  if ('½¼¾'.includes(character)) return !isLetter(before) && !isLetter(after);
  if (character === '°') return /[\d\s]/.test(before);
  if ('’´'.includes(character)) return isLetter(before) || isLetter(after);
  if ('“„«‘'.includes(character)) return !isLetter(before) && !/\s/.test(after);
  if ('”»'.includes(character)) return !/\s/.test(before) && !isLetter(after);
  if ('–—×±÷\u00A0·•'.includes(character)) return !isBetween;
  if ('®©™…'.includes(character)) return !isLetter(after);
  if ('ºª‰'.includes(character)) return /[\d\s]/.test(before);
  if (character === '§') return /[\s;,(]/.test(before) && /[\s\d]/.test(after) && /\d/.test(after);
  return false;
}

/** Decodes a file in chunks, without its byte order mark. Bytes that mean nothing become U+FFFD. */
export async function* textOf(file: Blob, encoding: Encoding): AsyncGenerator<string> {
  if (isCodePage(encoding)) {
    for await (const chunk of chunksOf(file)) yield decodeCodePage(chunk, encoding);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunksOf(file)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
