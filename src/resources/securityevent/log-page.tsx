import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound, RefreshCw } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import { useApp } from '@/core/app/app-context';
import { clockTime, dayKey, dayName } from '@/core/app/clock';
import { useDocumentTitle } from '@/core/app/document-title';
import { useErrorText } from '@/core/app/error-text';
import { useText, useTextOf, type Say } from '@/core/app/i18n';
import { initialsOf } from '@/core/app/initials';
import type { Screen } from '@/core/app/screen';
import { useFormat } from '@/core/app/use-format';
import { EmptyState, ErrorState, SkeletonLines } from '@/core/ui/blank';
import { Button } from '@/core/ui/button';
import { cx } from '@/core/ui/cx';
import { Icon } from '@/core/ui/icon';
import { Link } from '@/core/ui/link';
import { PageHeader, Toolbar } from '@/core/ui/page';
import { Face } from '@/core/ui/shell-nav';
import { roles } from '@/core/contract/role';
import { LogChips } from './log-chips';
import { logQuery, useLogState, type LogEntry, type LogState } from './log-query';
import { texts as logTexts } from './log-texts';
import styles from './log.module.css';

export { texts } from './log-texts';

/** What an administrator should look at first. */
const alarming = new Set(['sign_in_failed', 'locked_out', 'reauthentication_failed', 'refused']);

/** The security log: who signed in and from where, what was refused, what was done to keys and users, newest first. */
export function List({ screen }: { screen: Screen }) {
  const { current } = useApp();
  const tell = useTextOf('securityevent');
  const say = useText();
  const errorText = useErrorText();
  const format = useFormat();
  const title = useTextOf(screen.contract.name)('title');
  const state = useLogState();
  const query = useInfiniteQuery(logQuery(current.client, state.filters, current.me?.company.timezone));
  const entries = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
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
          </>
        }
      />
      <Toolbar
        filters={<LogChips state={state} entries={entries} />}
        count={
          query.data && (
            <>
              <b>{format.count(entries.length)}</b>{' '}
              {tell(query.hasNextPage ? 'countSoFar' : 'count', { count: entries.length })}
            </>
          )
        }
      />
      <div className={styles.log}>
        {query.error && !query.data ? (
          <ErrorState
            title={tell('notRead')}
            text={errorText(query.error)}
            retry={say('error.tryAgain')}
            onRetry={() => void query.refetch()}
          />
        ) : !query.data ? (
          <SkeletonLines lines={12} />
        ) : entries.length === 0 ? (
          <EmptyState
            title={tell(state.isNarrowed ? 'nothingFound' : 'none')}
            actions={state.isNarrowed && <Button onClick={state.clear}>{tell('clear')}</Button>}
          />
        ) : (
          <>
            <LogTable entries={entries} state={state} />
            {query.hasNextPage && (
              <p className={styles.more}>
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {tell('more')}
                </Button>
              </p>
            )}
          </>
        )}
      </div>
    </>
  );
}

function LogTable({ entries, state }: { entries: readonly LogEntry[]; state: LogState }) {
  const tell = useTextOf('securityevent');
  const { locale } = useFormat();
  const timeZone = useApp().current.me?.company.timezone;
  const days = useMemo(() => {
    const found = new Map<string, LogEntry[]>();
    for (const entry of entries) {
      const day = dayKey(entry.at, timeZone);
      found.set(day, [...(found.get(day) ?? []), entry]);
    }
    return [...found];
  }, [entries, timeZone]);
  return (
    <table className={styles.table} aria-label={tell('entries')}>
      <thead>
        <tr>
          {(['time', 'who', 'what', 'address'] as const).map((name) => (
            <th key={name} scope="col" className={styles[name]}>
              {tell(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(([day, ofDay]) => (
          <Fragment key={day}>
            <tr className={styles.day}>
              <th scope="rowgroup" colSpan={4}>
                {dayName(ofDay[0]?.at ?? '', locale, timeZone)}
              </th>
            </tr>
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} state={state} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry, state }: { entry: LogEntry; state: LogState }) {
  const tell = useTextOf('securityevent');
  const { locale } = useFormat();
  const timeZone = useApp().current.me?.company.timezone;
  const say = useText();
  const who = entry.who ?? tell('somebody');
  const { address, detail, kind } = entry;
  return (
    <tr>
      <td className={styles.time}>{clockTime(entry.at, locale, timeZone)}</td>
      <td className={styles.who} title={who}>
        <span>
          {entry.key_id !== null && entry.user_id === null ? (
            <span className={styles.key}>
              <Icon as={KeyRound} size="s" />
            </span>
          ) : (
            <Face small>{initialsOf(who)}</Face>
          )}
          <span className="cut">{who}</span>
        </span>
      </td>
      <td className={styles.what}>
        <span className={cx(styles.kind, alarming.has(kind) && styles.alarming)}>{tell(`kind.${kind}`)}</span>{' '}
        <Subject entry={entry} />{' '}
        {detail !== null && <span className="muted">{detailText(detail, tell, say)}</span>}
      </td>
      <td className={styles.address}>
        {address !== null && (
          <button
            type="button"
            className="link"
            data-prints
            title={tell('ofAddress', { address })}
            onClick={() => state.change({ address })}
          >
            {address}
          </button>
        )}
      </td>
    </tr>
  );
}

/** How somebody signed in, what a link is for, or roles, in words; a route of the interface as it is. */
const detailText = (detail: string, tell: (key: string) => string, say: Say): string =>
  `detail.${detail}` in logTexts.en
    ? tell(`detail.${detail}`)
    : detail
        .split(' → ')
        .map((part) => {
          const role = roles.find((name) => name === part);
          return role ? say(`role.${role}`) : part;
        })
        .join(' → ');

/** What it was done to, with the way there. A customer is named nowhere in this log. */
function Subject({ entry: { kind, subject, subject_id: id } }: { entry: LogEntry }) {
  const { screens } = useApp();
  if (id === null) return null;
  const name = kind.startsWith('customer_') ? 'customer' : kind.startsWith('key_') ? 'apikey' : 'user';
  const path = screens[name]?.path;
  const text = subject ?? id.slice(0, 8);
  return path === undefined ? (
    <b>{text}</b>
  ) : (
    <Link className="link" href={`${path}/${id}`}>
      {text}
    </Link>
  );
}
