import { Webhook } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { webhook } from './contract';

// One for all: each further place that loads something is part of the first load.
// The list's address has the same page: what is shown stays while one is opened.
const load = async () => {
  const { Page, Form, texts } = await import('./webhooks-page');
  return { List: Page, Page, Form, texts };
};

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
  list: load,
  form: load,
  pages: [
    { path: '/webhooks/:id', load },
    { path: '/webhooks/:id/edit', load },
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
