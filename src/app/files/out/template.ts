import type { ImportDeclaration, ImportField, Words } from '../understanding/import-field';
import { XlsxWriter } from './xlsx-writer';

/** What the cells of a kind hold. */
const kinds: Readonly<Record<ImportField['kind'], Words>> = {
  text: { en: 'Text', fi: 'Teksti' },
  code: { en: 'Text; zeros in front are kept', fi: 'Teksti; etunollat säilyvät' },
  barcode: { en: 'Digits, as text', fi: 'Numerot tekstinä' },
  id: { en: 'ID of a record', fi: 'Tietueen tunniste' },
  decimal: { en: 'Number', fi: 'Luku' },
  number: { en: 'Number', fi: 'Luku' },
  amount: { en: 'Number', fi: 'Luku' },
  integer: { en: 'Whole number', fi: 'Kokonaisluku' },
  flag: { en: 'yes or no', fi: 'kyllä tai ei' },
  day: { en: 'Day, 2026-04-01', fi: 'Päivä, 1.4.2026' },
  time: { en: 'Time of day, 14:30', fi: 'Kellonaika, 14.30' },
  moment: { en: 'Day, 2026-04-01, or with a time', fi: 'Päivä, 1.4.2026, tai kellonajan kanssa' },
  reference: { en: 'Name, number or ID', fi: 'Nimi, numero tai tunniste' },
  list: { en: 'With semicolons between them', fi: 'Puolipistein erotettuina' },
  any: { en: 'As it is', fi: 'Sellaisenaan' },
};

const words = {
  columns: { en: 'Columns', fi: 'Sarakkeet' },
  records: { en: 'Records', fi: 'Tietueet' },
  column: { en: 'Column', fi: 'Sarake' },
  holds: { en: 'Holds', fi: 'Sisältö' },
  note: { en: 'Note', fi: 'Huomautus' },
  required: { en: 'Needed for a new record', fi: 'Pakollinen uudelle tietueelle' },
  finds: { en: 'Finds the record', fi: 'Löytää tietueen' },
  yes: { en: 'yes', fi: 'kyllä' },
} as const satisfies Record<string, Words>;

/** Returns an empty workbook with every column of a resource, and a second sheet with a note for each. */
export function templateOf(declaration: ImportDeclaration, language: 'en' | 'fi'): Blob {
  const say = (of: Words) => of[language];
  const fields = declaration.fields.filter(({ place }) => place !== 'new');
  const workbook = new XlsxWriter();
  workbook.sheet(
    say(words.records),
    fields.map(({ label }) => ({ head: say(label), kind: 'text' })),
  );
  const heads = [words.column, words.holds, words.required, words.finds, words.note];
  workbook.sheet(
    say(words.columns),
    heads.map((head) => ({ head: say(head), kind: 'text' })),
  );
  workbook.rows(
    fields.map(({ key, label, kind, note }) => [
      say(label),
      say(kinds[kind]),
      declaration.required.includes(key) ? say(words.yes) : null,
      declaration.keys.some(({ field }) => field === key) ? say(words.yes) : null,
      note ? say(note) : null,
    ]),
  );
  return workbook.finish();
}
