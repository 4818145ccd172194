import { MessageCircleQuestion } from 'lucide-react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Button } from '@/ui/display/button';
import { cx } from '@/ui/style/cx';
import { useAbout } from '@/resources/question/thread/about';
import { type Question, dayQuestions } from '@/resources/question/thread/question-query';
import { QuestionState } from '@/resources/question/thread/question-state';
import { texts } from '@/resources/question/thread/texts';
import { newQuestion } from './opened-question';
import styles from './questions.module.css';
import { useState } from 'react';
import { AskForm } from '@/resources/question/thread/ask-form';
import { Thread } from '@/resources/question/thread/thread';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '@/app/shell/app-context';
import { mayCreate, mayRead } from '@/app/session/session';
import { question } from '@/resources/question/contract';

/**
 * Returns the questions about a day, oldest first; undefined while they are read, and null where there are none to be had: on
 * a server that keeps none.
 */
export function useDayQuestions(day: string): readonly Question[] | undefined | null {
  const { current } = useApp();
  const isAsked = current.server.can.questions && mayRead(current.me, question.access);
  const { data } = useQuery({ ...dayQuestions(current.client, day), enabled: isAsked });
  return isAsked ? data : null;
}

/** Returns whether the caller asks questions, too. */
export const useMayAsk = (): boolean => mayCreate(useApp().current.me, question.access);

/** The questions about the receipt that is open beside a report, and the form that asks one. */
export function ReceiptQuestions(props: { day: string; receipt: string; questions: readonly Question[] }) {
  const { day, receipt, questions } = props;
  const say = usePageText('question/thread', texts);
  const mayAsk = useMayAsk();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.ofReceipt}>
      {questions
        .filter(({ sales_id }) => sales_id === receipt)
        .map((question) => (
          <Thread key={question.id} question={question} isAt />
        ))}
      {isAsking ? (
        <AskForm
          of={{ businessday_id: day, sales_id: receipt, subject: '' }}
          onAsked={() => setIsAsking(false)}
        />
      ) : (
        mayAsk && (
          <Button size="sm" icon={MessageCircleQuestion} onClick={() => setIsAsking(true)}>
            {say('ask.receipt')}
          </Button>
        )
      )}
    </div>
  );
}

/** Section of a report: the questions about its day, and the button that asks one. Paper has those that are not closed. */
export function DayQuestions(props: {
  questions: readonly Question[];
  openId: string | null;
  onOpen: (opened: string) => void;
}) {
  const { questions, openId, onOpen } = props;
  const say = usePageText('question/thread', texts);
  const mayAsk = useMayAsk();
  const hasOpen = questions.some(({ status }) => status !== 'closed');
  return (
    <section className={cx(styles.section, !hasOpen && 'no-print')} aria-label={say('questions')}>
      <header className={styles.head}>
        <h2>{say('questions')}</h2>
        <span className="grow" />
        {mayAsk && (
          <Button icon={MessageCircleQuestion} onClick={() => onOpen(newQuestion())}>
            {say('ask')}
          </Button>
        )}
      </header>
      {questions.length > 0 && (
        <ul className={styles.list}>
          {questions.map((question) => (
            <Row
              key={question.id}
              question={question}
              isOpen={question.id === openId}
              onOpen={() => onOpen(question.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ question, isOpen, onOpen }: { question: Question; isOpen: boolean; onOpen: () => void }) {
  const say = usePageText('question/thread', texts);
  const format = useFormat();
  const about = useAbout(question);
  const isClosed = question.status === 'closed';
  const line = say('asked.line', { by: question.asked_by ?? say('somebody'), of: question.asked_of_name });
  const details = `${about} · ${line}, ${format.moment(question.created_at)}`;
  return (
    <li className={cx(styles.row, isClosed && 'no-print')} data-open={isOpen || undefined}>
      <button type="button" className={styles.open} aria-current={isOpen || undefined} onClick={onOpen}>
        <span className={cx(styles.text, isClosed && 'muted')}>{question.text}</span>
        <span className={styles.about}>{details}</span>
      </button>
      {/* Buttons are not on paper. */}
      <p className={styles.paper}>
        <b>{question.text}</b> {details}
      </p>
      <QuestionState question={question} />
    </li>
  );
}
