import { Webhook } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { webhook } from './contract';

// Each is loaded at two addresses.
const page = () => import('./webhooks-page');
const form = () => import('./form');

/** Screen of webhooks: a page of its own with the one that is open beside the list, and a form. */
export const webhookScreen = defineScreen({
  contract: webhook,
  path: '/webhooks',
  group: 'access',
  behind: 'administration',
  icon: Webhook,
  sort: 'name',
  columns: [],
  filters: [],
  list: page,
  form,
  pages: [
    { path: '/webhooks/:id', load: page },
    { path: '/webhooks/:id/edit', load: form },
  ],
  texts: {
    en: {
      title: 'Webhooks',
      new: 'New webhook',
      ...laterTexts,
      name: 'Name',
    },
    fi: () => import('./fi'),
  },
});
