import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of price lists, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Hinnastot',
  new: 'Uusi hinnasto',
  ...laterTexts,
  name: 'Nimi',
} as const;
