import { laterTexts } from '@/app/shell/screen';

/** Finnish texts of the screen of tenders, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Maksutavat',
  new: 'Uusi maksutapa',
  ...laterTexts,
  name: 'Nimi',
  'type=cash': 'Käteinen',
  'type=card': 'Kortti',
  'type=mobile': 'Mobiilimaksu',
  'type=gift_card': 'Lahjakortti',
  'type=voucher': 'Maksuseteli',
  'type=lunch': 'Lounasetu',
  'type=invoice': 'Lasku',
  'type=account': 'Asiakastili',
  'type=other': 'Muu',
} as const;
