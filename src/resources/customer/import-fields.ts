import { activeField, idField, idKey, plainField, plainKey } from '@/app/files/understanding/common-fields';
import type { ImportDeclaration } from '@/app/files/understanding/import-field';

const number = plainField('customer_num', 'integer', { en: 'Number', fi: 'Numero' }, [
  'asiakasnumero',
  'asiakasnro',
  'customer number',
  'customer no',
]);
const email = plainField('data.email', 'text', { en: 'E-mail', fi: 'Sähköposti' }, [
  'email',
  's-posti',
  'e-mail address',
]);
const businessId = plainField(
  'data.business_id',
  'code',
  { en: 'Business ID', fi: 'Y-tunnus' },
  ['ytunnus', 'vat number'],
  { max: 40 },
);

/** What files say about customers. */
export const files: ImportDeclaration = {
  resource: 'customer',
  required: ['name'],
  keys: [
    idKey,
    plainKey('number', number),
    plainKey('email', email, true),
    plainKey('business_id', businessId),
  ],
  fields: [
    idField,
    number,
    plainField('name', 'text', { en: 'Name', fi: 'Nimi' }, [
      'asiakas',
      'customer',
      'asiakkaan nimi',
      'company',
      'yritys',
    ]),
    activeField,
    email,
    plainField(
      'data.phone',
      'code',
      { en: 'Phone', fi: 'Puhelin' },
      ['puhelinnumero', 'puh', 'phone number', 'mobile', 'gsm'],
      { max: 100 },
    ),
    plainField('data.address.street', 'text', { en: 'Street', fi: 'Katuosoite' }, [
      'osoite',
      'address',
      'lähiosoite',
    ]),
    plainField(
      'data.address.postal_code',
      'code',
      { en: 'Postal code', fi: 'Postinumero' },
      ['postinro', 'zip', 'postcode'],
      { max: 40 },
    ),
    plainField('data.address.city', 'text', { en: 'City', fi: 'Postitoimipaikka' }, [
      'kaupunki',
      'paikkakunta',
      'town',
    ]),
    plainField('data.address.country', 'text', { en: 'Country', fi: 'Maa' }, [], { max: 100 }),
    businessId,
    plainField('data.note', 'text', { en: 'Note', fi: 'Lisätietoja' }, ['huomautus', 'muistiinpano'], {
      max: 4000,
    }),
    plainField(
      'data.customer_group',
      'text',
      { en: 'Customer group', fi: 'Asiakasryhmä' },
      ['ryhmä', 'group'],
      { max: 100 },
    ),
  ],
};
