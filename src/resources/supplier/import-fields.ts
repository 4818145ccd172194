import { activeField, idField, idKey, plainField, plainKey } from '@/app/files/understanding/common-fields';
import type { ImportDeclaration } from '@/app/files/understanding/import-field';

const number = plainField('supplier_num', 'integer', { en: 'Number', fi: 'Numero' }, [
  'toimittajanumero',
  'toimittajanro',
  'supplier number',
  'supplier no',
]);
const name = plainField('name', 'text', { en: 'Name', fi: 'Nimi' }, [
  'toimittaja',
  'supplier',
  'toimittajan nimi',
  'company',
  'yritys',
]);
const businessId = plainField(
  'data.business_id',
  'code',
  { en: 'Business ID', fi: 'Y-tunnus' },
  ['ytunnus', 'vat number'],
  { max: 40 },
);

/** What files say about suppliers. */
export const files: ImportDeclaration = {
  resource: 'supplier',
  required: ['name'],
  keys: [
    idKey,
    plainKey('number', number),
    plainKey('name', name, true),
    plainKey('business_id', businessId),
  ],
  fields: [
    idField,
    number,
    name,
    activeField,
    businessId,
    plainField('data.contact', 'text', { en: 'Contact person', fi: 'Yhteyshenkilö' }, ['contact']),
    plainField('data.email', 'text', { en: 'E-mail', fi: 'Sähköposti' }, ['email', 's-posti']),
    plainField(
      'data.phone',
      'code',
      { en: 'Phone', fi: 'Puhelin' },
      ['puhelinnumero', 'puh', 'phone number'],
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
      ['postinro', 'zip'],
      { max: 40 },
    ),
    plainField('data.address.city', 'text', { en: 'City', fi: 'Postitoimipaikka' }, [
      'kaupunki',
      'paikkakunta',
    ]),
    plainField('data.address.country', 'text', { en: 'Country', fi: 'Maa' }, [], { max: 100 }),
    plainField('data.currency', 'code', { en: 'Currency', fi: 'Valuutta' }, [], { max: 3 }),
    plainField('data.payment_terms', 'text', { en: 'Payment terms', fi: 'Maksuehto' }, ['maksuehdot']),
    plainField('data.lead_time_days', 'integer', { en: 'Lead time, days', fi: 'Toimitusaika, pv' }, [
      'toimitusaika, päivää',
      'toimitusaika',
      'lead time',
    ]),
    plainField(
      'data.min_order_total',
      'amount',
      { en: 'Smallest order', fi: 'Pienin tilaus' },
      ['minimitilaus', 'minimum order'],
      { unit: 'currency' },
    ),
  ],
};
