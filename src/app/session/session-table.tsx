import { useSyncExternalStore } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { sessionEntries, type SessionEntry } from '@/contract/session-list';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { defineTexts, useText } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { useFormat } from '../i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { Tag } from '@/ui/display/badge';
import { SheetTable, type SheetCell, type SheetColumn } from '@/ui/tables/sheet-table';
import { toast } from '@/ui/overlays/toast-store';
import { browserName } from './browser-name';
import { useWayIn } from './way-in';
import styles from './session-table.module.css';

const texts = defineTexts({
  en: {
    label: 'Sessions',
    browser: 'Browser',
    address: 'Address',
    company: 'Company',
    begun: 'Signed in',
    used: 'Last used',
    until: 'No code until',
    current: 'This one',
    unknown: 'Unknown browser',
    end: 'End',
    endOf: 'End the session {{browser}}, signed in {{when}}',
    endAll: 'End all sessions',
    endOthers: 'End all others',
    endOthersText: 'They are out at their next request. Remembered devices are forgotten.',
    ended_one: 'Session ended',
    ended_other: '{{count, number}} sessions ended',
    none: 'Nobody is signed in.',
    notRead: 'The sessions could not be read',
    failed: 'The session was not ended.',
  },
  fi: {
    label: 'Istunnot',
    browser: 'Selain',
    address: 'Osoite',
    company: 'Yritys',
    begun: 'Kirjautui',
    used: 'Käytetty viimeksi',
    until: 'Ei koodia ennen',
    current: 'Tämä',
    unknown: 'Tuntematon selain',
    end: 'Päätä',
    endOf: 'Päätä istunto {{browser}}, kirjautui {{when}}',
    endAll: 'Päätä kaikki istunnot',
    endOthers: 'Päätä kaikki muut',
    endOthersText: 'Ne päättyvät seuraavaan pyyntöönsä. Muistetut laitteet unohdetaan.',
    ended_one: 'Istunto päätetty',
    ended_other: '{{count, number}} istuntoa päätetty',
    none: 'Kukaan ei ole kirjautunut.',
    notRead: 'Istuntoja ei voitu lukea',
    failed: 'Istuntoa ei päätetty.',
  },
});

/** Location of a list of sessions, and of the action that ends all of them. */
export interface SessionPlace {
  /** Path below `/api/secure/`: `session`, `user/…/session`. */
  readonly path: string;
  /** Path below `path` of the action that ends all sessions. */
  readonly endAll: 'end-others' | 'end';
  /** Says how each began, and until when its browser is asked for no code: of a person's own sessions. */
  readonly isOwn?: boolean;
}

/** On a phone the address and the time are shown below the browser's name. */
const phoneQuery = () => window.matchMedia('(max-width: 699px)');
const watchPhone = (listener: () => void) => {
  const query = phoneQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Table of sessions with time, address and browser; buttons end one of them or all. */
export function SessionTable({ path, endAll, isOwn = false }: SessionPlace) {
  const { client } = useApp().current;
  const nameOfWay = useWayIn();
  const say = useLazyTexts('session-table', texts);
  const sayShared = useText();
  const format = useFormat();
  const errorText = useErrorText();
  const isPhone = useSyncExternalStore(watchPhone, () => phoneQuery().matches);
  const query = useQuery({
    queryKey: ['session', path],
    queryFn: async ({ signal }) => sessionEntries.parse(await client.json(`/api/secure/${path}`, signal)),
  });
  const endSession = useMutation({
    mutationKey: ['session', 'end'],
    mutationFn: async (action: string) => {
      const { text } = await client.post(`${path}/${action}`, '');
      return JSON.parse(text) as { ended: number };
    },
    onSuccess: ({ ended }) => toast.saved({ title: say('ended', { count: ended }) }),
  });
  if (query.error && !query.data)
    return (
      <ErrorState
        title={say('notRead')}
        text={errorText(query.error)}
        retry={sayShared('error.tryAgain')}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <SkeletonLines lines={3} />;
  const rows = query.data.toSorted((a, b) => Number(b.current) - Number(a.current));
  if (rows.length === 0) return <p className="muted">{say('none')}</p>;
  const nameOf = ({ user_agent: agent }: SessionEntry) => browserName(agent) ?? say('unknown');
  const others = rows.filter(({ current }) => !current);
  const details = (row: SessionEntry) =>
    [row.address, isSeveral ? row.company : null, format.moment(row.used_at), isOwn ? untilOf(row) : null]
      .filter(Boolean)
      .join(' · ');
  const untilOf = ({ remembered_until: until }: SessionEntry) =>
    until ? `${say('until')} ${format.moment(until)}` : null;
  const isSeveral = new Set(rows.map(({ company }) => company)).size > 1;
  const wideColumns: SheetColumn<SessionEntry>[] = [
    {
      id: 'address',
      header: () => say('address'),
      meta: { width: 150 },
      cell: ({ row: { original: row } }) => row.address ?? '–',
    },
    ...(isSeveral
      ? [
          {
            id: 'company',
            header: () => say('company'),
            meta: { width: 160 },
            cell: ({ row: { original: row } }: SheetCell<SessionEntry>) => row.company,
          },
        ]
      : []),
    ...(isOwn
      ? []
      : [
          {
            id: 'begun',
            header: () => say('begun'),
            meta: { width: 120 },
            cell: ({ row: { original: row } }: SheetCell<SessionEntry>) => format.moment(row.begun_at),
          },
        ]),
    {
      id: 'used',
      header: () => say('used'),
      meta: { width: 120 },
      cell: ({ row: { original: row } }) => format.moment(row.used_at),
    },
    ...(isOwn
      ? [
          {
            id: 'until',
            header: () => say('until'),
            meta: { width: 120 },
            cell: ({ row: { original: row } }: SheetCell<SessionEntry>) =>
              row.remembered_until ? format.moment(row.remembered_until) : '–',
          },
        ]
      : []),
  ];
  return (
    <div className={styles.parts}>
      {endSession.error && (
        <Banner kind="danger">
          {say('failed')} {errorText(endSession.error)}
        </Banner>
      )}
      <SheetTable
        label={say('label')}
        rows={rows}
        rowKey={({ id }) => id}
        minWidth={isPhone ? undefined : isSeveral ? 720 : 560}
        columns={[
          {
            id: 'browser',
            header: () => say('browser'),
            cell: ({ row: { original: row } }) => (
              <span className={styles.browser} title={row.user_agent}>
                {nameOf(row)} {row.current && <Tag>{say('current')}</Tag>}
                {isOwn && row.way && (
                  <span className={styles.where}>{nameOfWay(row.way, row.second ?? null)}</span>
                )}
                {isPhone && <span className={styles.where}>{details(row)}</span>}
              </span>
            ),
          },
          ...(isPhone ? [] : wideColumns),
          {
            id: 'end',
            header: () => '',
            meta: { width: 84, align: 'right' },
            cell: ({ row: { original: row } }) =>
              row.current ? null : (
                <Button
                  size="xs"
                  busy={endSession.isPending && endSession.variables === `${row.id}/end`}
                  aria-label={say('endOf', { browser: nameOf(row), when: format.moment(row.begun_at) })}
                  onClick={() => endSession.mutate(`${row.id}/end`)}
                >
                  {say('end')}
                </Button>
              ),
          },
        ]}
      />
      {others.length > (endAll === 'end' ? 1 : 0) && (
        <div className={styles.all}>
          <Button
            busy={endSession.isPending && endSession.variables === endAll}
            onClick={() => endSession.mutate(endAll)}
          >
            {say(endAll === 'end' ? 'endAll' : 'endOthers')}
          </Button>
          {isOwn && <span className="meta">{say('endOthersText')}</span>}
        </div>
      )}
    </div>
  );
}
