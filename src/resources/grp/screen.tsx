import { Layers } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import { grp } from './contract';

export const grpScreen = defineScreen({
  contract: grp,
  path: '/groups',
  group: 'catalogue',
  behind: 'settings',
  icon: Layers,
  code: 'grp_num',
  sort: 'name',
  columns: [
    { field: 'grp_num', as: 'code', width: 84 },
    { field: 'name', as: 'name', width: 260 },
    { field: 'data.sort_order', as: 'integer', bulk: true, width: 90, align: 'right', priority: 2 },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [],
  usedBy: [{ resource: 'dpt', filter: 'grp_id' }],
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Groups',
      new: 'New group',
      search: 'Name or number',
      searchLabel: 'Search groups',
      none: 'No groups yet',
      addFirst: 'A group gathers departments: add the first one.',
      notRead: 'The groups could not be read',
      searched_one: '{{count, number}} group searched',
      searched_other: '{{count, number}} groups searched',
      grp_num: 'Number',
      name: 'Name',
      active: 'Active',
      'data.color': 'Colour',
      'data.sort_order': 'Order',
      created_at: 'Created',
      modified_at: 'Modified',
      'section.general': 'Group',
      'section.general.text': 'Gathers departments in reports and on the till.',
    },
    fi: () => import('./fi'),
  },
});
