import { KeyRound } from 'lucide-react';
import { defineScreen } from '@/app/shell/screen';
import { roles } from '@/contract/role';
import { apikey } from './contract';

export const apikeyScreen = defineScreen({
  contract: apikey,
  path: '/api-keys',
  group: 'access',
  behind: 'administration',
  icon: KeyRound,
  code: 'prefix',
  sort: 'name',
  deactivates: false,
  columns: [
    { field: 'name', as: 'name', width: 240 },
    { field: 'role', as: 'choice', width: 130 },
    { field: 'prefix', as: 'text', width: 120, priority: 3, tone: 'muted' },
    { field: 'expires_at', as: 'moment', width: 140, priority: 2 },
    { field: 'last_used_at', as: 'moment', width: 140 },
    { field: 'created_at', as: 'moment', width: 140, priority: 3, tone: 'muted' },
  ],
  filters: [{ name: 'role', values: roles }],
  form: () => import('./form'),
  texts: {
    en: {
      title: 'API keys',
      new: 'New API key',
      search: 'Name, role or prefix',
      searchLabel: 'Search API keys',
      none: 'No API keys yet',
      addFirst: 'Make one for each till and each integration, so that each can be revoked by itself.',
      notRead: 'The API keys could not be read',
      searched_one: '{{count, number}} API key searched',
      searched_other: '{{count, number}} API keys searched',
      name: 'Name',
      active: 'Active',
      role: 'Role',
      'role=admin': 'Administrator',
      'role=manager': 'Manager',
      'role=accountant': 'Accountant',
      'role=terminal': 'Terminal',
      prefix: 'Prefix',
      expires_at: 'Expires',
      last_used_at: 'Last used',
      created_at: 'Created',
    },
    fi: () => import('./fi'),
  },
});
