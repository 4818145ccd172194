import { useQuery } from '@tanstack/react-query';
import { Link2, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { BySet } from '@/app/changes/by-set';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { textOf } from '@/app/form/engine/number-text';
import { useText, useTextOf } from '@/app/i18n/i18n';
import { isObject, jsonText, type Json, type JsonObject } from '@/record/json';
import { RequestError } from '@/app/data/request-error';
import { useFormat } from '@/app/i18n/use-format';
import { PanelHead } from '@/ui/layout/side-panel';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { Button, IconButton } from '@/ui/display/button';
import { Change, Facts } from '@/ui/display/facts';
import { highlightJson } from '@/ui/fields/json-text';
import { Link } from '@/ui/layout/link';
import { useEscape } from '@/ui/overlays/layers';
import { eventQuery, type TrailState } from './trail-query';
import { hrefOf } from './trail-rows';
import styles from './trail.module.css';
import { useEventTexts } from './use-event-texts';

/** Side panel of one event: all differences, who made it and when, and the exact JSON that was sent. */
export function EventPanel({ id, state, onClose }: { id: string; state: TrailState; onClose: () => void }) {
  const { client } = useApp().current;
  const tell = useTextOf('event');
  const say = useText();
  const errorText = useErrorText();
  const query = useQuery(eventQuery(client, id));
  const isMissing = query.error instanceof RequestError && query.error.status === 404;
  const panel = useRef<HTMLDivElement>(null);
  useEscape(true, () => {
    const { activeElement: active } = document;
    // In the panel, or still on the row that opened it.
    if (panel.current?.contains(active) || active?.closest('[aria-current]')) onClose();
  });
  return (
    <div ref={panel}>
      <PanelHead title={tell('event.title')}>
        <CopyLink id={id} />
        <IconButton size="xs" icon={X} label={tell('event.close')} onClick={onClose} />
      </PanelHead>
      {query.data ? (
        <EventDetails event={query.data} state={state} />
      ) : query.error ? (
        <ErrorState
          title={tell(isMissing ? 'event.missing' : 'notRead')}
          text={isMissing ? undefined : errorText(query.error)}
          retry={say('error.tryAgain')}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </div>
  );
}

function EventDetails({ event, state }: { event: JsonObject; state: TrailState }) {
  const tell = useTextOf('event');
  const format = useFormat();
  const { verb, kind, name, href, who, lines, remark } = useEventTexts(event);
  const byUser = textOf(event['user_id']);
  const byKey = textOf(event['key_id']);
  const facts = [
    { label: tell('event.at'), value: format.momentLong(event['at']) },
    { label: tell(byUser ? 'event.user' : byKey ? 'event.key' : 'who'), value: who },
    { label: tell('event.by'), value: event['changeset_id'] ? <BySet event={event} /> : '' },
    { label: tell('event.version'), value: versions(event, tell) },
    { label: tell('event.request'), value: <Code>{textOf(event['request_id'])}</Code> },
    { label: tell('event.id'), value: <Code>{textOf(event['id'])}</Code> },
  ].filter(({ value }) => value !== '');
  return (
    <div className={styles.details}>
      <p className={styles.sentence}>
        <span className="muted">
          {verb} {kind}{' '}
        </span>
        {href ? (
          <Link className="link" href={href}>
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
      </p>
      <ul className={styles.lines} aria-label={tell('difference')}>
        {lines.map(({ key, ...line }) => (
          <li key={key}>
            <Change {...line} />
          </li>
        ))}
        {remark && <li className="muted">{remark}</li>}
      </ul>
      <Facts facts={facts} />
      <div className={styles.links}>
        <Button size="xs" onClick={() => state.change({ entity_id: textOf(event['entity_id']) })}>
          {tell('event.ofRecord')}
        </Button>
        {(byUser || byKey) && (
          <Button
            size="xs"
            onClick={() => state.change({ user_id: byUser || null, key_id: byUser ? null : byKey })}
          >
            {tell('event.ofWho', { who })}
          </Button>
        )}
      </div>
      <Raw title={tell('event.sent')} value={event['payload']} />
      <Raw title={tell('event.record')} value={event['after']} />
    </div>
  );
}

/** Collapsed section with the exact JSON. */
function Raw({ title, value }: { title: string; value: Json | undefined }) {
  if (value === undefined || value === null) return null;
  return (
    <details className={styles.raw}>
      <summary>{title}</summary>
      {/* Focusable, so that the arrow keys scroll it too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section tabIndex={0} aria-label={title}>
        <pre>{highlightJson(jsonText(value, 2))}</pre>
      </section>
    </details>
  );
}

const Code = ({ children }: { children: ReactNode }) => <span className="code">{children}</span>;

function versions(
  { before, after }: JsonObject,
  tell: (key: string, values: Record<string, string>) => string,
) {
  const to = isObject(after) ? textOf(after['version']) : '';
  const from = isObject(before) ? textOf(before['version']) : '';
  return from === '' || from === to ? to : tell('event.versions', { from, to });
}

function CopyLink({ id }: { id: string }) {
  const tell = useTextOf('event');
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(hrefOf(id), location.href).href);
    setCopied(true);
  };
  return (
    <Button icon={Link2} size="xs" onClick={() => void copy()}>
      <span aria-live="polite">{tell(copied ? 'event.copied' : 'event.copy')}</span>
    </Button>
  );
}
