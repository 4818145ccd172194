import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of suppliers, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Toimittajat',
  new: 'Uusi toimittaja',
  ...laterTexts,
  name: 'Nimi',
} as const;
