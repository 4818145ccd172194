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
