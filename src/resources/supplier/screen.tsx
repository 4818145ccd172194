import { Truck } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { supplier } from './contract';

/** Screen of suppliers. Its columns and texts are loaded with the list (list-page.tsx). */
export const supplierScreen = defineScreen({
  contract: supplier,
  path: '/suppliers',
  group: 'catalogue',
  behind: 'settings',
  icon: Truck,
  code: 'supplier_num',
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  usedBy: [{ resource: 'plu', filter: 'supplier' }],
  form: () => import('./form'),
  files: () => import('./import-fields'),
  checks: () => import('./checks'),
  texts: {
    en: {
      title: 'Suppliers',
      new: 'New supplier',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
