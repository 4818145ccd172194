import { useQuery } from '@tanstack/react-query';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { callerIn, mayRead } from '@/app/session/session';
import { useApp, useRecordLabel } from '@/app/shell/app-context';
import { Link } from '@/ui/layout/link';
import { businessday } from '@/resources/businessday/contract';
import { location } from '@/resources/location/contract';
import { question } from '@/resources/question/contract';
import { placeOf, questionsOf, waitsFor, type Question } from '@/resources/question/thread/question-query';
import { QuestionState } from '@/resources/question/thread/question-state';
import { overviewTexts } from './texts';
import styles from './overview.module.css';

/** The most questions that stand on the overview; the list has all of them. */
const most = 5;

/** Returns the questions that the person asked or is asked and that nobody closed, those that wait for them first. */
export function useOwnQuestions(): readonly Question[] {
  const { client, me } = useApp().current;
  const person = callerIn(me);
  const { data = [] } = useQuery({
    ...questionsOf(client, person ?? ''),
    enabled: person !== null && mayRead(me, question.access),
  });
  return [...data.filter((one) => waitsFor(one, me)), ...data.filter((one) => !waitsFor(one, me))];
}

/** Open questions of the person: what is asked, of whom, where, and whose turn it is. Nothing without any. */
export function OpenQuestions({ questions }: { questions: readonly Question[] }) {
  const say = usePageText('overview', overviewTexts);
  const { me } = useApp().current;
  const waiting = questions.filter((one) => waitsFor(one, me)).length;
  if (questions.length === 0) return null;
  return (
    <section className={styles.block} aria-labelledby="questions">
      <div className={styles.head}>
        <h2 id="questions">{say('questions')}</h2>
        {waiting > 0 && <span className={styles.note}>{say('questions.waiting', { count: waiting })}</span>}
        <Link href="/questions?mine=true" className="link">
          {say('questions.all')}
        </Link>
      </div>
      <ul className={styles.questions}>
        {questions.slice(0, most).map((question) => (
          <Row key={question.id} question={question} />
        ))}
      </ul>
    </section>
  );
}

function Row({ question }: { question: Question }) {
  const say = usePageText('overview', overviewTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const day = useRecordLabel(businessday, question.businessday_id);
  const place = useRecordLabel(location, day?.location_id);
  const isMine = question.asked_by_id === callerIn(me);
  const who = isMine ? question.asked_of_name : (question.asked_by ?? '');
  const where = [place?.name, day && format.day(day.date)].filter(Boolean).join(', ');
  return (
    <li>
      <Link href={placeOf(question)}>
        <b>{question.text}</b>
        <span>{`${say(isMine ? 'questions.of' : 'questions.by', { who })}${where && `, ${where}`}`}</span>
      </Link>
      <QuestionState question={question} />
    </li>
  );
}
