// Virtual rows have absolute positions, which the rows of a <table> cannot have.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { Skeleton } from '@/ui/display/empty-state';
import { usePhone } from '@/ui/layout/use-phone';
import { cx } from '@/ui/style/cx';
import type { ChangeSet } from '@/app/changes/change-sets';
import { texts } from '../texts';
import { ItemBlock, ItemRows } from './item-row';
import type { ItemActions } from './item-why';
import { heights, itemsBetween, placeSections, type PlacedSection } from './layout';
import { Band, Head, type SectionActions } from './table-heads';
import type { Section } from './use-items';
import styles from './set.module.css';

/** Pixels beyond each edge of the view that are rendered, so that a wheel step shows no gap. */
const overscan = 400;

/** A page of a section that is in view. */
export interface WantedPage {
  readonly key: string;
  readonly page: number;
}

interface View {
  readonly top: number;
  readonly height: number;
}

/**
 * The table of what a set changes, in sections whose headings stay in view. Only the items in view are in the document,
 * and only their pages in memory; `onWanted` is told which pages these are.
 */
export function ItemsTable(props: {
  set: ChangeSet;
  sections: readonly Section[];
  heightsOf: RefObject<Map<string, number>>;
  texts: number;
  actions: ItemActions;
  sectionActions: SectionActions;
  onWanted: (pages: readonly WantedPage[]) => void;
}) {
  const { set, sections, heightsOf, actions, sectionActions, onWanted } = props;
  const say = usePageText('changeset/pages', texts);
  const isPhone = usePhone();
  const isApplied = set.status === 'applied';
  const scroller = useRef<HTMLDivElement>(null);
  const view = useView(scroller);
  // oxlint-disable-next-line react/refs -- a cache of heights: what it holds never changes what was rendered
  const { placed, height } = placeSections(sections, heightsOf.current, isPhone);
  const from = view.top - overscan;
  const to = view.top + view.height + overscan;
  const inView = placed.map((place) => ({ place, ...itemsBetween(place, from, to, isPhone) }));
  const wanted = inView.flatMap(({ place, wanted: pages }) =>
    pages.map((page) => ({ key: place.section.spec.key, page })),
  );
  const wantedText = JSON.stringify(wanted);
  useEffect(() => onWanted(JSON.parse(wantedText)), [onWanted, wantedText]);
  useAnchor(scroller, placed);
  const keyDown = (event: KeyboardEvent) => moveFocus(event, scroller.current);
  const isOfProducts = sections.every(({ pageAt }) => pageAt(0)?.every(({ resource }) => resource === 'plu'));
  const Item = isPhone ? ItemBlock : ItemRows;
  return (
    // Focusable, so that keys scroll it. The links in the rows bubble their key events to this element.
    /* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */
    <section
      className={cx(styles.scroller, 'no-print')}
      ref={scroller}
      tabIndex={0}
      aria-label={say('table')}
      onKeyDown={keyDown}
      data-scroll
    >
      {/* oxlint-enable */}
      <div role="table" aria-label={say('table')} className={styles.table}>
        {!isPhone && <Head isApplied={isApplied} isOfProducts={isOfProducts} />}
        <div role="presentation" style={{ height }}>
          {inView.map(({ place, items, missing }) => (
            <div
              key={place.section.spec.key}
              role="presentation"
              className={styles.section}
              style={{ height: place.height }}
            >
              <Band set={set} section={place.section} actions={sectionActions} />
              <div role="presentation" className={styles.body}>
                {items.map(({ item, ...at }) => (
                  <Item
                    key={item.n}
                    item={item}
                    {...at}
                    actions={actions}
                    isApplied={isApplied}
                    texts={props.texts}
                  />
                ))}
                {missing.map((page) => (
                  <MissingPage
                    key={`page ${page.page}`}
                    from={Math.max(page.top, from - place.top - heights.band)}
                    to={Math.min(page.top + page.height, to - place.top - heights.band)}
                  />
                ))}
              </div>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Returns what is in view: from where, and how much. */
function useView(scroller: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState<View>({ top: 0, height: 900 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const read = () => {
      const next = { top: element.scrollTop, height: element.clientHeight };
      setView((was) => (was.top === next.top && was.height === next.height ? was : next));
    };
    read();
    const sizes = new ResizeObserver(read);
    sizes.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [scroller]);
  return view;
}

/** Keeps the first page in view where it is when a page above it turns out higher or lower than was assumed. */
function useAnchor(scroller: RefObject<HTMLElement | null>, placed: readonly PlacedSection[]): void {
  const anchor = useRef<{ key: string; page: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const tops = placed.flatMap(({ section, top, pages }) =>
      pages.map((page) => ({ key: section.spec.key, page: page.page, top: top + heights.band + page.top })),
    );
    const last = anchor.current;
    const same = last && tops.find(({ key, page }) => key === last.key && page === last.page);
    if (last && same && same.top !== last.top && element.scrollTop > 0)
      element.scrollBy({ top: same.top - last.top, behavior: 'instant' });
    anchor.current = tops.findLast(({ top }) => top <= element.scrollTop) ?? tops[0] ?? null;
  });
}

/** Moves the focus from record to record with the arrow keys; Delete takes the record out of the set. */
function moveFocus(event: KeyboardEvent, scroller: HTMLElement | null): void {
  const link = event.target instanceof Element ? event.target.closest('[data-row-link]') : null;
  if (!link || !scroller || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Delete') {
    const remove = link.closest('[data-item]')?.querySelector<HTMLElement>('[data-remove]');
    remove?.click();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...scroller.querySelectorAll<HTMLElement>('[data-row-link]')].toSorted(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  );
  const next = links[links.findIndex((one) => one === link) + step];
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.closest('[data-item]')?.scrollIntoView({ block: 'nearest' });
}

/** Still bars where a page is being read. */
function MissingPage({ from, to }: { from: number; to: number }) {
  const count = Math.max(1, Math.ceil((to - from) / heights.cell));
  return (
    <div className={styles.missing} style={{ transform: `translateY(${from}px)` }} aria-hidden="true">
      {Array.from({ length: count }, (_, n) => (
        <span key={n} className={styles.row}>
          <Skeleton width={220} />
        </span>
      ))}
    </div>
  );
}
