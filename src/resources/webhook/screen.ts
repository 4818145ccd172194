import { Webhook } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { webhook } from './contract';

// Each is loaded at two addresses.
const loadPage = () => import('./webhooks-page');
const loadForm = () => import('./form');

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
  list: loadPage,
  form: loadForm,
  pages: [
    { path: '/webhooks/:id', load: loadPage },
    { path: '/webhooks/:id/edit', load: loadForm },
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
