import { defineTexts } from '../../i18n/i18n';
import type { ImportDeclaration, Words } from '../understanding/import-field';
import { XlsxWriter } from './xlsx-writer';

const texts = defineTexts({
  en: {
    columns: 'Columns',
    records: 'Records',
    column: 'Column',
    holds: 'Holds',
    note: 'Note',
    required: 'Needed for a new record',
    finds: 'Finds the record',
    yes: 'yes',
    // What the cells of a kind hold.
    'kind=text': 'Text',
    'kind=code': 'Text; zeros in front are kept',
    'kind=barcode': 'Digits, as text',
    'kind=id': 'ID of a record',
    'kind=decimal': 'Number',
    'kind=number': 'Number',
    'kind=amount': 'Number',
    'kind=integer': 'Whole number',
    'kind=flag': 'yes or no',
    'kind=day': 'Day, 2026-04-01',
    'kind=time': 'Time of day, 14:30',
    'kind=moment': 'Day, 2026-04-01, or with a time',
    'kind=reference': 'Name, number or ID',
    'kind=list': 'With semicolons between them',
    'kind=any': 'As it is',
  },
  fi: {
    columns: 'Sarakkeet',
    records: 'Tietueet',
    column: 'Sarake',
    holds: 'Sisältö',
    note: 'Huomautus',
    required: 'Pakollinen uudelle tietueelle',
    finds: 'Löytää tietueen',
    yes: 'kyllä',
    // What the cells of a kind hold.
    'kind=text': 'Teksti',
    'kind=code': 'Teksti; etunollat säilyvät',
    'kind=barcode': 'Numerot tekstinä',
    'kind=id': 'Tietueen tunniste',
    'kind=decimal': 'Luku',
    'kind=number': 'Luku',
    'kind=amount': 'Luku',
    'kind=integer': 'Kokonaisluku',
    'kind=flag': 'kyllä tai ei',
    'kind=day': 'Päivä, 1.4.2026',
    'kind=time': 'Kellonaika, 14.30',
    'kind=moment': 'Päivä, 1.4.2026, tai kellonajan kanssa',
    'kind=reference': 'Nimi, numero tai tunniste',
    'kind=list': 'Puolipistein erotettuina',
    'kind=any': 'Sellaisenaan',
  },
});

/** Returns an empty workbook with every column of a resource, and a second sheet with a note for each. */
export function templateOf(declaration: ImportDeclaration, language: 'en' | 'fi'): Blob {
  const words = texts[language];
  const say = (of: Words) => of[language];
  const fields = declaration.fields.filter(({ place }) => place !== 'new');
  const workbook = new XlsxWriter();
  workbook.sheet(
    words.records,
    fields.map(({ label }) => ({ head: say(label), kind: 'text' })),
  );
  const heads = [words.column, words.holds, words.required, words.finds, words.note];
  workbook.sheet(
    words.columns,
    heads.map((head) => ({ head, kind: 'text' })),
  );
  workbook.rows(
    fields.map(({ key, label, kind, note }) => [
      say(label),
      words[`kind=${kind}`],
      declaration.required.includes(key) ? words.yes : null,
      declaration.keys.some(({ field }) => field === key) ? words.yes : null,
      note ? say(note) : null,
    ]),
  );
  return workbook.finish();
}
