import type { WebhookStanding } from '@/contract/webhooks';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { State, Tag, type DotColor } from '@/ui/display/badge';
import { useWhen } from './words';
import styles from './webhooks-page.module.css';

/** The dot of each state; what is off has none. */
export const colors = {
  fine: 'ok',
  retrying: 'hollow',
  paused: 'attention',
  off: undefined,
  no_secret: 'attention',
} as const satisfies Record<WebhookStanding['state'], DotColor | undefined>;

/** How a webhook is, as a mark and a word. */
export function StateMark({ state }: { state: WebhookStanding['state'] }) {
  const say = useTextOf('webhook');
  const color = colors[state];
  if (color === undefined) return <Tag kind="off">{say(`state.${state}`)}</Tag>;
  return (
    <span className={color === 'attention' ? 'risk' : undefined}>
      <State color={color}>{say(`state.${state}`)}</State>
    </span>
  );
}

/** "3 wait, next 14:38"; nothing where nothing waits. */
export function WaitingLine({ standing }: { standing: WebhookStanding }) {
  const { state, waiting, more, next_at: next } = standing;
  const say = useTextOf('webhook');
  const format = useFormat();
  const when = useWhen();
  if (waiting === 0 || state === 'off') return null;
  const count = more
    ? say('waitsMore', { waiting: format.count(waiting) })
    : say('waits', { count: waiting });
  const parts = [count, ...(state === 'retrying' && next ? [say('next', { clock: when.clock(next) })] : [])];
  return <small className={styles.waits}>{parts.join(', ')}</small>;
}
