import { laterTexts } from '@/app/shell/screen';

/** The Finnish texts of receipts. */
export const fi = {
  title: 'Kuitit',
  sales: 'Myynti',
  new: 'Uusi kuitti',
  ...laterTexts,
  name: 'Nimi',
  receipt_num: 'Kuitti',
  completed_at: 'Aika',
  type: 'Laji',
  'type=sale': 'Myynti',
  'type=return': 'Palautus',
  'type=void': 'Mitätöinti',
  'type=training': 'Harjoitus',
  'type=paid_in': 'Kassaan maksettu',
  'type=paid_out': 'Kassasta maksettu',
  total: 'Summa',
  location_id: 'Toimipaikka',
  pos_id: 'Kassa',
  customer_id: 'Asiakas',
  plu_id: 'Tuote',
  businessday_id: 'Myyntipäivä',
};
