import { Lock } from 'lucide-react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { State, type DotColor } from '@/ui/display/badge';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import type { Months, MonthSettle } from '../schema';
import { lowerFirst } from '@/record/words';
import { monthTexts } from '../screen/month-texts';
import { useReadyText, waitsText } from './waits-text';
import styles from '../screen/month.module.css';

type Listed = Pick<Months[number], 'locked' | 'lock' | 'over'>;
type Waits = MonthSettle | 'pending' | 'unknown' | undefined;

interface StateText {
  readonly text: string;
  /** Null of a locked month, which has a lock instead of a dot. */
  readonly color: DotColor | null;
  /** Whether the month's list of what is to settle says more. */
  readonly leads: boolean;
}

/** Returns the state of a month in words: locked and by whom, running, ready, or how much is to be settled. */
export function useStateText(): (month: Listed, waits: Waits) => StateText {
  const say = usePageText('businessday/month', monthTexts);
  const ready = useReadyText();
  const format = useFormat();
  return ({ locked, lock, over }, waits) => {
    if (locked) {
      const text = lock
        ? say('state.lockedBy', { when: lowerFirst(format.moment(lock.at)), by: lock.by })
        : say('state.locked');
      return { text, color: null, leads: false };
    }
    if (!over) return { text: say('state.running'), color: 'hollow', leads: false };
    if (waits === 'pending') return { text: '…', color: 'hollow', leads: false };
    if (typeof waits !== 'object') return { text: say('state.open'), color: 'hollow', leads: false };
    const text = waitsText(waits, say, ready);
    return text === ''
      ? { text: ready, color: 'ok', leads: false }
      : { text, color: waits.settle.length > 0 ? 'attention' : 'ok', leads: true };
  };
}

/** State of a month in the list; what is to settle leads to it. */
export function MonthState({ month, waits, href }: { month: Listed; waits: Waits; href: string }) {
  const { text, color, leads } = useStateText()(month, waits);
  if (color === null)
    return (
      <span className={styles.state} title={text}>
        <Icon as={Lock} size="s" />
        {text}
      </span>
    );
  return (
    <State color={color}>
      {leads ? (
        <Link href={`${href}#settle`} className="link">
          {text}
        </Link>
      ) : (
        text
      )}
    </State>
  );
}
