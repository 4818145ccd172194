import { MessageCircleQuestion } from 'lucide-react';
import { defineScreen, laterTexts } from '@/app/shell/screen';
import { question } from './contract';
import { lazy } from '@/ui/state/lazy';

/** Screen of questions: a page of its own for the list; a question opens at its place in the day's report. */
export const questionScreen = defineScreen({
  contract: question,
  path: '/questions',
  group: 'start',
  icon: MessageCircleQuestion,
  needs: 'questions',
  count: lazy(async () => ({ default: (await import('./nav-count')).NavCount })),
  sort: '-modified_at',
  columns: [],
  filters: [],
  duplicates: false,
  list: () => import('./list/list-page'),
  texts: {
    en: {
      title: 'Questions',
      new: '',
      ...laterTexts,
      name: 'Question',
    },
    fi: () => import('./fi'),
  },
});
