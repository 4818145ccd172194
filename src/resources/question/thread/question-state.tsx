import { useApp } from '@/core/app/shell/app-context';
import { usePageText } from '@/core/app/i18n/i18n';
import { State } from '@/core/ui/display/badge';
import { waitsFor, type Question } from './question-query';
import { texts } from './texts';

/** The state of a question in a word; copper while it waits for the person who looks. */
export function QuestionState({ question }: { question: Question }) {
  const say = usePageText('question/thread', texts);
  const { me } = useApp().current;
  if (waitsFor(question, me)) return <State color="attention">{say('state.you')}</State>;
  const color = question.status === 'closed' ? 'done' : question.status === 'answered' ? 'ink' : 'ok';
  return <State color={color}>{say(`state.${question.status}`)}</State>;
}
