import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of groups, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Pääryhmät',
  new: 'Uusi pääryhmä',
  ...laterTexts,
  name: 'Nimi',
} as const;
