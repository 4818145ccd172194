import { Mail } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { reportmail } from './contract';

/** Screen of reports by mail. Its columns and texts are loaded with the list (list-page.tsx). */
export const reportmailScreen = defineScreen({
  contract: reportmail,
  path: '/report-mails',
  group: 'bookkeeping',
  behind: 'settings',
  icon: Mail,
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Reports by mail',
      new: 'New report by mail',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
