import { useMutation, useQuery, queryOptions } from '@tanstack/react-query';
import { download } from '@/app/export/download';
import { useLanguage, usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Modal } from '@/ui/overlays/modal';
import type { Client } from '@/app/data/client';
import { booksSchema, type BookFormat, type BookLack, type BooksAnswer } from '../schema';
import { booksTexts } from './books-texts';
import { FormatItem, type Offer } from './format-item';
import { LackList } from './lack-list';
import { mendingPlaces } from './mending-places';
import { withDates } from './with-dates';
import styles from './books.module.css';

const path = '/api/secure/report/books';

/** Query options for what each format lacks, and which files were written before (docs/books.md). */
const booksQuery = (client: Client, days: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['businessday', 'books', days],
    queryFn: async ({ signal }): Promise<BooksAnswer> =>
      booksSchema.parse(await client.json(`${path}?${new URLSearchParams(days).toString()}`, signal)),
  });

/** Has the service write a file, and returns its bytes. */
async function fetchBook(
  client: Client,
  days: Readonly<Record<string, string>>,
  of: { readonly format: BookFormat; readonly language: string },
): Promise<Blob> {
  const query = new URLSearchParams({ ...days, ...of }).toString();
  const stream = await client.stream(`${path}?${query}`, {}, new AbortController().signal);
  return new Response(stream).blob();
}

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
  const places = mendingPlaces(days, read.data);
  const isFirst = (offer: Offer) => offer.home || offer.written.length > 0;
  const foreign = read.data?.formats.filter((offer) => !isFirst(offer)) ?? [];
  const list = (answer: BooksAnswer, offers: readonly Offer[]) => (
    <ul className={styles.formats}>
      {offers.map((offer) => (
        <FormatItem
          key={offer.format}
          offer={offer}
          answer={answer}
          common={common}
          places={places}
          isBusy={write.isPending && write.variables.format === offer.format}
          onDownload={() => write.mutate(offer)}
        />
      ))}
    </ul>
  );
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
            <LackList lacks={common} label={say('every', { count: common.length })} places={places} />
          </Banner>
        )}
        {read.data ? (
          <>
            {list(read.data, read.data.formats.filter(isFirst))}
            {foreign.length > 0 && (
              <details className={styles.foreign}>
                <summary>{say('foreign', { count: foreign.length })}</summary>
                {list(read.data, foreign)}
              </details>
            )}
          </>
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

/** What every file of vouchers lacks: shown once, above the formats. A table asks for no more than that. */
const commonLacks = ({ formats }: BooksAnswer): readonly BookLack[] =>
  formats.find(({ format }) => format === ('csv' satisfies BookFormat))?.lacks ?? [];
