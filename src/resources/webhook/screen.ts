import { Webhook } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { webhook } from './contract';

/** Screen of webhooks. Its columns and texts are loaded with the list (list-page.tsx). */
export const webhookScreen = defineScreen({
  contract: webhook,
  path: '/webhooks',
  group: 'access',
  behind: 'administration',
  icon: Webhook,
  sort: 'name',
  columns: [],
  filters: [],
  list: () => import('./list-page'),
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
