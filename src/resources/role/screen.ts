import { UserCog } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { role } from './contract';

/** Screen of the roles that the company made. Its columns and texts are loaded with the list (list-page.tsx). */
export const roleScreen = defineScreen({
  contract: role,
  path: '/roles',
  group: 'access',
  behind: 'administration',
  icon: UserCog,
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Roles',
      new: 'New role',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
