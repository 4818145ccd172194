/** The upper half of IBM code page 437, from byte 0x80. */
const upper =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0';

/** A line of an SIE file: its label and fields; a list of objects in braces is one field. */
export interface SieLine {
  readonly label: string;
  readonly fields: readonly (string | readonly string[])[];
}

/** A voucher with its bookings. */
export interface SieVoucher {
  readonly head: SieLine;
  readonly bookings: readonly SieLine[];
}

/**
 * Reads an SIE 4 file by the rules of the SIE group's description of the format. It knows nothing of the writer.
 *
 * @throws if a line, a quotation or a block is not closed, or a voucher is not balanced.
 */
export function readSie(bytes: Uint8Array): { lines: SieLine[]; vouchers: SieVoucher[] } {
  const text = [...bytes]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : upper[byte - 0x80]))
    .join('');
  const lines: SieLine[] = [];
  const vouchers: SieVoucher[] = [];
  let open: { head: SieLine; bookings: SieLine[] } | null = null;
  let before: SieLine | null = null;
  for (const raw of text.split(/\r\n|\n/)) {
    const line = raw.trim();
    if (line === '') continue;
    if (line === '{') {
      if (before?.label !== '#VER') throw new Error('A block belongs to a voucher');
      open = { head: before, bookings: [] };
    } else if (line === '}') {
      if (!open) throw new Error('A block ends that did not begin');
      requireBalance(open);
      vouchers.push(open);
      open = null;
    } else {
      const read = readLine(line);
      if (open) open.bookings.push(read);
      else lines.push(read);
      before = read;
    }
  }
  if (open) throw new Error('A block does not end');
  return { lines, vouchers };
}

function requireBalance({ bookings, head }: SieVoucher): void {
  const sum = bookings
    .filter(({ label }) => label === '#TRANS')
    .reduce((total, { fields }) => total + cents(String(fields[2])), 0n);
  if (sum !== 0n) throw new Error(`Voucher ${JSON.stringify(head.fields)} is off by ${sum}`);
}

/** Returns an amount in hundredths. */
export function cents(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) throw new Error(`Not an amount: ${text}`);
  const [, sign, whole = '0', part = ''] = match;
  return BigInt(`${sign}${whole}${part.padEnd(2, '0')}`);
}

function readLine(line: string): SieLine {
  const label = /^#[A-Z]+/.exec(line)?.[0];
  if (label === undefined) throw new Error(`A line without a label: ${line}`);
  const [fields, rest] = readFields(line.slice(label.length), '');
  if (rest !== '') throw new Error(`More than a line: ${rest}`);
  return { label, fields };
}

function readFields(text: string, end: string): [(string | string[])[], string] {
  const fields: (string | string[])[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[ \t]+/, '');
    if (rest === '' || (end !== '' && rest.startsWith(end))) return [fields, rest.slice(end.length)];
    if (rest.startsWith('{')) {
      const [inner, after] = readFields(rest.slice(1), '}');
      fields.push(inner.map(String));
      rest = after;
    } else if (rest.startsWith('"')) {
      const match = /^"((?:\\"|[^"])*)"/.exec(rest);
      if (!match) throw new Error(`A quotation does not end: ${rest}`);
      fields.push((match[1] ?? '').replaceAll(String.raw`\"`, '"'));
      rest = rest.slice(match[0].length);
    } else {
      const match = /^[^ \t{}"]+/.exec(rest);
      if (!match) throw new Error(`No field: ${rest}`);
      fields.push(match[0]);
      rest = rest.slice(match[0].length);
    }
  }
}
