import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { download } from '@/core/app/export/download';
import { useLanguage, usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { Banner } from '@/core/ui/display/banner';
import { Button } from '@/core/ui/display/button';
import { ErrorState, SkeletonLines } from '@/core/ui/display/empty-state';
import { Modal } from '@/core/ui/overlays/modal';
import type { BookFormat, BookLack, BooksAnswer } from '../schema';
import { booksQuery, fetchBook } from './books-query';
import { booksTexts } from './books-texts';
import styles from './books.module.css';
import { LackList } from './lack-list';
import { withDates } from './with-dates';

type Offer = BooksAnswer['formats'][number];

/**
 * Dialog with the files that bookkeeping programs read: each with what it lacks, when it was written before, and its download.
 * The service writes it and remembers that.
 */
export function BooksDialog(props: {
  /** The days, as parameters of the service. */
  days: Readonly<Record<string, string>>;
  about: { readonly places: string; readonly dates: string };
  onClose: () => void;
}) {
  const { days, about, onClose } = props;
  const say = usePageText('businessday/books', booksTexts);
  const errorText = useErrorText();
  const { language } = useLanguage();
  const format = useFormat();
  const { client } = useApp().current;
  const read = useQuery({ ...booksQuery(client, days), staleTime: 0 });
  const write = useMutation({
    mutationKey: ['businessday', 'books'],
    mutationFn: ({ format }: Offer) => fetchBook(client, days, { format, language }),
    onSuccess: (file, { file_name }) => download(file_name, file),
  });
  const common = read.data ? commonLacks(read.data) : [];
  const choice = choiceOf(days);
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('title')}
      subtitle={[about.places, withDates(about.dates, format.day)].filter(Boolean).join(', ')}
      width={680}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{say('close')}</Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {write.error && <Banner kind="danger">{errorText(write.error)}</Banner>}
        {common.length > 0 && (
          <Banner kind="attention">
            <p className="strong">{say('every', { count: common.length })}</p>
            <LackList lacks={common} label={say('every', { count: common.length })} choice={choice} />
          </Banner>
        )}
        {read.data ? (
          <ul className={styles.formats}>
            {read.data.formats.map((offer) => (
              <Format
                key={offer.format}
                offer={offer}
                answer={read.data}
                common={common}
                choice={choice}
                isBusy={write.isPending && write.variables.format === offer.format}
                onDownload={() => write.mutate(offer)}
              />
            ))}
          </ul>
        ) : read.error ? (
          <ErrorState
            title={say('notRead')}
            text={errorText(read.error)}
            retry={say('again')}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </div>
    </Modal>
  );
}

/** Address at which the days of a range can be chosen otherwise; null for the page of vouchers, which says `by` itself. */
const choiceOf = (days: Readonly<Record<string, string>>): string | null =>
  days['from'] === undefined || days['by'] !== undefined
    ? null
    : `/business-days/vouchers?${new URLSearchParams({ ...days, by: 'all' }).toString()}`;

/** What every file of vouchers lacks: shown once, above the formats. A table asks for no more than that. */
const commonLacks = ({ formats }: BooksAnswer): readonly BookLack[] =>
  formats.find(({ format }) => format === ('csv' satisfies BookFormat))?.lacks ?? [];

function Format(props: {
  offer: Offer;
  answer: BooksAnswer;
  common: readonly BookLack[];
  choice: string | null;
  isBusy: boolean;
  onDownload: () => void;
}) {
  const { offer, answer, common, choice, isBusy, onDownload } = props;
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
      {own.length > 0 && <LackList lacks={own} label={name} choice={choice} />}
    </li>
  );
}
