import { activeField, idField, idKey, plainField, plainKey } from '@/app/files/understanding/common-fields';
import type { ImportDeclaration } from '@/app/files/understanding/import-field';

const name = plainField('name', 'text', { en: 'Name', fi: 'Nimi' }, ['hinnasto', 'price list']);

/** What files say about price lists. Their prices are columns of the products' files. */
export const files: ImportDeclaration = {
  resource: 'pricelist',
  required: ['name'],
  keys: [idKey, plainKey('name', name, true)],
  fields: [
    idField,
    name,
    activeField,
    plainField('currency', 'code', { en: 'Currency', fi: 'Valuutta' }, [], { max: 3 }),
    plainField('type', 'code', { en: 'Kind', fi: 'Laji' }, ['type', 'tyyppi'], { max: 100 }),
    plainField('data.tax_included', 'flag', { en: 'Tax included', fi: 'Sisältää veron' }),
    plainField('data.valid_from', 'day', { en: 'Valid from', fi: 'Voimassa alkaen' }, ['alkaen', 'from']),
    plainField('data.valid_until', 'day', { en: 'Valid until', fi: 'Voimassa asti' }, ['asti', 'until']),
    plainField('data.time_from', 'time', { en: 'Time from', fi: 'Klo alkaen' }, [
      'from (time)',
      'kello alkaen',
    ]),
    plainField('data.time_until', 'time', { en: 'Time until', fi: 'Klo asti' }, [
      'until (time)',
      'kello asti',
    ]),
    plainField('data.priority', 'integer', { en: 'Priority', fi: 'Etusija' }),
  ],
};
