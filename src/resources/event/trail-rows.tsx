// Virtual rows have absolute positions, which the rows of a <table> cannot have.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { memo } from 'react';
import { BySet } from '@/app/changes/by-set';
import { useApp } from '@/app/shell/app-context';
import { textOf } from '@/app/form/engine/number-text';
import { useTextOf } from '@/app/i18n/i18n';
import { Who } from '@/app/log/log-page';
import type { JsonObject } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { Skeleton } from '@/ui/display/empty-state';
import { cx } from '@/ui/style/cx';
import { Change } from '@/ui/display/facts';
import { Link } from '@/ui/layout/link';
import { clockTime } from '@/app/i18n/clock';
import { securityLog } from './security-entries';
import type { TrailState } from './trail-query';
import styles from './trail.module.css';
import { useEventTexts } from './use-event-texts';

/** How many differences a row shows at most; the panel of the event shows all. */
const shownLines = 3;

interface Place {
  readonly index: number;
  readonly top: number;
}

const at = ({ index, top }: Place) => ({
  'data-index': index,
  'aria-rowindex': index + 2,
  style: { transform: `translateY(${top}px)` },
});

/** Heading row of a day, with the count of its events. */
export function DayRow({ label, count, ...place }: Place & { label: string; count: string }) {
  return (
    <div role="row" className={styles.day} {...at(place)}>
      <div role="cell" aria-colspan={4}>
        <b>{label}</b> <span className="muted">{count}</span>
      </div>
    </div>
  );
}

/** Loading skeleton for one event. */
export function SkeletonRow(place: Place) {
  return (
    <div role="row" className={cx(styles.row, styles.columns)} {...at(place)}>
      {[56, 110, 190, 320].map((width) => (
        <div key={width} role="cell">
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}

/** Row of one event; its link opens the event in the side panel. */
export const EventRow = memo(function EventRow(
  props: Place & {
    event: JsonObject;
    open: boolean;
    state: TrailState;
    /** Changes when more texts are loaded, so that the row renders again. */
    texts: number;
  },
) {
  const { event, open, state, index, top } = props;
  const { current } = useApp();
  const { locale } = useFormat();
  const tell = useTextOf('event');
  const { verb, kind, name, href, who, lines, remark } = useEventTexts(event);
  // An entry of the security log is shown there, not in the panel of an event.
  const isOfSet = typeof event['changeset_id'] === 'string';
  const elsewhere = event['entity'] === securityLog ? href : null;
  return (
    <div role="row" className={cx(styles.row, styles.columns, open && styles.open)} {...at({ index, top })}>
      <div role="cell" className={styles.time}>
        {clockTime(textOf(event['at']), locale, current.me?.company.timezone)}
      </div>
      <div role="cell" className={styles.who} title={who}>
        <Who who={who} isKey={event['key_id'] !== null && event['user_id'] === null} />
      </div>
      <div role="cell" className={styles.what}>
        <Link
          href={elsewhere ?? hrefOf(textOf(event['id']))}
          aria-current={open || undefined}
          onClick={(click) => {
            if (elsewhere !== null || click.ctrlKey || click.metaKey || click.shiftKey) return;
            click.preventDefault();
            state.open(textOf(event['id']));
          }}
        >
          <span className="muted">
            {verb} {kind}{' '}
          </span>
          <b>{name}</b>
        </Link>
      </div>
      <div role="cell" className={styles.difference}>
        <span className={styles.changes}>
          {lines.slice(0, shownLines).map(({ key, ...line }) => (
            <Change key={key} {...line} />
          ))}
          {remark && <span className="muted">{remark}</span>}
          {isOfSet && <BySet event={event} />}
        </span>
        {lines.length > 1 && <span className="muted">{tell('fields', { count: lines.length })}</span>}
      </div>
    </div>
  );
});

/** Returns the address of the trail with its filters and this event open, to share or bookmark. */
export function hrefOf(id: string): string {
  const query = new URLSearchParams(location.search);
  query.set('event', id);
  return `${location.pathname}?${query.toString()}`;
}
