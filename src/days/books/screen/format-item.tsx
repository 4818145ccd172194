import { Download } from 'lucide-react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Button } from '@/ui/display/button';
import type { BookLack, BooksAnswer } from '../schema';
import { booksTexts } from './books-texts';
import styles from './books.module.css';
import { LackList } from './lack-list';
import type { MendingPlaces } from './mending-places';

/** A format that is offered, as the service answers. */
export type Offer = BooksAnswer['formats'][number];

/** A format: what it is, its download, when it was written before, and what it lacks. */
export function FormatItem(props: {
  offer: Offer;
  answer: BooksAnswer;
  common: readonly BookLack[];
  places: MendingPlaces;
  isBusy: boolean;
  onDownload: () => void;
}) {
  const { offer, answer, common, places, isBusy, onDownload } = props;
  const say = usePageText('businessday/books', booksTexts);
  const format = useFormat();
  const known = new Set(common.map((lack) => JSON.stringify(lack)));
  const own = offer.lacks.filter((lack) => !known.has(JSON.stringify(lack)));
  const name = say(`format=${offer.format}`);
  const [last] = offer.written;
  const isSame = last && last.from === answer.from && last.to === answer.to && last.days === answer.days;
  const label = say(last ? 'downloadAgain' : 'download');
  return (
    <li aria-label={name}>
      <div className={styles.format}>
        <div>
          <span className="strong">{name}</span>{' '}
          <span className="meta">{say(`format=${offer.format}.what`)}</span>
        </div>
        <Button
          icon={Download}
          busy={isBusy}
          disabled={offer.lacks.length > 0}
          aria-label={`${label}: ${name}`}
          onClick={onDownload}
        >
          {label}
        </Button>
      </div>
      {last && (
        <p className="meta">
          {say(isSame ? 'written.same' : 'written.some', {
            when: format.momentLong(last.at),
            by: last.by || say('nobody'),
            name: last.file_name,
          })}
        </p>
      )}
      {own.length > 0 && <LackList lacks={own} label={name} places={places} />}
    </li>
  );
}
