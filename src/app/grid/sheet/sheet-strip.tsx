import { ClipboardPaste, CopyPlus, Eraser, X } from 'lucide-react';
import { Button, IconButton } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { usePageText } from '../../i18n/i18n';
import type { Plan } from './plan';
import type { CellBlock } from './range/range';
import type { Reason } from './reading/read-value';
import type { Stored } from './sheet-store';
import styles from './sheet.module.css';
import { texts } from './texts';

/** What a paste, a fill or a clearing came to. */
export interface Outcome {
  readonly action: 'paste' | 'fill' | 'clear';
  readonly plan: Plan;
  /** Null while it is being stored. */
  readonly stored: Stored | null;
  readonly block: CellBlock;
  /** The block with what was filled from. */
  readonly near: CellBlock;
  /** How many cells of the clipboard were beyond the last row or column. */
  readonly beyond: number;
}

const icons = { paste: ClipboardPaste, fill: CopyPlus, clear: Eraser };
const reasons: readonly Reason['kind'][] = [
  'notNumber',
  'ambiguous',
  'notFlag',
  'unknown',
  'several',
  'refused',
];

/** The strip under a range that says what came of it: how many cells, how many not and why. */
export function SheetStrip(props: {
  outcome: Outcome;
  top: number;
  left: number;
  onShow: () => void;
  onUndo: () => void;
  onClose: () => void;
}) {
  const { outcome, top, left: from, onShow, onUndo, onClose } = props;
  const { plan, action } = outcome;
  const say = usePageText('grid/sheet', texts);
  const taken = outcome.stored === 'failed' ? 0 : plan.values.length;
  const left = (['owned', 'fixed'] as const).filter((kind) => plan[kind] > 0);
  return (
    <output className={styles.strip} style={{ top, left: from }} aria-label={say('strip')}>
      <Icon as={icons[action]} size="s" className="muted" />
      <span>
        <b>{say('of', { taken, count: plan.cells })}</b> {say(`done_${action}`)}
      </span>
      {reasons.map((kind) => {
        const count = plan.refusals.filter(({ reason }) => reason.kind === kind).length;
        return (
          count > 0 && (
            <span key={kind} className={styles.bad}>
              {say(kind, { count })}
            </span>
          )
        );
      })}
      {left.map((kind) => (
        <span key={kind} className={styles.note}>
          {say(kind, { count: plan[kind] })}
        </span>
      ))}
      {outcome.beyond > 0 && <span className={styles.note}>{say('beyond', { count: outcome.beyond })}</span>}
      {plan.refusals.length > 0 && (
        <Button kind="quiet" size="xs" onClick={onShow}>
          {say('show')}
        </Button>
      )}
      {taken > 0 && (
        <Button kind="quiet" size="xs" kbd="Ctrl Z" disabled={outcome.stored === null} onClick={onUndo}>
          {say('undo')}
        </Button>
      )}
      <IconButton icon={X} size="xs" kind="quiet" label={say('close')} onClick={onClose} />
    </output>
  );
}
