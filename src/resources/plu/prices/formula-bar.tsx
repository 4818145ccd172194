import { SquareFunction } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { readPricing } from '@/core/app/prices/pricing';
import { useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import type { SheetAccess } from '@/core/app/grid/sheet/sheet-bar';
import type { Row } from '@/core/app/data/row';
import { Button } from '@/core/ui/display/button';
import { Icon } from '@/core/ui/display/icon';
import { useUiStrings } from '@/core/ui/display/ui-strings';
import { CellSteps } from './cell-steps';
import { FormulaOrder } from './formula-order';
import { FormulaSays } from './formula-says';
import { usePrices } from './prices-context';
import styles from './formula.module.css';
import { TargetMenu } from './target-menu';
import { newPricesOf, useOutcome, type Computing } from './use-outcome';
import { useSameRows, useScope } from './use-scope';

/** A bar over the matrix: a formula, the cells that it is for, and what it would come to while it is typed. */
export function FormulaBar({ sheet }: { sheet: SheetAccess }) {
  const say = useTextOf('plu');
  const format = useFormat();
  const separator = useUiStrings().decimalSeparator;
  const { lists, around, target, setTarget } = usePrices();
  const [text, setText] = useState('');
  const [last, setLast] = useState('');
  const [isFilling, setIsFilling] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isTyped = text.trim() !== '';
  const scope = useScope(sheet, target, isTyped);
  const products = useSameRows(scope.products);
  const read = useMemo(
    () =>
      readPricing(text, { separator, lists: lists.map(({ id, name }) => ({ id: id.toLowerCase(), name })) }),
    [text, separator, lists],
  );
  const pricing = isTyped ? (read.pricing ?? null) : null;
  const percent = pricing?.floor ? format.decimal(pricing.floor) : '';
  const computing: Computing | null = pricing && {
    pricing,
    prices: scope.prices,
    around,
    asItWouldBe: sheet.asItWouldBe,
    isOwned: sheet.isOwned,
    words: { belowCost: say('fx.isBelow'), raised: say('fx.isRaised', { percent }) },
  };
  const fields = scope.prices.map(({ field }) => field).join(' ');
  const key = `${text}|${fields}|${scope.rows}`;
  const outcome = useOutcome(key, products, computing);

  /** Margin and change stand next to the prices that are marked. Not while they are marked: nothing moves then. */
  const takeAim = () => {
    const [only, ...others] = scope.prices;
    if (only && others.length === 0) setTarget(only.field);
  };

  const { show } = sheet;
  const ids = useMemo(
    () => (scope.rows === 'marked' ? new Set((products ?? []).map(({ id }) => id)) : null),
    [scope.rows, products],
  );
  useEffect(() => {
    const isOfScope = (row: Row) => (ids ? ids.has(row.id) : scope.rows !== 'all' || row.active);
    show(computing && ((row) => (isOfScope(row) ? newPricesOf(row, computing) : [])));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` tells what is computed
  }, [key, pricing, around, ids]);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => () => latest.current(null), []);

  const fill = async () => {
    if (!outcome || outcome.values.length === 0 || isFilling) return;
    setIsFilling(true);
    try {
      const name = say('fx.name', { formula: text.trim() }).slice(0, 120);
      const stored = await sheet.change(outcome.values, { name, data: { formula: text.trim() } });
      if (stored === 'failed') return;
      setLast(text);
      setText('');
      sheet.focus();
    } finally {
      setIsFilling(false);
    }
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sheet.preview();
    else if (event.key === 'Enter') void fill();
    else if (event.key === 'Escape') {
      setText('');
      sheet.focus();
    } else if (event.key === 'ArrowUp' && text === '' && last !== '') setText(last);
    else return;
    event.preventDefault();
  };
  const problem = isTyped ? read.problem : undefined;
  return (
    <section className={styles.bar} aria-label={say('fx.bar')} onFocus={takeAim}>
      <div className={styles.line}>
        <TargetMenu sheet={sheet} scope={scope} />
        <div className={styles.input} data-bad={problem !== undefined || undefined}>
          <Icon as={SquareFunction} />
          <input
            ref={input}
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-label={say('fx.input')}
            aria-invalid={problem !== undefined}
            aria-describedby="formula-says"
            placeholder={say('fx.example')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={keyDown}
          />
        </div>
        <Button
          kbd="Enter"
          busy={isFilling}
          disabled={!outcome || outcome.values.length === 0}
          onClick={() => void fill()}
        >
          {outcome && outcome.values.length > 0
            ? say('fx.fill', { count: outcome.values.length })
            : say('fx.fillNone')}
        </Button>
      </div>
      <div className={styles.second}>
        <FormulaOrder
          text={text}
          pricing={pricing}
          onText={(next) => {
            setText(next);
            input.current?.focus();
          }}
        />
        <FormulaSays
          problem={problem}
          scope={scope}
          outcome={outcome}
          isCounting={pricing !== null && outcome === null}
        />
      </div>
      {pricing && <CellSteps sheet={sheet} scope={scope} pricing={pricing} />}
    </section>
  );
}
