import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of locations, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Toimipaikat',
  new: 'Uusi toimipaikka',
  ...laterTexts,
  name: 'Nimi',
} as const;
