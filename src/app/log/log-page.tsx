import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { KeyRound, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/display/button';
import { EmptyState, ErrorState } from '@/ui/display/empty-state';
import { Icon } from '@/ui/display/icon';
import { PageHeader, Toolbar } from '@/ui/layout/page';
import { Initials } from '@/ui/layout/shell-nav';
import { dayKey } from '../i18n/clock';
import { useText, useTextOf } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { initialsOf } from '../session/initials';
import { useDocumentTitle } from '../shell/document-title';
import { useErrorText } from '../shell/error-text';
import styles from './log.module.css';

/** Header and toolbar of a log's page: its note, the button that reads it again, its filters and its count. */
export function LogHeader(props: {
  /** The resource, whose texts are shown. */
  resource: string;
  /** How many entries are loaded. */
  count: number;
  query: Pick<UseInfiniteQueryResult, 'data' | 'isRefetching' | 'refetch' | 'hasNextPage'>;
  filters: ReactNode;
  /** Writes it into a file. */
  save?: ReactNode;
}) {
  const { resource, count, query, filters, save } = props;
  const tell = useTextOf(resource);
  const format = useFormat();
  const title = tell('title');
  useDocumentTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <span className={styles.note}>{tell('note')}</span>
            <Button icon={RefreshCw} busy={query.isRefetching} onClick={() => void query.refetch()}>
              {tell('refresh')}
            </Button>
            {save}
          </>
        }
      />
      <Toolbar
        filters={filters}
        count={
          query.data !== undefined && (
            <>
              <b>{format.count(count)}</b> {tell(query.hasNextPage ? 'countSoFar' : 'count', { count })}
            </>
          )
        }
      />
    </>
  );
}

/** Error state of a log that could not be read. */
export function LogError(props: { resource: string; error: Error; onRetry: () => void }) {
  const { resource, error, onRetry } = props;
  const tell = useTextOf(resource);
  const say = useText();
  const errorText = useErrorText();
  return (
    <ErrorState
      title={tell('notRead')}
      text={errorText(error)}
      retry={say('error.tryAgain')}
      onRetry={onRetry}
    />
  );
}

/** Empty state of a log, with a button that clears its filters if it has any. */
export function LogEmpty(props: { resource: string; isNarrowed: boolean; onClear: () => void }) {
  const { resource, isNarrowed, onClear } = props;
  const tell = useTextOf(resource);
  return (
    <EmptyState
      title={tell(isNarrowed ? 'nothingFound' : 'none')}
      actions={isNarrowed && <Button onClick={onClear}>{tell('clear')}</Button>}
    />
  );
}

/** Who made an entry: the initials of a person or a key, and the name. */
export function Who({ who, isKey }: { who: string; isKey: boolean }) {
  return (
    <span className={styles.who}>
      {isKey ? (
        <span className={styles.key}>
          <Icon as={KeyRound} size="s" />
        </span>
      ) : (
        <Initials small>{initialsOf(who)}</Initials>
      )}
      <span className="cut">{who}</span>
    </span>
  );
}

/** Groups entries by their day in a time zone, in their own order. */
export function groupByDay<E>(
  entries: readonly E[],
  at: (entry: E) => string,
  timeZone: string | undefined,
): Map<string, E[]> {
  const days = new Map<string, E[]>();
  for (const entry of entries) {
    const day = dayKey(at(entry), timeZone);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(entry);
    else days.set(day, [entry]);
  }
  return days;
}
