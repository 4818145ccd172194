import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of customers, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Asiakkaat',
  new: 'Uusi asiakas',
  ...laterTexts,
  name: 'Nimi',
} as const;
