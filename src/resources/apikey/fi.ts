import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of API keys, besides those of its list and pages (texts.ts). */
export const fi = {
  title: 'API-avaimet',
  new: 'Uusi API-avain',
  ...laterTexts,
  name: 'Nimi',
} as const;
