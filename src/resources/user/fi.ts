import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of users, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Käyttäjät',
  new: 'Kutsu käyttäjä',
  ...laterTexts,
  name: 'Nimi',
};
