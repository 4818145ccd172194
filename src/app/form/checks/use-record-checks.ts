import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Resource } from '@/contract/resource';
import { recordLabelQuery } from '../../data/queries';
import type { RowQuery, RowSource } from '../../data/row-source';
import type { Format } from '../../i18n/formats';
import { useTextOf } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { useApp } from '../../shell/app-context';
import { doubtCode, problemOf, type CheckContext, type FormChecks, type RecordChecks } from './record-checks';

/**
 * Returns the checks of a resource's form; without `checks` nothing is found. `id`: the record that is checked, or that
 * a new one is a copy of: they have the same numbers and codes on purpose.
 */
export function useRecordChecks(resource: Resource, checks: RecordChecks | undefined, id: string | null) {
  const say = useTextOf(resource.name);
  const context = useCheckContext(resource, id);
  const latest = useRef({ say, context });
  useLayoutEffect(() => {
    latest.current = { say, context };
  });
  return useMemo((): FormChecks => {
    const asked = new Set<string>();
    return {
      wrong: (record, stored) =>
        (checks?.wrong?.({ record, stored }, latest.current.context) ?? []).map((found) =>
          problemOf(found, 'wrong', latest.current.say),
        ),
      async newDoubts(record, stored) {
        const found = (await checks?.doubtful?.({ record, stored }, latest.current.context)) ?? [];
        const problems = found.map((one) => problemOf(one, doubtCode, latest.current.say));
        const fresh = problems.filter(({ pointer, detail }) => !asked.has(`${pointer} ${detail}`));
        for (const { pointer, detail } of problems) asked.add(`${pointer} ${detail}`);
        return fresh;
      },
      tidy: (record, stored) => checks?.tidy?.({ record, stored }) ?? record,
    };
  }, [checks]);
}

/** Returns what checks read of the server. `id`: the record that is checked. */
export function useCheckContext(resource: Resource, id: string | null): CheckContext {
  const { source, current } = useApp();
  const queries = useQueryClient();
  return checkContext({ source, queries, format: useFormat(), me: current.me }, resource, id);
}

const activeWith = (filter: string, value: string) => ({
  q: '',
  sort: '',
  active: 'active' as const,
  filters: { [filter]: [value] },
});

/** Returns the same outside of React. */
export const checkContext = (
  {
    source,
    queries,
    format,
    me,
  }: {
    source: RowSource;
    queries: QueryClient;
    format: Format;
    me: CheckContext['me'];
  },
  resource: Resource,
  id: string | null,
): CheckContext => {
  const othersOf = async (query: RowQuery) => {
    const { rows } = await source.page(resource, query, 0);
    return rows.filter((row) => row.id !== id);
  };
  return {
    format,
    me,
    others: (filter, value) => othersOf(activeWith(filter, value)),
    search: (text) => othersOf({ q: text, sort: '', active: 'active', filters: {} }),
    count: (other, filter, value) => source.total(other, activeWith(filter, value)),
    record: (other, otherId) => queries.fetchQuery(recordLabelQuery(source, other, otherId)),
  };
};
