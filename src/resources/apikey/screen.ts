import { KeyRound } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { apikey } from './contract';

/** Screen of API keys. Its columns and texts are loaded with the list (list-page.tsx). */
export const apikeyScreen = defineScreen({
  contract: apikey,
  path: '/api-keys',
  group: 'access',
  behind: 'administration',
  icon: KeyRound,
  code: 'prefix',
  sort: 'name',
  deactivates: false,
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  form: () => import('./form'),
  texts: {
    en: {
      title: 'API keys',
      new: 'New API key',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
