// Rows stand anywhere in a tall element, so the trail is no <table>.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { KeyRound } from 'lucide-react';
import { memo } from 'react';
import { useApp } from '@/core/app/shell/app-context';
import { textOf } from '@/core/app/form/engine/number-text';
import { initialsOf } from '@/core/app/session/initials';
import { useTextOf } from '@/core/app/i18n/i18n';
import type { JsonObject } from '@/core/app/record/json';
import { useFormat } from '@/core/app/i18n/use-format';
import { Skeleton } from '@/core/ui/display/empty-state';
import { cx } from '@/core/ui/style/cx';
import { Change } from '@/core/ui/display/facts';
import { Icon } from '@/core/ui/display/icon';
import { Link } from '@/core/ui/layout/link';
import { Face } from '@/core/ui/layout/shell-nav';
import { clockTime } from '@/core/app/i18n/clock';
import type { useTrailState } from './trail-query';
import styles from './trail.module.css';
import { useEventWords } from './use-words';

/** Differences that a row shows; the event beside it shows all. */
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

/** The band before the events of a day. */
export function DayRow({ label, count, ...place }: Place & { label: string; count: string }) {
  return (
    <div role="row" className={styles.day} {...at(place)}>
      <div role="cell" aria-colspan={4}>
        <b>{label}</b> <span className="muted">{count}</span>
      </div>
    </div>
  );
}

/** Bars in the place of an event that is on its way. */
export function WaitingRow(place: Place) {
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

/** One event in a line; its link opens it beside the trail. */
export const EventRow = memo(function EventRow(
  props: Place & {
    event: JsonObject;
    open: boolean;
    state: ReturnType<typeof useTrailState>;
    /** Drawn again when more can be said. */
    texts: number;
  },
) {
  const { event, open, state, index, top } = props;
  const { current } = useApp();
  const { locale } = useFormat();
  const tell = useTextOf('event');
  const { verb, kind, name, who, lines, remark } = useEventWords(event);
  const isKeys = event['key_id'] !== null && event['user_id'] === null;
  return (
    <div role="row" className={cx(styles.row, styles.columns, open && styles.open)} {...at({ index, top })}>
      <div role="cell" className={styles.time}>
        {clockTime(textOf(event['at']), locale, current.me?.company.timezone)}
      </div>
      <div role="cell" className={styles.who} title={who}>
        {isKeys ? (
          <span className={styles.key}>
            <Icon as={KeyRound} size="s" />
          </span>
        ) : (
          <Face small>{initialsOf(who)}</Face>
        )}
        <span className="cut">{who}</span>
      </div>
      <div role="cell" className={styles.what}>
        <Link
          href={hrefOf(textOf(event['id']))}
          aria-current={open || undefined}
          onClick={(click) => {
            if (click.ctrlKey || click.metaKey || click.shiftKey) return;
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
        </span>
        {lines.length > 1 && <span className="muted">{tell('fields', { count: lines.length })}</span>}
      </div>
    </div>
  );
});

/** The trail as it stands, with this event open: an address to share. */
export function hrefOf(id: string): string {
  const query = new URLSearchParams(location.search);
  query.set('event', id);
  return `${location.pathname}?${query.toString()}`;
}
