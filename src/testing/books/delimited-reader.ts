/** The characters of Windows-1252 that are not those of Latin 1, by their bytes. */
const special = new Map<number, string>(
  Array.from('€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ').map((char, at) => [0x80 + at, char] as const),
);

/** Returns the text of a file in Windows-1252. */
export const fromWindows1252 = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) => (byte < 0x80 || byte > 0x9f ? String.fromCharCode(byte) : (special.get(byte) ?? '')))
    .join('');

/**
 * Reads lines of fields that are separated by semicolons; fields may be in quotation marks, a mark in them is doubled. Every
 * line has to end with CR LF.
 *
 * @throws if the file or a quotation breaks off.
 */
export function readDelimited(text: string, separator = ';'): string[][] {
  if (!text.endsWith('\r\n')) throw new Error('The last line does not end');
  return text
    .slice(0, -2)
    .split('\r\n')
    .map((line) => readLine(line, separator));
}

function readLine(line: string, separator: string): string[] {
  const fields: string[] = [];
  let rest = line;
  for (;;) {
    if (rest.startsWith('"')) {
      const match = /^"((?:""|[^"])*)"/.exec(rest);
      if (!match) throw new Error(`A quotation does not end: ${rest}`);
      fields.push((match[1] ?? '').replaceAll('""', '"'));
      rest = rest.slice(match[0].length);
    } else {
      const end = rest.indexOf(separator);
      fields.push(end < 0 ? rest : rest.slice(0, end));
      rest = end < 0 ? '' : rest.slice(end);
    }
    if (rest === '') return fields;
    if (!rest.startsWith(separator)) throw new Error(`No separator: ${rest}`);
    rest = rest.slice(separator.length);
  }
}

/** Returns an amount with a decimal comma and exactly two decimals in hundredths. */
export function hundredths(text: string): bigint {
  if (!/^-?\d+,\d\d$/.test(text)) throw new Error(`Not an amount: ${text}`);
  return BigInt(text.replace(',', ''));
}
