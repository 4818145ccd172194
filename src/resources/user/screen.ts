import { Users } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { user } from './contract';

/** Screen of users. Its columns and texts are loaded with the list (list-page.tsx). */
export const userScreen = defineScreen({
  contract: user,
  path: '/users',
  group: 'access',
  behind: 'administration',
  icon: Users,
  code: 'email',
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Users',
      new: 'Invite a user',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
