import { activeField, idField, idKey, plainField, plainKey } from '@/app/files/understanding/common-fields';
import type { ImportDeclaration } from '@/app/files/understanding/import-field';

const name = plainField('name', 'text', { en: 'Name', fi: 'Nimi' }, ['tilin nimi', 'account name']);

/** What files say about accounts. A number has several rows, so only the id finds a record surely; names are the second best. */
export const files: ImportDeclaration = {
  resource: 'account',
  required: ['name', 'use', 'code'],
  keys: [idKey, plainKey('name', name, true)],
  fields: [
    idField,
    plainField('code', 'code', { en: 'Account', fi: 'Tili' }, ['tilinumero', 'account number'], { max: 20 }),
    name,
    activeField,
    plainField('use', 'text', { en: 'Use', fi: 'Käyttö' }),
    plainField('dpt_id', 'reference', { en: 'Department', fi: 'Osasto' }, [], {
      references: 'dpt',
      isClearable: true,
    }),
    plainField('tax_rate', 'decimal', { en: 'Tax rate', fi: 'Verokanta' }, ['alv %', 'vat %'], {
      isClearable: true,
      unit: '%',
    }),
    plainField('tender_id', 'reference', { en: 'Tender', fi: 'Maksutapa' }, [], {
      references: 'tender',
      isClearable: true,
    }),
    plainField('tender_type', 'code', { en: 'Kind of tender', fi: 'Maksutavan laji' }, [], { max: 100 }),
    plainField('kind', 'text', { en: 'Kind or reason', fi: 'Laji tai syy' }, [], { max: 100 }),
    plainField('data.vat_code', 'code', { en: 'VAT code', fi: 'ALV-koodi' }, [], { max: 20 }),
    plainField('data.note', 'text', { en: 'Note', fi: 'Lisätietoja' }, ['huomautus']),
  ],
};
