import { useQuery } from '@tanstack/react-query';
import { FileCheck } from 'lucide-react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { Icon } from '@/ui/display/icon';
import { booksTexts } from '../../books/screen/books-texts';
import type { MonthFile } from '../schema';
import { lowerFirst } from '@/record/words';
import { monthFilesQuery } from './month-query';
import { monthTexts } from './month-texts';
import styles from './month.module.css';

/** The files for bookkeeping that have days of a month, newest first, and of a second export whether its bytes are the same. */
export function MonthFiles({ month }: { month: string }) {
  const say = usePageText('businessday/month', monthTexts);
  const { client } = useApp().current;
  const { data } = useQuery(monthFilesQuery(client, month));
  if (!data) return null;
  return (
    <section aria-labelledby="files">
      <h2 id="files">
        <Icon as={FileCheck} />
        {say('files')}
      </h2>
      {data.length === 0 ? (
        <p className="meta">{say('files.none')}</p>
      ) : (
        <ul className={styles.entries}>
          {data.map((file) => (
            <File key={file.id} file={file} />
          ))}
        </ul>
      )}
    </section>
  );
}

function File({ file }: { file: MonthFile }) {
  const say = usePageText('businessday/month', monthTexts);
  const sayBooks = usePageText('businessday/books', booksTexts);
  const format = useFormat();
  const { again, same_bytes, days, of_month, sha256 } = file;
  const facts = [
    sayBooks(`format=${file.format}`),
    days === of_month ? say('files.days', { count: days }) : say('files.some', { count: days, of: of_month }),
    lowerFirst(format.moment(file.at)),
    file.by || sayBooks('nobody'),
  ];
  return (
    <li>
      <span className={styles.fileName}>{file.file_name}</span>
      <span className={styles.reason}>{facts.join(', ')}</span>
      {again > 0 && (
        <span className={styles.reason}>
          {say(same_bytes ? 'files.again.same' : 'files.again.other', { count: again })}
        </span>
      )}
      <code className={styles.short} title={sha256}>
        {`${sha256.slice(0, 8)}…${sha256.slice(-4)}`}
      </code>
    </li>
  );
}
