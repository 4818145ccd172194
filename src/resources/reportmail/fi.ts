import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of reports by mail, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Raportit sähköpostilla',
  new: 'Uusi raportti',
  ...laterTexts,
  name: 'Nimi',
} as const;
