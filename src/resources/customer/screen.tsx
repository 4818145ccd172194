import { Contact } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { customer } from './contract';

/** Screen of customers. Its columns and texts are loaded with the list (list-page.tsx). */
export const customerScreen = defineScreen({
  contract: customer,
  path: '/customers',
  group: 'customers',
  icon: Contact,
  code: 'customer_num',
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  form: () => import('./form'),
  files: () => import('./import-fields'),
  checks: () => import('./checks'),
  texts: {
    en: {
      title: 'Customers',
      new: 'New customer',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
