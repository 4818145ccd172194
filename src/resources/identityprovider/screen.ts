import { Building2 } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { identityprovider } from './contract';

/** Screen of providers of single sign-on. Its columns and texts are loaded with the list (list-page.tsx). */
export const identityproviderScreen = defineScreen({
  contract: identityprovider,
  path: '/sign-in-providers',
  group: 'access',
  behind: 'administration',
  icon: Building2,
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Single sign-on',
      new: 'New provider',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
