import { Building2 } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
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
      // Its page is no list.
      ...laterTexts,
      name: 'Name',
      active: 'Active',
    },
    fi: () => import('./fi'),
  },
});
