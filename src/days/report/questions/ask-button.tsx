import { MessageCircleQuestion } from 'lucide-react';
import { createContext, use } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { Button, IconButton } from '@/ui/display/button';
import { texts } from '@/resources/question/thread/texts';
import styles from './questions.module.css';

/** Opens the form for a question about a subject of the report; null where nothing can be asked. */
export const AskContext = createContext<((subject: string) => void) | null>(null);

/**
 * Button that asks about the check or figure it stands beside, called `what`; nothing where nothing can be asked. It shows
 * under the pointer and with the focus, and is not on paper. Without a pointer the form itself has the choice.
 */
export function AskButton({ subject, what }: { subject: string; what: string }) {
  const say = usePageText('question/thread', texts);
  const ask = use(AskContext);
  if (!ask) return null;
  return (
    <span className={styles.ask}>
      <IconButton
        size="xs"
        icon={MessageCircleQuestion}
        label={say('ask.about', { what })}
        onClick={() => ask(subject)}
      />
    </span>
  );
}

/** The same in words, for a row of actions. */
export function AskAction({ subject, what }: { subject: string; what: string }) {
  const say = usePageText('question/thread', texts);
  const ask = use(AskContext);
  if (!ask) return null;
  return (
    <Button size="xs" aria-label={say('ask.about', { what })} onClick={() => ask(subject)}>
      {say('ask.this')}
    </Button>
  );
}
