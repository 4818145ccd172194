import { activeField, idField, idKey, plainField, plainKey } from '@/app/files/understanding/common-fields';
import type { ImportDeclaration } from '@/app/files/understanding/import-field';

const number = plainField('dpt_num', 'integer', { en: 'Number', fi: 'Numero' }, [
  'osastonumero',
  'osastonro',
  'department number',
]);
const name = plainField('name', 'text', { en: 'Name', fi: 'Nimi' }, ['osasto', 'department', 'osaston nimi']);

/** What files say about departments. */
export const files: ImportDeclaration = {
  resource: 'dpt',
  required: ['name'],
  makes: ['grp'],
  keys: [idKey, plainKey('number', number), plainKey('name', name, true)],
  fields: [
    idField,
    number,
    name,
    activeField,
    plainField('grp_id', 'reference', { en: 'Group', fi: 'Pääryhmä' }, ['ryhmä'], {
      references: 'grp',
      isClearable: true,
    }),
    plainField('tax_id', 'reference', { en: 'Tax', fi: 'Verokanta' }, ['alv', 'alv %', 'vat', 'vero'], {
      references: 'tax',
      isClearable: true,
    }),
    plainField('data.color', 'code', { en: 'Colour', fi: 'Väri' }, ['color'], { max: 40 }),
    plainField('data.sort_order', 'integer', { en: 'Order', fi: 'Järjestys' }, ['sort order']),
    plainField('data.account_code', 'code', { en: 'Account', fi: 'Tili' }, ['tilinumero', 'account code'], {
      max: 40,
    }),
    plainField('data.printer', 'text', { en: 'Printer', fi: 'Tulostin' }, [], { max: 100 }),
    plainField('data.age_limit', 'integer', { en: 'Age limit', fi: 'Ikäraja' }),
    plainField('data.discount_allowed', 'flag', { en: 'Discounts allowed', fi: 'Alennukset sallittu' }, [
      'discount allowed',
      'alennus sallittu',
    ]),
  ],
};
