import { Webhook } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { webhook } from './contract';

const page = () => import('./webhooks-page');

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
  form: () => import('./form'),
  pages: [
    { path: '/webhooks/:id', load: page },
    { path: '/webhooks/:id/edit', load: () => import('./form') },
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
