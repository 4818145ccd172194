import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { useApp } from '@/app/shell/app-context';
import { useWidthClass } from '@/app/grid/columns/use-width';
import { useVirtualRows } from '@/app/grid/rows/use-virtual-rows';
import { useFormTexts, useTextOf } from '@/app/i18n/i18n';
import { textOf } from '@/app/form/engine/number-text';
import type { JsonObject } from '@/record/json';
import { groupByDay, LogEmpty, LogError, LogHeader } from '@/app/log/log-page';
import { useEventHorizon } from '@/app/log/event-horizon';
import { useLog, useWholeLog } from '@/app/log/log-query';
import { SaveLog } from '@/app/log/save-log';
import { useFormat } from '@/app/i18n/use-format';
import { SidePanel } from '@/ui/layout/side-panel';
import { cx } from '@/ui/style/cx';
import { maxPrinted, usePrintout } from '@/app/print/use-printout';
import { dayName } from '@/app/i18n/clock';
import { EventPanel } from './event-panel';
import { PrintedTrail } from './printed-trail';
import { TrailChips } from './trail-chips';
import { mergeNewestFirst, useSecurityEntries } from './security-entries';
import { useTrailState, type TrailState } from './trail-query';
import { DayRow, EventRow, SkeletonRow } from './trail-rows';
import styles from './trail.module.css';

export { texts } from './texts';

/**
 * Height of a row in pixels, the same as in trail.module.css. On a tablet, and while an event is open beside the trail,
 * the difference has a line of its own.
 */
const rowHeight = { wide: 36, narrow: 58 };
const headHeight = 32;
/** Skeleton rows while a page is loading. */
const skeletonRows = 12;

type Item =
  | { kind: 'day'; label: string; count: string }
  | { kind: 'event'; event: JsonObject }
  | { kind: 'skeleton' };

/** Events per page: about one screen, and the next one. */
const pageSize = 60;

/** Page of the audit trail: who did what, newest first, with filters; the event that is open stands beside it. */
export function List() {
  const { screens } = useApp();
  const tell = useTextOf('event');
  const state = useTrailState();
  const source = {
    resource: 'event',
    filters: state.filters,
    limit: pageSize,
    parse: (data: readonly JsonObject[]) => data,
  };
  const { query, entries } = useLog(source);
  const readWhole = useWholeLog(source);
  const security = useSecurityEntries(state, pageSize);
  const { isRead } = security;
  const moreEvents = query.hasNextPage;
  const moreEntries = isRead && security.query.hasNextPage;
  const events = useMemo(
    () =>
      isRead
        ? mergeNewestFirst([
            { entries, more: moreEvents },
            { entries: security.entries, more: moreEntries },
          ])
        : entries,
    [isRead, entries, moreEvents, security.entries, moreEntries],
  );
  const printout = usePrintout<JsonObject>({
    loaded: () => ({ rows: events, hasMore: moreEvents || moreEntries }),
    loadAll: async () => {
      const logs = await Promise.all([
        readWhole(maxPrinted),
        ...(isRead ? [security.readWhole(maxPrinted)] : []),
      ]);
      const rows = mergeNewestFirst(logs);
      const hasMore = rows.length > maxPrinted || logs.some(({ more }) => more);
      return { rows: rows.slice(0, maxPrinted), hasMore };
    },
    isThere: query.data !== undefined,
  });
  const shown = printout?.rows ?? events;
  const entities = useMemo(
    () => [...new Set([...shown.map((event) => textOf(event['entity'])), ...state.filters.entity])].join(','),
    [shown, state.filters.entity],
  );
  const texts = useFormTexts(screens, entities);
  const close = () => state.open(null);
  return (
    <>
      <LogHeader
        resource="event"
        count={events.length}
        query={query}
        filters={<TrailChips state={state} events={events} />}
        save={
          <SaveLog
            resource="event"
            readWhole={readWhole}
            loadFile={async () => (await import('./trail-file')).trailFile(tell)}
          />
        }
      />
      {printout && <PrintedTrail printout={printout} state={state} texts={texts} />}
      <div className={cx(styles.beside, 'no-print')}>
        <SidePanel
          label={tell('event.title')}
          onClose={close}
          panel={
            state.event !== null && (
              <EventPanel key={state.event} id={state.event} state={state} onClose={close} />
            )
          }
        >
          <TrailTable
            events={query.data && !(isRead && security.query.isPending) ? events : null}
            texts={texts}
            more={moreEvents || moreEntries}
            error={query.error}
            state={state}
            onMore={() => {
              for (const log of [query, security.query])
                if (log.hasNextPage && !log.isFetching) void log.fetchNextPage({ cancelRefetch: false });
            }}
            onRetry={() => void query.refetch()}
          />
        </SidePanel>
      </div>
    </>
  );
}

/** The events as a table with virtual rows, which loads the next page when its end comes near. */
function TrailTable(props: {
  events: readonly JsonObject[] | null;
  /** Changes when the texts of more resources are loaded, so that the rows render again. */
  texts: number;
  more: boolean;
  error: Error | null;
  state: TrailState;
  onMore: () => void;
  onRetry: () => void;
}) {
  const { events, texts, more, error, state, onMore, onRetry } = props;
  const tell = useTextOf('event');
  const horizon = useEventHorizon();
  const scroller = useRef<HTMLDivElement>(null);
  const items = useItems(events, more);
  const width = useWidthClass();
  const isNarrow = width === 1 || state.event !== null;
  const row = isNarrow ? rowHeight.narrow : rowHeight.wide;
  const view = useVirtualRows(scroller, { count: items.length, row, head: headHeight });
  const [first, rendered] = [view.first, items.slice(view.first, view.end)];
  const indexToFocus = useRef<number | null>(null);

  // When the height of the rows changes, the same rows stay visible.
  const previousRow = useRef(row);
  useLayoutEffect(() => {
    if (previousRow.current === row) return;
    view.scrollTo((view.offset() / previousRow.current) * row);
    previousRow.current = row;
  });

  const { lastVisible } = view;
  useEffect(() => {
    if (more && error === null && lastVisible >= items.length - skeletonRows - 1) onMore();
  });

  // The arrow keys move the focus from event to event. A row outside the view is rendered only after the scroll.
  const focusRow = () => {
    const link = scroller.current?.querySelector<HTMLElement>(`[data-index="${indexToFocus.current}"] a`);
    if (!link) return;
    link.focus();
    indexToFocus.current = null;
  };
  useEffect(() => {
    if (indexToFocus.current !== null) focusRow();
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
    indexToFocus.current = to;
    focusRow();
  };

  if (error !== null && events === null)
    return (
      <div className={styles.scroller}>
        <LogError resource="event" error={error} onRetry={onRetry} />
      </div>
    );
  if (events?.length === 0)
    return (
      <div className={styles.scroller}>
        <LogEmpty resource="event" isNarrowed={state.isNarrowed} onClear={state.clear} />
        {horizon !== null && <p className={styles.horizon}>{horizon}</p>}
      </div>
    );
  return (
    // The links in the rows have the focus; their key events bubble to this element.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.scroller} ref={scroller} data-narrow={isNarrow || undefined} onKeyDown={keyDown}>
      {/* Virtual rows have absolute positions, which the rows of a <table> cannot have. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="table" aria-label={tell('events')} aria-busy={events === null} aria-rowcount={-1}>
        <Head />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="rowgroup" className={styles.body} style={{ height: view.height }}>
          {rendered.map((item, n) => {
            const index = first + n;
            const place = { index, top: view.positionOf(index) };
            if (item.kind === 'day')
              return <DayRow key={index} {...place} label={item.label} count={item.count} />;
            if (item.kind === 'skeleton') return <SkeletonRow key={index} {...place} />;
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
      {error !== null && <LogError resource="event" error={error} onRetry={onMore} />}
      {events !== null && !more && horizon !== null && <p className={styles.horizon}>{horizon}</p>}
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

/** Returns the rows: the events, a heading with a count before each day, and skeletons while more are loading. */
function useItems(events: readonly JsonObject[] | null, more: boolean): readonly Item[] {
  const { locale } = useFormat();
  const tell = useTextOf('event');
  const timeZone = useApp().current.me?.company.timezone;
  return useMemo(() => {
    const items: Item[] = [];
    const days = groupByDay(events ?? [], (event) => textOf(event['at']), timeZone);
    const last = [...days.keys()].at(-1);
    for (const [day, ofDay] of days) {
      // The last day that is loaded may have more events on the next page.
      const count = tell(more && day === last ? 'loadedSoFar' : 'loaded', { count: ofDay.length });
      items.push({ kind: 'day', label: dayName(textOf(ofDay[0]?.['at']), locale, timeZone), count });
      items.push(...ofDay.map((event): Item => ({ kind: 'event', event })));
    }
    if (events === null || more)
      items.push(...Array.from({ length: skeletonRows }, (): Item => ({ kind: 'skeleton' })));
    return items;
  }, [events, more, locale, tell, timeZone]);
}
