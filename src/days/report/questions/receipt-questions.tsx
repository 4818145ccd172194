import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { Button } from '@/ui/display/button';
import { AskForm } from '@/resources/question/thread/ask-form';
import type { Question } from '@/resources/question/thread/question-query';
import { Thread } from '@/resources/question/thread/thread';
import { texts } from '@/resources/question/thread/texts';
import styles from './questions.module.css';

/** The questions about the receipt that is open beside a report, and the form that asks one. */
export function ReceiptQuestions(props: { day: string; receipt: string; questions: readonly Question[] }) {
  const { day, receipt, questions } = props;
  const say = usePageText('question/thread', texts);
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
        <Button size="sm" icon={MessageCircleQuestion} onClick={() => setIsAsking(true)}>
          {say('ask.receipt')}
        </Button>
      )}
    </div>
  );
}
