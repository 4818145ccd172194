import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of questions. */
export const fi = {
  title: 'Kysymykset',
  new: '',
  ...laterTexts,
  name: 'Kysymys',
};
