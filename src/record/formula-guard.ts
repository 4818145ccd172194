/** What begins a formula in a spreadsheet, also in its wide forms, or a mark that keeps one from it, after blanks too. */
const begins = /^'*\s*'*[=+\-@＝＋－＠\t\r]/;

/**
 * What would begin a formula in a later cell: spreadsheets of another language part a line at another sign than the one
 * it was written with. A minus or plus after a blank is left alone, as in "Sale, -20 %".
 */
const later = /([;,|\t])('*\s*'*[=@＝＠]|'*[+\-＋－])/g;
const laterGuarded = /([;,|\t])'('*\s*'*[=@＝＠]|'*[+\-＋－])/g;

/** Whether a spreadsheet would run a text as a formula, or it begins with the mark that keeps it from that. */
export const beginsFormula = (text: string): boolean => begins.test(text);

/** Returns a text with an apostrophe before what would begin a formula in a cell after its own. */
export const guardedLater = (text: string): string => text.replaceAll(later, "$1'$2");

/** Returns a text as a cell of a CSV file that no spreadsheet runs; `unguardedFormula` takes the apostrophes away. */
export const guardedFormula = (text: string): string =>
  `${beginsFormula(text) ? "'" : ''}${guardedLater(text)}`;

/** Returns a text without the apostrophes of `guardedLater`. */
export const unguardedLater = (text: string): string => text.replaceAll(laterGuarded, '$1$2');

/** Returns a text without the apostrophes of `guardedFormula`. */
export const unguardedFormula = (text: string): string =>
  unguardedLater(text.startsWith("'") && beginsFormula(text.slice(1)) ? text.slice(1) : text);
