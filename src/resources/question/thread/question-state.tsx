import { useApp } from '@/app/shell/app-context';
import { usePageText } from '@/app/i18n/i18n';
import { State } from '@/ui/display/badge';
import { waitsFor, type Question } from './question-query';
import { texts } from './texts';
import styles from './thread.module.css';

const colors = { open: 'ok', answered: 'ink', closed: 'done' } as const;

/** The state of a question in a word; copper while it waits for the person who looks, which paper does not know. */
export function QuestionState({ question }: { question: Question }) {
  const say = usePageText('question/thread', texts);
  const { me } = useApp().current;
  const { status } = question;
  const plain = <State color={colors[status]}>{say(`state.${status}`)}</State>;
  if (!waitsFor(question, me)) return plain;
  return (
    <span>
      <span className={styles.onScreen}>
        <State color="attention">{say('state.you')}</State>
      </span>
      <span className={styles.onPaper}>{plain}</span>
    </span>
  );
}
