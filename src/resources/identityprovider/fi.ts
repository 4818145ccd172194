import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of providers of single sign-on, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Kertakirjautuminen',
  new: 'Uusi tunnistuspalvelu',
  ...laterTexts,
  name: 'Nimi',
} as const;
