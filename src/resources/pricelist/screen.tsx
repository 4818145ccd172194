import { Tags } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { pricelist } from './contract';

/** Screen of price lists. Its columns and texts are loaded with the list (list-page.tsx). */
export const pricelistScreen = defineScreen({
  contract: pricelist,
  path: '/price-lists',
  group: 'catalogue',
  behind: 'settings',
  icon: Tags,
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  usedBy: [{ resource: 'plu', filter: 'pricelist' }],
  form: () => import('./form'),
  checks: () => import('./checks'),
  files: () => import('./import-fields'),
  texts: {
    en: {
      title: 'Price lists',
      new: 'New price list',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
