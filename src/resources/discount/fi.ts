import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of discounts, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Alennukset',
  new: 'Uusi alennus',
  ...laterTexts,
  name: 'Nimi',
} as const;
