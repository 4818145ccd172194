import { Shapes } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { dpt } from './contract';

/** Screen of departments. Its columns and most texts are loaded with the list (list-page.tsx). */
export const dptScreen = defineScreen({
  contract: dpt,
  path: '/departments',
  group: 'catalogue',
  behind: 'settings',
  icon: Shapes,
  code: 'dpt_num',
  sort: 'name',
  columns: [],
  // Groups and taxes lead to the list by them.
  filters: [
    { name: 'grp_id', references: 'grp' },
    { name: 'tax_id', references: 'tax' },
  ],
  list: () => import('./list-page'),
  usedBy: [{ resource: 'plu', filter: 'dpt_id' }],
  form: () => import('./form'),
  files: () => import('./import-fields'),
  texts: {
    en: {
      title: 'Departments',
      new: 'New department',
      ...laterTexts,
      name: 'Name',
      grp_id: 'Group',
      tax_id: 'Tax',
    },
    fi: () => import('./fi'),
  },
});
