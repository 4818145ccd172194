import { BadgePercent } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { discount } from './contract';

/** Screen of discounts. Its columns and texts are loaded with the list (list-page.tsx). */
export const discountScreen = defineScreen({
  contract: discount,
  path: '/discounts',
  group: 'catalogue',
  icon: BadgePercent,
  code: 'discount_num',
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Discounts',
      new: 'New discount',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
