import { Wallet } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { tender } from './contract';

/** Screen of tenders. Its columns and most texts are loaded with the list (list-page.tsx). */
export const tenderScreen = defineScreen({
  contract: tender,
  path: '/tenders',
  group: 'shops',
  behind: 'settings',
  icon: Wallet,
  code: 'tender_num',
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Tenders',
      new: 'New tender',
      ...laterTexts,
      name: 'Name',
      'type=cash': 'Cash',
      'type=card': 'Card',
      'type=mobile': 'Mobile payment',
      'type=gift_card': 'Gift card',
      'type=voucher': 'Voucher',
      'type=lunch': 'Lunch benefit',
      'type=invoice': 'Invoice',
      'type=account': 'Customer account',
      'type=other': 'Other',
    },
    fi: () => import('./fi'),
  },
});
