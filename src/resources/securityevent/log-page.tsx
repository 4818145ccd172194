import { Fragment, useMemo } from 'react';
import { clockTime, dayName } from '@/app/i18n/clock';
import { useText, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { groupByDay, LogEmpty, LogError, LogHeader, Who } from '@/app/log/log-page';
import { shortId } from '@/app/record/value-words';
import { timeInWords } from '@/app/log/log-chips';
import { useLog, useWholeLog } from '@/app/log/log-query';
import { SaveLog, type LogFile } from '@/app/log/save-log';
import { maxPrinted, usePrintout, type Printout } from '@/app/print/use-printout';
import { useApp } from '@/app/shell/app-context';
import { Button } from '@/ui/display/button';
import { SkeletonLines } from '@/ui/display/empty-state';
import { cx } from '@/ui/style/cx';
import { Link } from '@/ui/layout/link';
import { LogChips } from './log-chips';
import { parseEntries, useSecurityLogFilters, type LogEntry, type SecurityLogFilters } from './log-query';
import { detailText } from './detail-text';
import { pageSize } from '@/app/data/row-source';
import styles from './log.module.css';

export { texts } from './log-texts';

/** Kinds of entries that an administrator should look at first, shown in red. */
const alarming = new Set([
  'sign_in_failed',
  'locked_out',
  'reauthentication_failed',
  'wrong_code',
  'provider_refused',
  'break_glass',
  'passkey_refused',
  'passkey_cloned',
  'refused',
  'key_used_revoked',
  'key_used_expired',
  'key_used_elsewhere',
  'key_wrong',
]);

/** Page of the security log: sign-ins, refusals, and what was done to keys and users, newest first, with filters. */
export function List() {
  const tell = useTextOf('securityevent');
  const state = useSecurityLogFilters();
  const source = {
    resource: 'securityevent',
    filters: state.filters,
    limit: pageSize,
    parse: parseEntries,
  };
  const { query, entries } = useLog(source);
  const readWhole = useWholeLog(source);
  const printout = usePrintout<LogEntry>({
    loaded: () => ({ rows: entries, hasMore: query.hasNextPage }),
    loadAll: async () => {
      const whole = await readWhole(maxPrinted);
      return { rows: whole.entries, hasMore: whole.more };
    },
    isThere: query.data !== undefined,
  });
  return (
    <>
      <LogHeader
        resource="securityevent"
        count={entries.length}
        query={query}
        filters={<LogChips state={state} entries={entries} />}
        save={<SaveLog resource="securityevent" readWhole={readWhole} loadFile={async () => fileOf(tell)} />}
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
            {printout && <InWords state={state} printout={printout} />}
            <LogTable entries={printout?.rows ?? entries} state={state} />
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

/** Returns what the log has in a file: a row for each entry. */
const fileOf = (tell: (key: string) => string): LogFile<LogEntry> => ({
  heads: ['time', 'who', 'what', 'file.subject', 'address', 'file.detail'].map((key) => tell(key)),
  rowsOf: ({ at, who, kind, subject, address, detail }) => [
    [at, who, tell(`kind.${kind}`), subject, address, detail],
  ],
});

/** The log's filters as text, and how many entries are on the paper. */
function InWords({ state, printout }: { state: SecurityLogFilters; printout: Printout<LogEntry> }) {
  const tell = useTextOf('securityevent');
  const format = useFormat();
  const { rows, hasMore } = printout;
  const { user_id: user, key_id: key, kind, address } = state.filters;
  const by = rows.find((entry) => (user ? entry.user_id === user : entry.key_id === key));
  const words = [
    ['time', timeInWords(state.filters, tell, format)],
    ['kind', kind.map((each) => tell(`kind.${each}`)).join(', ')],
    ['who', (user ?? key) ? (by?.who ?? shortId(user ?? key ?? '')) : ''],
    ['address', address ?? ''],
  ] as const;
  return (
    <p className={styles.inWords} data-printed-log="">
      {words.map(
        ([name, text]) => text !== '' && <span key={name}>{`${tell(`filter.${name}`)}: ${text}`}</span>,
      )}
      <span>{tell(hasMore === true ? 'print.newest' : 'print.all', { count: rows.length })}</span>
    </p>
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

const subjects = [
  ['customer_', 'customer'],
  ['key_', 'apikey'],
  ['changeset_', 'changeset'],
  ['pairing_', 'pos'],
] as const;

/** What the entry is about, with a link to it. The log never stores a customer's name: the id is shown instead. */
function Subject({ entry: { kind, subject, subject_id: id } }: { entry: LogEntry }) {
  const { screens } = useApp();
  if (id === null) return null;
  const [, name = 'user'] = subjects.find(([beginning]) => kind.startsWith(beginning)) ?? [];
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
