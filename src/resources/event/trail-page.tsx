import { useInfiniteQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { useApp } from '@/core/app/shell/app-context';
import { useDocumentTitle } from '@/core/app/shell/document-title';
import { useErrorText } from '@/core/app/shell/error-text';
import { useWidthClass } from '@/core/app/grid/columns/use-width';
import { useVirtualRows } from '@/core/app/grid/rows/use-virtual-rows';
import { useFormTexts, useText, useTextOf } from '@/core/app/i18n/i18n';
import { textOf } from '@/core/app/form/engine/number-text';
import type { JsonObject } from '@/core/app/record/json';
import type { Screen } from '@/core/app/shell/screen';
import { useFormat } from '@/core/app/i18n/use-format';
import { SidePanel } from '@/core/ui/layout/side-panel';
import { EmptyState, ErrorState } from '@/core/ui/display/empty-state';
import { Button } from '@/core/ui/display/button';
import { PageHeader, Toolbar } from '@/core/ui/layout/page';
import { dayKey, dayName } from '@/core/app/i18n/clock';
import { EventPanel } from './event-panel';
import { TrailChips } from './trail-chips';
import { trailQuery, useTrailState } from './trail-query';
import { DayRow, EventRow, WaitingRow } from './trail-rows';
import styles from './trail.module.css';

export { texts } from './texts';

/**
 * Pixels of a row, as trail.module.css has them: on a tablet, and where an event beside the trail leaves little, what
 * differs stands on a line of its own.
 */
const rowHeight = { wide: 36, narrow: 58 };
const headHeight = 32;
/** Bars that stand for what is on its way. */
const waitingRows = 12;

type Item =
  | { kind: 'day'; label: string; count: string }
  | { kind: 'event'; event: JsonObject }
  | { kind: 'waiting' };

/** The audit trail: who did what, newest first, by person, record, action and time; one event beside it. */
export function List({ screen }: { screen: Screen }) {
  const { current, screens } = useApp();
  const tell = useTextOf('event');
  const title = useTextOf(screen.contract.name)('title');
  const timeZone = current.me?.company.timezone;
  const format = useFormat();
  const state = useTrailState();
  const query = useInfiniteQuery(trailQuery(current.client, state.filters, timeZone));
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.events) ?? [], [query.data]);
  const told = useMemo(
    () => [...new Set(events.map((event) => textOf(event['entity'])))].join(','),
    [events],
  );
  const texts = useFormTexts(screens, told);
  useDocumentTitle(title);
  const close = () => state.open(null);
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
        filters={<TrailChips state={state} events={events} />}
        count={
          query.data && (
            <>
              <b>{format.count(events.length)}</b>{' '}
              {tell(query.hasNextPage ? 'countSoFar' : 'count', { count: events.length })}
            </>
          )
        }
      />
      <div className={styles.beside}>
        <SidePanel
          label={tell('event.title')}
          onClose={close}
          panel={
            state.event !== null && (
              <EventPanel key={state.event} id={state.event} state={state} onClose={close} />
            )
          }
        >
          <Walk
            events={query.data ? events : null}
            texts={texts}
            more={query.hasNextPage}
            error={query.error}
            state={state}
            onMore={() => {
              if (!query.isFetching) void query.fetchNextPage({ cancelRefetch: false });
            }}
            onRetry={() => void query.refetch()}
          />
        </SidePanel>
      </div>
    </>
  );
}

function Walk(props: {
  events: readonly JsonObject[] | null;
  /** Another one when more can be said. */
  texts: number;
  more: boolean;
  error: Error | null;
  state: ReturnType<typeof useTrailState>;
  onMore: () => void;
  onRetry: () => void;
}) {
  const { events, texts, more, error, state, onMore, onRetry } = props;
  const tell = useTextOf('event');
  const say = useText();
  const errorText = useErrorText();
  const scroller = useRef<HTMLDivElement>(null);
  const items = useItems(events, more);
  const room = useWidthClass();
  const isNarrow = room === 1 || state.event !== null;
  const row = isNarrow ? rowHeight.narrow : rowHeight.wide;
  const view = useVirtualRows(scroller, { count: items.length, row, head: headHeight });
  const wanted = useRef<number | null>(null);

  // Where rows get another height, the same ones stay in sight.
  const was = useRef(row);
  useLayoutEffect(() => {
    if (was.current === row) return;
    view.scrollTo((view.offset() / was.current) * row);
    was.current = row;
  });

  const { lastVisible } = view;
  useEffect(() => {
    if (more && error === null && lastVisible >= items.length - waitingRows - 1) onMore();
  });

  // The keys move the focus from event to event; a row that was out of sight is there after the scroll.
  const focusWanted = () => {
    const link = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    link.focus();
    wanted.current = null;
  };
  useEffect(() => {
    if (wanted.current !== null) focusWanted();
  });
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    if (step === undefined || !from) return;
    let to = Number(from.getAttribute('data-index')) + step;
    while (items[to]?.kind === 'day') to += step;
    if (items[to]?.kind !== 'event') return;
    event.preventDefault();
    view.reveal(to);
    wanted.current = to;
    focusWanted();
  };

  if (error !== null && events === null)
    return (
      <div className={styles.walk}>
        <ErrorState
          title={tell('notRead')}
          text={errorText(error)}
          retry={say('error.tryAgain')}
          onRetry={onRetry}
        />
      </div>
    );
  if (events?.length === 0)
    return (
      <div className={styles.walk}>
        <EmptyState
          title={tell(state.narrowed ? 'nothingFound' : 'none')}
          actions={state.narrowed && <Button onClick={state.clear}>{tell('clear')}</Button>}
        />
      </div>
    );
  return (
    // The rows in it hold links, which take the keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.walk} ref={scroller} data-narrow={isNarrow || undefined} onKeyDown={keyDown}>
      {/* Rows stand anywhere in a tall element, so this is no <table>. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="table" aria-label={tell('events')} aria-busy={events === null} aria-rowcount={-1}>
        <Head />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="rowgroup" className={styles.body} style={{ height: view.height }}>
          {items.slice(view.first, view.end).map((item, n) => {
            const index = view.first + n;
            const place = { index, top: view.positionOf(index) };
            if (item.kind === 'day')
              return <DayRow key={index} {...place} label={item.label} count={item.count} />;
            if (item.kind === 'waiting') return <WaitingRow key={index} {...place} />;
            const id = textOf(item.event['id']);
            return (
              <EventRow
                key={id}
                {...place}
                event={item.event}
                open={id === state.event}
                texts={texts}
                state={state}
              />
            );
          })}
        </div>
      </div>
      {error !== null && (
        <ErrorState
          title={tell('notRead')}
          text={errorText(error)}
          retry={say('error.tryAgain')}
          onRetry={onMore}
        />
      )}
    </div>
  );
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role */
function Head() {
  const tell = useTextOf('event');
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.columns}>
        {(['time', 'who', 'what', 'difference'] as const).map((name) => (
          <div key={name} role="columnheader" className={styles[name]}>
            {tell(name)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The events with a band before each day, which counts them, and bars for those that are on their way. */
function useItems(events: readonly JsonObject[] | null, more: boolean): readonly Item[] {
  const { locale } = useFormat();
  const tell = useTextOf('event');
  const timeZone = useApp().current.me?.company.timezone;
  return useMemo(() => {
    const items: Item[] = [];
    const days = new Map<string, JsonObject[]>();
    for (const event of events ?? []) {
      const day = dayKey(textOf(event['at']), timeZone);
      const ofDay = days.get(day);
      if (ofDay) ofDay.push(event);
      else days.set(day, [event]);
    }
    const last = [...days.keys()].at(-1);
    for (const [day, ofDay] of days) {
      // Of the day at which reading stopped, more may come.
      const count = tell(more && day === last ? 'loadedSoFar' : 'loaded', { count: ofDay.length });
      items.push({ kind: 'day', label: dayName(textOf(ofDay[0]?.['at']), locale, timeZone), count });
      items.push(...ofDay.map((event): Item => ({ kind: 'event', event })));
    }
    if (events === null || more)
      items.push(...Array.from({ length: waitingRows }, (): Item => ({ kind: 'waiting' })));
    return items;
  }, [events, more, locale, tell, timeZone]);
}
