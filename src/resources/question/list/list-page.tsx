import { callerIn } from '@/app/session/session';
import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { SetChip } from '@/app/log/log-chips';
import { usePageText, useText, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { Button } from '@/ui/display/button';
import { Chip } from '@/ui/display/chip';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { SearchBox } from '@/ui/fields/search-box';
import { PageHeader, Toolbar } from '@/ui/layout/page';
import { pageSize } from '@/app/data/row-source';
import { questionStates } from '../contract';
import { texts } from '../thread/texts';
import { listTexts } from './list-texts';
import { QuestionsTable } from './questions-table';
import type { Question } from '../thread/question-query';
import styles from './list.module.css';
import { useSearchPace } from '@/ui/fields/search-pace';

/** Page of the company's questions: those that nobody closed, or others by their state; each leads to its place. */
export function List() {
  const title = useTextOf('question')('title');
  const say = usePageText('question/list', listTexts);
  const sayState = usePageText('question/thread', texts);
  const format = useFormat();
  const state = useListState();
  const [typed, setTyped] = useState(state.q);
  const q = useSearchPace(typed.trim());
  useDocumentTitle(title);
  const found = useQuestions({ ...state, q });
  const clear = () => {
    setTyped('');
    void state.set(null);
  };
  return (
    <>
      <PageHeader title={title} />
      <Toolbar
        search={
          <SearchBox
            value={typed}
            onChange={setTyped}
            label={say('search')}
            placeholder={say('searchHint')}
          />
        }
        filters={
          <>
            <SetChip
              label={say('filter.status')}
              values={questionStates}
              text={(value) => sayState(`state.${value}`)}
              chosen={state.status}
              onChange={(values) =>
                void state.set({ status: questionStates.filter((one) => values.includes(one)) })
              }
            />
            <Chip
              label={say('filter.mine')}
              value={state.mine ? '' : undefined}
              onRemove={state.mine ? () => void state.set({ mine: null }) : undefined}
              onClick={() => void state.set({ mine: state.mine ? null : true })}
            />
          </>
        }
        count={
          found.total !== null && (
            <>
              <b>{format.count(found.total)}</b> {say('count', { count: found.total })}
            </>
          )
        }
      />
      {/* Focusable, so that keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label={title} data-scroll>
        <Found found={found} state={{ ...state, q }} onClear={clear} />
      </section>
    </>
  );
}

function Found(props: { found: ReturnType<typeof useQuestions>; state: ListState; onClear: () => void }) {
  const { found, state, onClear } = props;
  const say = usePageText('question/list', listTexts);
  const sayCore = useText();
  const errorText = useErrorText();
  const { query, questions } = found;
  if (query.error && !questions)
    return (
      <ErrorState
        title={say('notRead')}
        text={errorText(query.error)}
        retry={sayCore('error.tryAgain')}
        onRetry={() => void query.refetch()}
      />
    );
  if (!questions) return <SkeletonLines lines={10} />;
  if (questions.length > 0)
    return (
      <>
        <QuestionsTable questions={questions} />
        {query.hasNextPage && (
          <p className={styles.more}>
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {say('more')}
            </Button>
          </p>
        )}
      </>
    );
  const isNarrowed = state.q !== '' || state.status.length > 0 || state.mine;
  return isNarrowed ? (
    <EmptyState title={say('nothingFound')} actions={<Button onClick={onClear}>{say('clear')}</Button>} />
  ) : (
    <EmptyState title={say('none')} text={say('noneHint')} />
  );
}

/** Returns the state of the list, which is in the address, and what changes it: `?status=open,answered&mine=true&q=safe`. */
function useListState() {
  const [values, set] = useQueryStates(
    {
      q: parseAsString.withDefault(''),
      // Without any: what nobody has closed.
      status: parseAsArrayOf(parseAsStringLiteral(questionStates)).withDefault([]),
      mine: parseAsBoolean.withDefault(false),
    },
    { history: 'replace', shallow: false },
  );
  return { ...values, set };
}
/** The state of the list of questions. */
type ListState = Pick<ReturnType<typeof useListState>, 'q' | 'status' | 'mine'>;

/** Returns the questions that the list finds, the last changed first, and how many there are. */
function useQuestions({ q, status, mine }: ListState) {
  const { client, me } = useApp().current;
  const person = mine ? (callerIn(me) ?? undefined) : undefined;
  const states = status.length > 0 ? status : (['open', 'answered'] as const);
  const query = useInfiniteQuery({
    queryKey: ['question', 'list', { q, states, person }],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      client.list<Question>(
        'question',
        {
          q,
          status: states.join(','),
          person_id: person,
          active: 'true',
          sort: '-modified_at',
          page: pageParam,
          pageSize,
        },
        signal,
      ),
    getNextPageParam: (last, pages) => (last.rows.length < pageSize ? undefined : pages.length + 1),
  });
  const pages = query.data?.pages;
  return { query, questions: pages?.flatMap(({ rows }) => rows), total: pages?.[0]?.total ?? null };
}
