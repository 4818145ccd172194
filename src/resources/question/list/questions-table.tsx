import { useRecordLabel } from '@/app/shell/app-context';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Link } from '@/ui/layout/link';
import { cx } from '@/ui/style/cx';
import { businessday } from '@/resources/businessday/contract';
import { location } from '@/resources/location/contract';
import { useAbout } from '../thread/about';
import { placeOf, type Question } from '../thread/question-query';
import { QuestionState } from '../thread/question-state';
import { listTexts } from './list-texts';
import styles from './list.module.css';

const columns = ['text', 'about', 'day', 'location', 'of', 'by', 'changed', 'state'] as const;

/** Table of questions, each a link to its place. On a phone each is a block of its text and two lines. */
export function QuestionsTable({ questions }: { questions: readonly Question[] }) {
  const say = usePageText('question/list', listTexts);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={styles[column]}>
              {say(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {questions.map((question) => (
          <QuestionRow key={question.id} question={question} />
        ))}
      </tbody>
    </table>
  );
}

function QuestionRow({ question }: { question: Question }) {
  const format = useFormat();
  const about = useAbout(question);
  const day = useRecordLabel(businessday, question.businessday_id);
  const place = useRecordLabel(location, day?.location_id);
  const { asked_by, asked_of_name, text, status, modified_at } = question;
  return (
    <tr className={cx(styles.row, status === 'closed' && styles.over)}>
      <th scope="row" className={styles.text}>
        <Link href={placeOf(question)} title={text}>
          {text}
        </Link>
      </th>
      <td className={styles.about}>{about}</td>
      <td className={styles.day}>{day ? format.day(day.date) : '…'}</td>
      <td className={styles.location} title={place?.name}>
        {place?.name ?? '…'}
      </td>
      <td className={styles.of} title={asked_of_name}>
        {asked_of_name}
      </td>
      <td className={cx(styles.by, styles.muted)} title={asked_by ?? undefined}>
        {asked_by}
      </td>
      <td className={cx(styles.changed, styles.muted)}>{format.moment(modified_at)}</td>
      <td className={styles.state}>
        <QuestionState question={question} />
      </td>
    </tr>
  );
}
