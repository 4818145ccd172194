import { Layers } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { grp } from './contract';

/** Screen of groups. Its columns and texts are loaded with the list (list-page.tsx). */
export const grpScreen = defineScreen({
  contract: grp,
  path: '/groups',
  group: 'catalogue',
  behind: 'settings',
  icon: Layers,
  code: 'grp_num',
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  usedBy: [{ resource: 'dpt', filter: 'grp_id' }],
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Groups',
      new: 'New group',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
