import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of roles, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Roolit',
  new: 'Uusi rooli',
  ...laterTexts,
  name: 'Nimi',
};
