import { BookOpenText } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { account } from './contract';

/** Screen of the table of accounts. Its columns and texts are loaded with the list (list-page.tsx). */
export const accountScreen = defineScreen({
  contract: account,
  path: '/accounts',
  group: 'bookkeeping',
  behind: 'settings',
  icon: BookOpenText,
  sort: 'code',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  pages: [{ path: '/accounts/charts', load: () => import('./charts-page') }],
  form: () => import('./form'),
  checks: () => import('./checks'),
  files: () => import('./import-fields'),
  texts: {
    en: {
      title: 'Accounts',
      new: 'New account',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
