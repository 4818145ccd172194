import { laterTexts } from '@/app/shell/screen';

/** The Finnish texts of business days. */
export const fi = {
  title: 'Myyntipäivät',
  inTabs: 'Päivät',
  new: 'Uusi myyntipäivä',
  ...laterTexts,
  name: 'Nimi',
  date: 'Päivä',
  location_id: 'Toimipaikka',
  status: 'Tila',
  'status=open': 'Avoinna',
  'status=closed': 'Suljettu',
  'status=exported': 'Viety',
  count: 'Kuitteja',
  gross: 'Verollinen',
  checks: 'Ei täsmää',
  over_short: 'Yli/ali',
  opened_at: 'Avattu',
  closed_at: 'Suljettu',
  'data.voucher_num': 'Tosite',
  'data.note': 'Lisätietoja',
  sumUp: 'Laske päiviä yhteen',
  vouchers: 'Tositteet',
  months: 'Kuukaudet',
};
