import { useInfiniteQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageSize } from '@/core/app/data/row-source';
import { useApp } from '@/core/app/shell/app-context';
import { questionStates } from '../contract';
import { callerIn, type Question } from '../thread/question-query';

/** Returns the state of the list, which is in the address, and what changes it: `?status=open,answered&mine=true&q=safe`. */
export function useListState() {
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
export type ListState = Pick<ReturnType<typeof useListState>, 'q' | 'status' | 'mine'>;

/** Returns the questions that the list finds, the last changed first, and how many there are. */
export function useQuestions({ q, status, mine }: ListState) {
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
