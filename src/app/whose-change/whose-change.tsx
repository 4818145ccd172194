import { useInfiniteQuery } from '@tanstack/react-query';
import { FileDiff } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { isNumber, isObject, jsonText, sameValue, type Json } from '@/record/json';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { Kbd } from '@/ui/display/kbd';
import { Link } from '@/ui/layout/link';
import type { Resource } from '@/contract/resource';
import { usePageText, type SayOf } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { useRecordLabels } from '../form/fields/reference-input';
import { fieldChangesQuery, type ShownChange } from './field-changes';
import { texts } from './texts';
import styles from './whose-change.module.css';

const width = 316;
const gap = 6;
const margin = 8;

/** What the popover speaks of. */
export interface WhoseChangeOf {
  readonly resource: Resource;
  readonly id: string;
  /** JSON pointer of the field. */
  readonly pointer: string;
  readonly label: string;
  /** The cell or field on the page. */
  readonly element: Element;
  /** Whether the record is a parent company's, whose events the parent has. */
  readonly isOwned: boolean;
  /** The resource that the field refers to. */
  readonly references?: Resource | undefined;
  /** Returns a value as the list or form shows it. */
  readonly show: (value: Json) => string;
  /** Puts an earlier value back; absent if the user may not change the field. */
  readonly putBack?: ((value: Json, shown: string) => void) | undefined;
}

/**
 * Popover beside a cell or field: who gave it its value, when and by what, and what it was before. `Alt ↓` shows what was
 * further back; the value that stands last can be put back.
 */
export function WhoseChange({ of, onClose }: { of: WhoseChangeOf; onClose: (isKey: boolean) => void }) {
  const { resource, id, pointer, element, isOwned, putBack } = of;
  const say = usePageText('whose-change', texts);
  const errorText = useErrorText();
  const format = useFormat();
  const { client } = useApp().current;
  const query = useInfiniteQuery({
    ...fieldChangesQuery(client, resource.name, id, pointer),
    enabled: !isOwned,
  });
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? [];
  const [latest] = changes;
  const last = changes.at(-1);
  // Nothing is further back than the creation of the record.
  const hasMore = query.hasNextPage && last?.isCreation !== true;
  const names = useRecordLabels(
    of.references ?? resource,
    of.references
      ? changes.flatMap(({ value, before }) => [value, before]).filter((one) => typeof one === 'string')
      : [],
  );
  const removed = query.data?.pages.at(-1)?.removedBefore ?? null;
  const earlier = removed === null ? null : say('removed', { day: format.day(removed.slice(0, 10)) });
  const show = (value: Json): string => {
    if (value === null || value === '') return say('empty');
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
    if (of.references && typeof value === 'string') {
      const name = names.get(value)?.['name'];
      return typeof name === 'string' ? name : value.slice(0, 8);
    }
    if (Array.isArray(value)) return value.map((one: Json) => show(one)).join(', ') || say('empty');
    if (isObject(value)) return jsonText(value);
    return of.show(value) || (isNumber(value) ? value.value : typeof value === 'string' ? value : '');
  };
  // Before anything further back is asked for, the value before the latest change.
  const target = changes.length > 1 ? last?.value : latest?.before;
  const canPutBack =
    putBack !== undefined &&
    latest !== undefined &&
    target !== undefined &&
    !(changes.length === 1 && latest.isCreation) &&
    !sameValue(target, latest.value);
  const box = useRef<HTMLDialogElement>(null);
  // Again whenever it has grown.
  useLayoutEffect(() => {
    if (box.current) putBeside(element, box.current);
  });
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onClose(false);
    };
    // The field that gets the focus may scroll into view; the popover stays beside it as long as it is seen.
    const moved = (event: Event) => {
      const own = box.current;
      if (!own || (event.target instanceof Node && own.contains(event.target))) return;
      const { bottom, top } = element.getBoundingClientRect();
      if (bottom < 0 || top > innerHeight) onClose(false);
      else putBeside(element, own);
    };
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('scroll', moved, true);
    window.addEventListener('resize', moved);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('scroll', moved, true);
      window.removeEventListener('resize', moved);
    };
  }, [onClose, element]);
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose(true);
    } else if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      if (hasMore && !query.isFetching) void query.fetchNextPage();
    }
  };
  return createPortal(
    // Not modal: the page behind it stays as it is.
    <dialog
      ref={box}
      open
      aria-label={say('title')}
      tabIndex={-1}
      className={styles.popover}
      onKeyDown={keyDown}
    >
      <div className={styles.head}>
        <b>
          {of.label}
          {latest ? `, ${show(latest.value)}` : ''}
        </b>
        <span className="grow" />
        <Kbd>Alt</Kbd>
      </div>
      <div className={styles.list} aria-live="polite">
        {isOwned ? (
          <p className={styles.note}>{say('theirs')}</p>
        ) : query.error ? (
          <p className={styles.note} role="alert">
            {errorText(query.error)}
          </p>
        ) : query.data === undefined ? (
          <p className={styles.note}>{say('reading')}</p>
        ) : latest ? (
          changes.map((change) => (
            <Entry key={change.id} change={change} isLatest={change === latest} show={show} />
          ))
        ) : (
          <p className={styles.note}>{earlier ?? say('none')}</p>
        )}
        {changes.length === 1 && latest && !latest.isCreation && (
          <div className={styles.entry}>
            <div className={styles.line}>
              <span className={styles.old}>{show(latest.before)}</span>
              <span className={styles.when}>{say('before')}</span>
            </div>
          </div>
        )}
      </div>
      {latest && (
        <div className={styles.foot}>
          {hasMore ? (
            <Button kind="quiet" size="xs" kbd="Alt ↓" onClick={() => void query.fetchNextPage()}>
              {say('further')}
            </Button>
          ) : (
            <span>{(last?.isCreation !== true && earlier) || say('first')}</span>
          )}
          <span className="grow" />
          {canPutBack && (
            <button
              type="button"
              className="link"
              onClick={() => {
                putBack(target, show(target));
                onClose(true);
              }}
            >
              {say('putBack', { value: show(target) })}
            </button>
          )}
        </div>
      )}
    </dialog>,
    document.body,
  );
}

/** One change: the value, when, who and by what. */
function Entry(props: { change: ShownChange; isLatest: boolean; show: (value: Json) => string }) {
  const { change } = props;
  const say = usePageText('whose-change', texts);
  const format = useFormat();
  const { changeset, who } = change;
  return (
    <div className={styles.entry}>
      <div className={styles.line}>
        {props.isLatest ? (
          <b>{props.show(change.value)}</b>
        ) : (
          <span className={styles.old}>{props.show(change.value)}</span>
        )}
        <span className={styles.when} title={format.momentLong(change.at)}>
          {format.moment(change.at)}
        </span>
      </div>
      <div>{who === null ? say('service') : change.isKey ? say('key', { name: who }) : who}</div>
      {changeset && (
        <div className={styles.by}>
          <Icon as={FileDiff} size="s" />
          <span>
            {byWhat(changeset, say)}{' '}
            <Link href={`/changes/${changeset.id}`} className="link">
              {changeset.name}
            </Link>
            {changeset.line !== null && say('line', { line: changeset.line })}
            {changeset.formula !== null && <span className={styles.formula}>{changeset.formula}</span>}
          </span>
        </div>
      )}
      {change.isCreation && <div className={styles.old}>{say('created')}</div>}
    </div>
  );
}

/** Returns by what a set's changes were made: "Import,", "Formula, by schedule,". */
function byWhat({ origin, scheduled }: NonNullable<ShownChange['changeset']>, say: SayOf): string {
  const key = `by.${origin}`;
  const words = say(key) === key ? origin : say(key);
  return scheduled ? say('scheduled', { what: words }) : `${words}:`;
}

/** Puts the popover beside the element, on the side that has room, else under or over it. */
function putBeside(element: Element, popover: HTMLElement): void {
  const at = element.getBoundingClientRect();
  const height = popover.offsetHeight;
  const own = Math.min(width, innerWidth - 2 * margin);
  const within = (top: number) => Math.max(margin, Math.min(top, innerHeight - height - margin));
  const put = (left: number, top: number) => {
    popover.style.setProperty('left', `${left}px`);
    popover.style.setProperty('top', `${top}px`);
  };
  const left = at.left - gap - own;
  if (at.right + gap + own + margin <= innerWidth) put(at.right + gap, within(at.top));
  else if (left >= margin) put(left, within(at.top));
  else {
    const across = Math.max(margin, Math.min(at.left, innerWidth - own - margin));
    const below = at.bottom + gap;
    const fits = below + height + margin <= innerHeight || at.top < innerHeight - at.bottom;
    put(across, fits ? below : Math.max(margin, at.top - gap - height));
  }
}
