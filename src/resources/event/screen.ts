import { History } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import { event } from './contract';

/** Screen of the audit trail: a page of its own instead of the grid, and no form, since events are read-only. */
export const eventScreen = defineScreen({
  contract: event,
  path: '/audit',
  group: 'access',
  behind: 'administration',
  icon: History,
  sort: '-at',
  columns: [],
  filters: [],
  list: () => import('./trail-page'),
  texts: {
    en: {
      title: 'Audit trail',
      new: '',
      search: '',
      searchLabel: '',
      none: 'No events yet',
      addFirst: '',
      notRead: 'The audit trail could not be read',
      searched_one: '',
      searched_other: '',
      name: 'Event',
    },
    fi: () => import('./fi'),
  },
});
