import { Lock } from 'lucide-react';
import type { PricingProblem } from '@/app/prices/pricing';
import { useTextOf } from '@/app/i18n/i18n';
import { useErrorText } from '@/app/shell/error-text';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import styles from './order.module.css';
import type { Outcome } from './use-outcome';
import type { Scope } from './use-scope';

/** What is wrong with a formula, or what it would come to: how many cells change, and why the others do not. */
export function FormulaSays(props: {
  problem: PricingProblem | undefined;
  scope: Scope;
  outcome: Outcome | null;
  isCounting: boolean;
  /** Rounds up instead, which makes no price fall that the formula raises; null if it does, or rounds nowhere. */
  onRoundUp: (() => void) | null;
}) {
  const { problem, scope, outcome, isCounting, onRoundUp } = props;
  const say = useTextOf('plu');
  const errorText = useErrorText();
  if (problem)
    return (
      <output id="formula-says" className={styles.says} data-bad>
        {say(`fx.bad_${problem.rule}`, { part: problem.part })}
      </output>
    );
  if (scope.error)
    return (
      <p id="formula-says" role="alert" className={styles.says} data-bad>
        {say('fx.failed')}: {errorText(scope.error)}
      </p>
    );
  return (
    <output id="formula-says" className={styles.says}>
      {isCounting &&
        (scope.progress && scope.progress.total > 0 && !scope.products
          ? say('fx.reading', { ...scope.progress })
          : say('fx.counting'))}
      {outcome && (
        <>
          <span data-strong>{say('fx.change', { count: outcome.values.length, cells: outcome.cells })}</span>
          {outcome.falling > 0 && (
            <span className={styles.warn}>
              {say('fx.falls', { count: outcome.falling })}
              {onRoundUp && (
                <Button kind="quiet" size="xs" onClick={onRoundUp}>
                  {say('fx.roundUp')}
                </Button>
              )}
            </span>
          )}
          {outcome.belowCost > 0 && (
            <span className={styles.warn}>{say('fx.below', { count: outcome.belowCost })}</span>
          )}
          {outcome.raised > 0 && (
            <span className={styles.warn}>
              <i className={styles.raised} />
              {say('fx.raised', { count: outcome.raised })}
            </span>
          )}
          {outcome.same > 0 && <span>{say('fx.same', { count: outcome.same })}</span>}
          {[...outcome.none].map(([why, count]) => (
            <span key={why}>{say(`fx.no_${why}`, { count })}</span>
          ))}
          {outcome.owned > 0 && (
            <span>
              <Icon as={Lock} size="xs" />
              {say('fx.owned', { count: outcome.owned })}
            </span>
          )}
        </>
      )}
    </output>
  );
}

/** What a formula has come to, and the way back. */
export function Filled({ count, onUndo }: { count: number; onUndo: () => void }) {
  const say = useTextOf('plu');
  return (
    <output className={styles.says}>
      <span data-strong>{say('fx.filled', { count })}</span>
      <Button kind="quiet" size="xs" kbd="Ctrl Z" onClick={onUndo}>
        {say('fx.undo')}
      </Button>
    </output>
  );
}
