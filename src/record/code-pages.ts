/**
 * The upper halves of the code pages of DOS, which `TextDecoder` does not know: 128 characters from 0x80 on. Imported files are
 * read by them, and SIE is written in the second, which it calls PC8.
 */
export const codePages = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
} as const;

/** A code page that is decoded by its table. */
export type CodePage = keyof typeof codePages;

/** Whether an encoding is one of these code pages. */
export const isCodePage = (encoding: string): encoding is CodePage => Object.hasOwn(codePages, encoding);

/** Returns bytes of a code page as text. Every byte has a character. */
export function decodeCodePage(bytes: Uint8Array, page: CodePage): string {
  const table = codePages[page];
  const units = Uint16Array.from(bytes, (byte) => (byte < 128 ? byte : table.charCodeAt(byte - 128)));
  return new TextDecoder('utf-16le').decode(units);
}
