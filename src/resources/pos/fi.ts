import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of registers, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Kassat',
  new: 'Uusi kassa',
  ...laterTexts,
  name: 'Nimi',
  location_id: 'Toimipaikka',
} as const;
