import { FileDiff } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import { changeset } from './contract';
import { lazy } from '@/ui/state/lazy';

/** Screen of change sets: pages of its own for the list and for one set. */
export const changesetScreen = defineScreen({
  contract: changeset,
  path: '/changes',
  group: 'catalogue',
  icon: FileDiff,
  needs: 'changeSets',
  count: lazy(async () => ({ default: (await import('./nav-count')).NavCount })),
  sort: '-modified_at',
  columns: [],
  filters: [],
  duplicates: false,
  list: () => import('./list/list-page'),
  pages: [{ path: '/changes/:id', load: () => import('./one/set-page') }],
  texts: {
    en: {
      title: 'Changes',
      new: '',
      search: '',
      searchLabel: '',
      none: 'No changes yet',
      addFirst: '',
      notRead: 'The changes could not be read',
      searched_one: '',
      searched_other: '',
      name: 'Change set',
    },
    fi: () => import('./fi'),
  },
});
