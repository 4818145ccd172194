import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of accounts, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Tilit',
  new: 'Uusi tili',
  ...laterTexts,
  name: 'Nimi',
} as const;
