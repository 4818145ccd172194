import { Fragment, useMemo } from 'react';
import { clockTime, dayName } from '@/core/app/i18n/clock';
import { useText, useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { groupByDay, LogEmpty, LogError, LogHeader, Who } from '@/core/app/log/log-page';
import { useLog } from '@/core/app/log/log-query';
import { useApp } from '@/core/app/shell/app-context';
import { Button } from '@/core/ui/display/button';
import { SkeletonLines } from '@/core/ui/display/empty-state';
import { cx } from '@/core/ui/style/cx';
import { Link } from '@/core/ui/layout/link';
import { LogChips } from './log-chips';
import { parseEntries, useSecurityLogFilters, type LogEntry, type SecurityLogFilters } from './log-query';
import { detailText } from './detail-text';
import styles from './log.module.css';

export { texts } from './log-texts';

/** Kinds of entries that an administrator should look at first, shown in red. */
const alarming = new Set(['sign_in_failed', 'locked_out', 'reauthentication_failed', 'refused']);

/** Entries per page. */
const pageSize = 100;

/** Page of the security log: sign-ins, refusals, and what was done to keys and users, newest first, with filters. */
export function List() {
  const tell = useTextOf('securityevent');
  const state = useSecurityLogFilters();
  const { query, entries } = useLog({
    resource: 'securityevent',
    filters: state.filters,
    limit: pageSize,
    parse: parseEntries,
  });
  return (
    <>
      <LogHeader
        resource="securityevent"
        count={entries.length}
        query={query}
        filters={<LogChips state={state} entries={entries} />}
      />
      <div className={styles.log}>
        {query.error && !query.data ? (
          <LogError resource="securityevent" error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <SkeletonLines lines={12} />
        ) : entries.length === 0 ? (
          <LogEmpty resource="securityevent" isNarrowed={state.isNarrowed} onClear={state.clear} />
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

function LogTable({ entries, state }: { entries: readonly LogEntry[]; state: SecurityLogFilters }) {
  const tell = useTextOf('securityevent');
  const { locale } = useFormat();
  const timeZone = useApp().current.me?.company.timezone;
  const days = useMemo(() => groupByDay(entries, ({ at }) => at, timeZone), [entries, timeZone]);
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
        {[...days].map(([day, ofDay]) => (
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

function Entry({ entry, state }: { entry: LogEntry; state: SecurityLogFilters }) {
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
        <Who who={who} isKey={entry.key_id !== null && entry.user_id === null} />
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

/** What the entry is about, with a link to it. The log never stores a customer's name: the id is shown instead. */
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
