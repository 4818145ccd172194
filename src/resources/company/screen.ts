import { Building2 } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import { company } from './contract';

export const companyScreen = defineScreen({
  contract: company,
  path: '/company',
  group: 'company',
  behind: 'administration',
  icon: Building2,
  sort: 'name',
  right: company.access.update,
  deactivates: false,
  columns: [{ field: 'name', as: 'name', width: 240 }],
  filters: [],
  list: () => import('./company-page'),
  pages: [
    { path: '/company/new', load: () => import('./child-page') },
    { path: '/company/backups', load: () => import('./backups/page') },
    { path: '/company/mails', load: () => import('./mails/page') },
  ],
  texts: {
    en: {
      title: 'Company',
      new: 'New child company',
      search: 'Name',
      searchLabel: 'Search companies',
      none: 'No companies',
      addFirst: 'A company is made by its parent.',
      notRead: 'The companies could not be read',
      searched_one: '{{count, number}} company searched',
      searched_other: '{{count, number}} companies searched',
      name: 'Name',
      active: 'Active',
    },
    fi: () => import('./fi'),
  },
});
