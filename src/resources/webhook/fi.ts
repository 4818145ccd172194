import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of webhooks, besides those of its list (texts.ts). */
export const fi = {
  title: 'Webhookit',
  new: 'Uusi webhook',
  ...laterTexts,
  name: 'Nimi',
} as const;
