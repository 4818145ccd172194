import { ShieldCheck } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import { securityevent } from './contract';

/** Screen of the security log: a page of its own instead of the grid, and no form, since entries are read-only. */
export const securityeventScreen = defineScreen({
  contract: securityevent,
  path: '/security',
  group: 'access',
  behind: 'administration',
  icon: ShieldCheck,
  sort: '-at',
  columns: [],
  filters: [],
  list: () => import('./log-page'),
  texts: {
    en: {
      title: 'Security log',
      new: '',
      search: '',
      searchLabel: '',
      none: 'No entries yet',
      addFirst: '',
      notRead: 'The security log could not be read',
      searched_one: '',
      searched_other: '',
      name: 'Entry',
    },
    fi: () => import('./fi'),
  },
});
