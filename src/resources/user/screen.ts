import { Users } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import { roles } from '@/contract/role';
import { JoinedCell } from './cells';
import { user } from './contract';

export const userScreen = defineScreen({
  contract: user,
  path: '/users',
  group: 'administration',
  icon: Users,
  code: 'email',
  sort: 'name',
  columns: [
    { field: 'name', as: 'name', width: 220 },
    { field: 'email', as: 'text', width: 280, priority: 2 },
    { field: 'role', as: 'choice', width: 130 },
    { key: 'accepted_at', cell: JoinedCell, width: 130, priority: 3 },
    { field: 'last_sign_in_at', as: 'moment', width: 130, tone: 'muted' },
    { field: 'data.locale', as: 'text', width: 100, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, extra: true },
  ],
  filters: [{ name: 'role', values: roles }],
  form: () => import('./form'),
  texts: {
    en: {
      title: 'Users',
      new: 'Invite a user',
      search: 'Name, e-mail or role',
      searchLabel: 'Search users',
      none: 'No users yet',
      addFirst: 'Invite the first one: a name, an e-mail and a role.',
      notRead: 'The users could not be read',
      searched_one: '{{count, number}} user searched',
      searched_other: '{{count, number}} users searched',
      name: 'Name',
      active: 'Active',
      email: 'E-mail',
      role: 'Role',
      'role=admin': 'Administrator',
      'role=manager': 'Manager',
      'role=accountant': 'Accountant',
      'role=terminal': 'Terminal',
      accepted_at: 'Joined',
      notJoined: 'Invited',
      last_sign_in_at: 'Last sign-in',
      'data.locale': 'Language',
      modified_at: 'Modified',
    },
    fi: () => import('./fi'),
  },
});
