import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of taxes, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Verokannat',
  new: 'Uusi verokanta',
  ...laterTexts,
  name: 'Nimi',
} as const;
