import { Minus, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { currencyDecimals } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Button, IconButton } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { BottomSheet } from '@/ui/overlays/bottom-sheet';
import { cx } from '@/ui/style/cx';
import { dayTexts } from './day-texts';
import { denominationsOf, isCount, isUncounted, sumOfPieces, type Pieces } from './denominations';
import styles from './count.module.css';

/**
 * Sheet to count a drawer by notes and coins on a phone, with a button for one more and one less of each. What is counted
 * is the drawer's count at once, and stays when the sheet closes. `children` stand beside its button.
 */
export function DenominationSheet(props: {
  name: string;
  currency: string;
  /** What cash is rounded to: smaller coins are not used. */
  smallest: string | undefined;
  pieces: Pieces;
  onChange: (pieces: Pieces) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { name, currency, smallest, pieces, onChange, onClose, children } = props;
  const say = usePageText('businessday/day', dayTexts);
  const format = useFormat();
  const scale = currencyDecimals(currency);
  const sum = isUncounted(pieces) ? null : sumOfPieces(pieces, scale);
  return (
    <BottomSheet label={say('pieces.title', { name })} onClose={onClose}>
      <div className={cx('raised', styles.sheet)}>
        <header>
          <h2 tabIndex={-1} data-autofocus>
            {name} <span>{say('pieces.what', { currency: format.currency })}</span>
          </h2>
          <IconButton icon={X} label={say('pieces.close')} onClick={onClose} />
        </header>
        <ul>
          {denominationsOf(currency, smallest).map((worth) => {
            const typed = pieces[worth] ?? '';
            const amount = sumOfPieces({ [worth]: typed }, scale);
            const isNone = amount === null || Number(amount) === 0;
            const set = (next: string) => onChange({ ...pieces, [worth]: next });
            const number = isCount(typed) ? Number(typed.trim()) : 0;
            // Whole notes and coins are written without decimals, as they are called.
            const called = worth.includes('.') ? format.money(worth) : format.count(Number(worth));
            return (
              <li key={worth} className={isNone ? styles.none : undefined}>
                <b>{called}</b>
                <span className={styles.step}>
                  <button
                    type="button"
                    aria-label={say('pieces.less', { worth: called })}
                    disabled={number === 0}
                    onClick={() => set(String(number - 1))}
                  >
                    <Icon as={Minus} />
                  </button>
                  <input
                    type="text"
                    inputMode="numeric"
                    enterKeyHint="next"
                    autoComplete="off"
                    placeholder="0"
                    aria-label={say('pieces.countOf', {
                      worth: `${format.money(worth)} ${format.currency}`,
                      name,
                    })}
                    aria-invalid={isCount(typed) ? undefined : true}
                    value={typed}
                    onChange={(event) => set(event.target.value)}
                  />
                  <button
                    type="button"
                    aria-label={say('pieces.more', { worth: called })}
                    onClick={() => set(String(number + 1))}
                  >
                    <Icon as={Plus} />
                  </button>
                </span>
                <span className={styles.amount}>
                  {isCount(typed) ? (
                    isNone ? (
                      '–'
                    ) : (
                      format.money(amount)
                    )
                  ) : (
                    <span className="bad" role="alert">
                      {say('pieces.wrong')}
                    </span>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
        <p className={styles.sum}>
          <span>{say('pieces.sum')}</span>
          <span>{sum === null ? '–' : format.money(sum)}</span>
        </p>
        <footer>
          <span className={styles.said} aria-live="polite">
            {children}
          </span>
          <Button size="md" kind="primary" disabled={sum === null} onClick={onClose}>
            {say('pieces.use', { sum: format.money(sum ?? '0') })}
          </Button>
        </footer>
      </div>
    </BottomSheet>
  );
}
