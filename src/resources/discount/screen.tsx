import { BadgePercent } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
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
      search: '',
      searchLabel: '',
      none: '',
      addFirst: '',
      notRead: '',
      searched_one: '',
      searched_other: '',
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
