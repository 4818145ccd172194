import type { Drawing, Style } from './drawing';

/** Returns the longest beginning of a text, of at least one character, that is no wider than `width`. */
function fitting(drawing: Drawing, text: string, width: number, style: Style): string {
  const signs = Array.from(text);
  let [some, most] = [1, signs.length];
  while (some < most) {
    const middle = Math.ceil((some + most) / 2);
    if (drawing.widthOf(signs.slice(0, middle).join(''), style) <= width) some = middle;
    else most = middle - 1;
  }
  return signs.slice(0, some).join('');
}

/**
 * Breaks a text into lines no wider than `width`: between words, and within a word that is wider than a line. Nothing
 * of it is left out: what the font lacks is written as numbers; control characters, which no font draws, become spaces.
 */
export function wrap(drawing: Drawing, text: string, width: number, style: Style): string[] {
  const lines: string[] = [];
  for (const paragraph of drawing.readable(text).split(/\r\n|\r|\n/)) {
    let line = '';
    for (const word of paragraph.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').split(/ +/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (drawing.widthOf(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (drawing.widthOf(line, style) > width && Array.from(line).length > 1) {
        const part = fitting(drawing, line, width, style);
        lines.push(part);
        line = line.slice(part.length);
      }
    }
    lines.push(line);
  }
  return lines.length > 1 ? lines.filter((line, at) => line !== '' || at === 0) : lines;
}
