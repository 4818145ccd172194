import { Landmark } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { tax } from './contract';

/** Screen of taxes. Its columns and texts are loaded with the list (list-page.tsx). */
export const taxScreen = defineScreen({
  contract: tax,
  path: '/taxes',
  group: 'bookkeeping',
  behind: 'settings',
  icon: Landmark,
  code: 'code',
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  usedBy: [
    { resource: 'plu', filter: 'tax_id' },
    { resource: 'dpt', filter: 'tax_id' },
  ],
  form: () => import('./form'),
  checks: () => import('./checks'),
  texts: {
    en: {
      title: 'Taxes',
      new: 'New tax',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
