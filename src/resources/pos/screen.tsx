import { Calculator } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { pos } from './contract';

/** Screen of registers. Its columns and most texts are loaded with the list (list-page.tsx). */
export const posScreen = defineScreen({
  contract: pos,
  path: '/registers',
  group: 'shops',
  behind: 'settings',
  icon: Calculator,
  code: 'pos_num',
  sort: 'name',
  columns: [],
  filters: [{ name: 'location_id', references: 'location' }],
  list: () => import('./list-page'),
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Registers',
      new: 'New register',
      ...laterTexts,
      name: 'Name',
      location_id: 'Location',
    },
    fi: () => import('./fi'),
  },
});
