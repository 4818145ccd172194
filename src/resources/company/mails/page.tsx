import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useLazyTexts } from '@/app/i18n/lazy-texts';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { sendsMailQuery } from '@/app/session/features';
import { companyMailsSchema, mailStates } from '@/contract/mail/mails';
import { Banner } from '@/ui/display/banner';
import { Button, ButtonGroup } from '@/ui/display/button';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader, Toolbar } from '@/ui/layout/page';
import { pageSize } from '@/app/data/row-source';
import { MailTable } from './mail-table';
import styles from './mails.module.css';
import { texts } from './texts';

const shown = ['all', 'failed', 'waiting', 'sent'] as const satisfies readonly (
  | 'all'
  | (typeof mailStates)[number]
)[];

/** Page of all mail of the company, for administrators: what was sent, what waits, and why one was not sent. */
export function Page() {
  const say = useLazyTexts('mails', texts);
  const errorText = useErrorText();
  const { client } = useApp().current;
  const sendsMail = useQuery(sendsMailQuery).data;
  const [show, setShow] = useQueryState('state', parseAsStringLiteral(shown).withDefault('all'));
  const read = useInfiniteQuery({
    queryKey: ['company', 'mails', show],
    queryFn: async ({ pageParam: page, signal }) => {
      const of = show === 'all' ? {} : { state: show };
      const { rows, ...rest } = await client.list('mail', { page, pageSize, ...of }, signal);
      return { ...rest, mails: companyMailsSchema.parse(rows) };
    },
    initialPageParam: 1,
    getNextPageParam: ({ mails }, all) => (mails.length < pageSize ? undefined : all.length + 1),
    placeholderData: keepPreviousData,
  });
  useDocumentTitle(say('title'));
  const mails = read.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <>
      <PageHeader title={say('title')} crumbs={[{ label: say('company'), href: '/company' }]} />
      <Toolbar
        filters={
          <ButtonGroup label={say('show')}>
            {shown.map((each) => (
              <Button key={each} aria-pressed={each === show} onClick={() => void setShow(each)}>
                {say(`show=${each}`)}
              </Button>
            ))}
          </ButtonGroup>
        }
      />
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.body} tabIndex={0}>
        {sendsMail === false && <Banner kind="attention">{say('noServer')}</Banner>}
        <p className="muted">{say('note')}</p>
        {read.error && !read.data ? (
          <ErrorState
            title={say('notRead')}
            text={errorText(read.error)}
            retry={say('again')}
            onRetry={() => void read.refetch()}
          />
        ) : !read.data ? (
          <SkeletonLines lines={8} />
        ) : mails.length === 0 ? (
          <div className={styles.none}>
            <EmptyState title={say(show === 'all' ? 'none' : 'noneOf')} />
          </div>
        ) : (
          <MailTable mails={mails} />
        )}
        {read.hasNextPage && (
          <p className="no-print">
            <Button busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
              {say('older')}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
