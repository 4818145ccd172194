import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the company screen. */
export const fi = {
  title: 'Yritys',
  new: 'Uusi tytäryritys',
  ...laterTexts,
  name: 'Nimi',
  active: 'Käytössä',
};
