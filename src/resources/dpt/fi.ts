import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of departments, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Osastot',
  new: 'Uusi osasto',
  ...laterTexts,
  name: 'Nimi',
  grp_id: 'Pääryhmä',
  tax_id: 'Verokanta',
} as const;
