import { Store } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { location } from './contract';

/** Screen of locations. Its columns and texts are loaded with the list (list-page.tsx). */
export const locationScreen = defineScreen({
  contract: location,
  path: '/locations',
  group: 'shops',
  behind: 'settings',
  icon: Store,
  code: 'location_num',
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  usedBy: [{ resource: 'pos', filter: 'location_id' }],
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Locations',
      new: 'New location',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
