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

const day = String.raw`\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`;

/**
 * The 31 fields of the header of a "Buchungsstapel", in their order, with their quotation marks: developer.datev.de, DATEV
 * format, header. The ones that are reserved are empty.
 */
const header: readonly (readonly [name: string, form: RegExp])[] = [
  ['Kennzeichen', /^"EXTF"$/],
  ['Versionsnummer', /^700$/],
  ['Formatkategorie', /^21$/],
  ['Formatname', /^"Buchungsstapel"$/],
  ['Formatversion', /^13$/],
  ['Erzeugt am', new RegExp(String.raw`^${day}(?:[01]\d|2[0-3])[0-5]\d[0-5]\d\d{3}$`)],
  ['Importiert', /^$/],
  ['Herkunft', /^"\w{0,2}"$/],
  ['Exportiert von', /^"\w{0,25}"$/],
  ['Importiert von', /^"\w{0,25}"$/],
  ['Berater', /^\d{4,7}$/],
  ['Mandant', /^\d{1,5}$/],
  ['WJ-Beginn', new RegExp(`^${day}$`)],
  ['Sachkontenlänge', /^[4-8]$/],
  ['Datum vom', new RegExp(`^${day}$`)],
  ['Datum bis', new RegExp(`^${day}$`)],
  ['Bezeichnung', /^"[^"]{0,30}"$/],
  ['Diktatkürzel', /^"(?:[A-Z]{2}){0,2}"$/],
  ['Buchungstyp', /^[12]$/],
  ['Rechnungslegungszweck', /^(?:0|30|40|50|64)$/],
  ['Festschreibung', /^[01]$/],
  ['WKZ', /^"[A-Z]{3}"$/],
  ['Reserviert', /^$/],
  ['Derivatskennzeichen', /^""$/],
  ['Reserviert', /^$/],
  ['Reserviert', /^$/],
  ['Sachkontenrahmen', /^"(?:\d{2})?"$/],
  ['ID der Branchenlösung', /^\d{0,4}$/],
  ['Reserviert', /^$/],
  ['Reserviert', /^""$/],
  ['Anwendungsinformation', /^"[^"]{0,16}"$/],
];

const text = (length: number) => new RegExp(`^(?:"(?:""|[^"]){0,${length}}")?$`);

/** The columns of a booking that have a value, by their place: the first fourteen are those of any such file. */
const booking: Readonly<Record<number, readonly [name: string, form: RegExp]>> = {
  1: ['Umsatz (ohne Soll/Haben-Kz)', /^(?!0+,00$)\d{1,10},\d{2}$/],
  2: ['Soll/Haben-Kennzeichen', /^"[SH]"$/],
  3: ['WKZ Umsatz', /^"[A-Z]{3}"$/],
  7: ['Konto', /^\d{1,9}$/],
  8: ['Gegenkonto (ohne BU-Schlüssel)', /^\d{1,9}$/],
  9: ['BU-Schlüssel', /^"\d{0,4}"$/],
  10: ['Belegdatum', /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$/],
  11: ['Belegfeld 1', /^"[A-Za-z0-9$&%*+\-/]{0,36}"$/],
  14: ['Buchungstext', text(60)],
  21: ['Beleginfo - Art 1', text(20)],
  22: ['Beleginfo - Inhalt 1', text(210)],
  37: ['KOST1 - Kostenstelle', text(36)],
  114: ['Festschreibung', /^[01]$/],
};
const columnCount = 125;

/** Returns the fields of a line with their quotation marks; a semicolon in a quotation does not separate. */
const fieldsOf = (line: string): string[] => line.match(/(?:^|;)(?:"(?:""|[^"])*"|[^";]*)/g)?.map(bare) ?? [];
const bare = (field: string, at: number): string => (at === 0 ? field : field.slice(1));

/**
 * Returns what DATEV's public description of the format does not allow in a file of bookings; empty if all is well. It knows
 * nothing of the writer.
 */
export function datevFaults(bytes: Uint8Array): string[] {
  const lines = fromWindows1252(bytes).split('\r\n');
  if (lines.pop() !== '') return ['The last line does not end with CR LF'];
  const [head = '', names = '', ...bookings] = lines;
  const fields = fieldsOf(head);
  const faults = [...headFaults(fields), ...nameFaults(fieldsOf(names))];
  for (const [at, line] of bookings.entries())
    for (const fault of bookingFaults(fieldsOf(line), fields)) faults.push(`Line ${at + 3}: ${fault}`);
  return faults;
}

function headFaults(fields: readonly string[]): string[] {
  if (fields.length !== header.length) return [`The header has ${fields.length} fields`];
  const faults = header.flatMap(([name, form], at) =>
    form.test(fields[at] ?? '') ? [] : [`${name}: ${fields[at]}`],
  );
  const [begins = '', , from = '', to = ''] = fields.slice(12);
  const next = String(Number(begins.slice(0, 4)) + 1) + begins.slice(4);
  if (from < begins || to >= next || from > to)
    faults.push(`${from} to ${to} is not in the year of ${begins}`);
  return faults;
}

const nameFaults = (names: readonly string[]): string[] => [
  ...(names.length === columnCount ? [] : [`There are ${names.length} names of columns`]),
  ...Object.entries(booking).flatMap(([at, [name]]) =>
    names[Number(at) - 1] === `"${name}"` ? [] : [`Column ${at} is ${names[Number(at) - 1]}`],
  ),
];

function bookingFaults(fields: readonly string[], head: readonly string[]): string[] {
  if (fields.length !== columnCount) return [`${fields.length} fields`];
  const faults = fields.flatMap((field, at) => {
    const [name, form] = booking[at + 1] ?? [`column ${at + 1}`, /^$/];
    return form.test(field) ? [] : [`${name}: ${field}`];
  });
  const length = Number(head[13]);
  for (const account of [fields[6] ?? '', fields[7] ?? ''])
    if (account.length > length) faults.push(`${account} is longer than the accounts of the client`);
  return faults;
}
