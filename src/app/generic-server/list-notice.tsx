import { lowerFirst } from '@/record/words';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { useListState } from '../grid/list-state';
import type { Screen } from '../shell/screen';
import { useFormat } from '../i18n/use-format';
import type { GenericLists, ListState } from './generic-lists';
import styles from './generic-server.module.css';
import { useGenericServerText } from './generic-server-text';

/** Notice above a list of a generic server: how far it is read, whether it is complete, and when it was read. */
export function ListNotice({ screen }: { screen: Screen }) {
  const { fallback } = useApp();
  const say = useGenericServerText();
  const { query, showAsOf } = useListState(screen);
  if (!fallback) return null;
  return (
    <>
      {query.asOf !== undefined && (
        <div className={styles.note}>
          <Banner kind="note" action={<Button onClick={() => showAsOf(null)}>{say('asItStands')}</Button>}>
            {say('noAsOf')}
          </Banner>
        </div>
      )}
      <Notice lists={fallback.lists} resource={screen.contract.name} />
    </>
  );
}

function Notice({ lists, resource }: { lists: GenericLists; resource: string }) {
  const state = useSyncExternalStore(lists.subscribe, () => lists.state(resource));
  const say = useGenericServerText();
  const format = useFormat();
  const errorText = useErrorText();
  if (!state || state.step === 'idle') return null;
  const { step, loaded, total, readAt: at, isPartial, error } = state;
  const readTime = at === null ? '' : lowerFirst(format.moment(new Date(at).toISOString()));
  const retryButton = <Button onClick={() => lists.resume(resource)}>{say('goOn')}</Button>;
  if (step === 'reading' || step === 'waiting')
    return <ReadingProgress state={state} onStop={() => lists.stop(resource)} />;
  if (step === 'failed' && at !== null)
    return (
      <div className={styles.note}>
        <Banner kind="attention" action={retryButton}>
          {say('againFailed', { when: readTime })} {error && errorText(error)}
        </Banner>
      </div>
    );
  // The reason of the failure is shown in place of the rows.
  if (step === 'failed')
    return loaded > 0 ? (
      <p className={styles.line}>{say('kept', { come: loaded, total: total ?? loaded })}</p>
    ) : null;
  if (isPartial)
    return (
      <div className={styles.note}>
        <Banner kind="attention" action={retryButton}>
          {total === null ? say('partial', { come: loaded }) : say('partialOf', { come: loaded, total })}
        </Banner>
      </div>
    );
  return (
    <div className={styles.line} data-step={step}>
      <span>{say('readAt', { when: readTime })}</span>
      <Button kind="quiet" size="xs" icon={RefreshCw} onClick={() => lists.reload(resource)}>
        {say('readAgain')}
      </Button>
    </div>
  );
}

function ReadingProgress({ state, onStop }: { state: ListState; onStop: () => void }) {
  const { loaded, total, until } = state;
  const say = useGenericServerText();
  const seconds = useSecondsUntil(until);
  const progressText =
    total !== null
      ? say('readingOf', { come: loaded, total })
      : loaded > 0
        ? say('readingSome', { come: loaded })
        : say('reading');
  return (
    <div className={styles.line} data-step={state.step}>
      <progress value={total ? loaded : undefined} max={total ?? 1} aria-label={say('reading')} />
      <span>
        {progressText}
        {seconds > 0 && `. ${say('waiting', { count: seconds })}`}
      </span>
      <Button kind="quiet" size="xs" onClick={onStop}>
        {say('stop')}
      </Button>
    </div>
  );
}

/** Returns the whole seconds until a moment, counting down; 0 without one. */
function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
