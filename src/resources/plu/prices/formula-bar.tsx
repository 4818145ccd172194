import { SquareFunction } from 'lucide-react';
import { useMemo, useState, useEffect, useRef, type KeyboardEvent } from 'react';
import { readPricing } from '@/app/prices/pricing';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { SheetAccess } from '@/app/grid/sheet/sheet-bar';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { useUiStrings } from '@/ui/display/ui-strings';
import type { Row } from '@/app/data/row';
import { CellSteps } from './cell-steps';
import { FormulaOrder } from './formula-order';
import { Filled, FormulaSays } from './formula-says';
import { withEnding } from './formula-words';
import { fieldOfList } from './columns';
import { usePrices } from './prices-context';
import { TargetMenu } from './target-menu';
import { useOutcome, newPricesOf, type Computing, type Outcome } from './use-outcome';
import { useSameRows, useScope, type Scope } from './use-scope';
import styles from './formula.module.css';

/** A bar over the matrix: a formula, the cells that it is for, and what it would come to while it is typed. */
export function FormulaBar({ sheet }: { sheet: SheetAccess }) {
  const say = useTextOf('plu');
  const format = useFormat();
  const separator = useUiStrings().decimalSeparator;
  const { lists, around, target, setTarget } = usePrices();
  const [text, setText] = useState('');
  const [last, setLast] = useState('');
  const isTyped = text.trim() !== '';
  const scope = useScope(sheet, target, isTyped);
  const products = useSameRows(scope.products);
  const read = useMemo(
    () =>
      readPricing(text, { separator, lists: lists.map(({ id, name }) => ({ id: id.toLowerCase(), name })) }),
    [text, separator, lists],
  );
  const pricing = isTyped ? (read.pricing ?? null) : null;
  const ending = pricing?.ending ?? null;
  const problem = isTyped ? read.problem : undefined;
  const percent = pricing?.floor ? format.decimal(pricing.floor) : '';
  const nameOf = (field: string) => {
    const list = lists.find(({ id }) => fieldOfList(id) === field);
    return list?.name ?? say('prices.base');
  };
  const computing: Computing | null = pricing && {
    pricing,
    prices: scope.prices,
    around,
    asItWouldBe: sheet.asItWouldBe,
    isOwned: sheet.isOwned,
    words: {
      belowCost: (field) => say('fx.isBelow', { name: nameOf(field) }),
      raised: say('fx.isRaised', { percent }),
    },
  };
  const key = `${text}|${scope.prices.map(({ field }) => field).join(' ')}|${scope.rows}`;
  const { outcome, isCurrent } = useOutcome(key, products, computing);
  useLive(sheet, scope, products, { key, computing });
  const { fill, isFilling, filled, forget } = useFill(sheet, text, isCurrent ? outcome : null, () => {
    setLast(text);
    setText('');
    sheet.focus();
  });

  /** Margin and change stand next to the prices that are marked. Not while they are marked: nothing moves then. */
  const takeAim = () => {
    const [only, ...others] = scope.prices;
    if (only && others.length === 0) setTarget(only.field);
  };
  const write = (next: string) => {
    setText(next);
    forget();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sheet.preview();
    else if (event.key === 'Enter') fill();
    else if (event.key === 'Escape') {
      write('');
      sheet.focus();
    } else if (event.key === 'ArrowUp' && text === '' && last !== '') write(last);
    else return;
    event.preventDefault();
  };
  const first = scope.prices[0]?.field ?? '';
  const { reveal } = sheet;
  const latestReveal = useRef(reveal);
  useEffect(() => {
    latestReveal.current = reveal;
  });
  // What is filled is seen while the formula is typed, wherever the list was scrolled.
  useEffect(() => {
    if (isTyped && first !== '') latestReveal.current(first);
  }, [isTyped, first]);
  const cells = outcome?.values.length ?? 0;
  return (
    <section className={styles.bar} aria-label={say('fx.bar')}>
      <div className={styles.line}>
        <TargetMenu sheet={sheet} scope={scope} />
        <div className={styles.input} data-bad={problem !== undefined || undefined}>
          <Icon as={SquareFunction} />
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-label={say('fx.input')}
            aria-invalid={problem !== undefined}
            aria-describedby="formula-says"
            placeholder={say('fx.example')}
            value={text}
            onChange={(event) => write(event.target.value)}
            onFocus={takeAim}
            onKeyDown={keyDown}
          />
        </div>
        <Button kbd="Enter" busy={isFilling} disabled={cells === 0} onClick={fill}>
          {outcome && cells > 0
            ? say(sheet.collects(outcome.values) ? 'fx.collect' : 'fx.save', { count: cells })
            : say('fx.fillNone')}
        </Button>
      </div>
      <div className={styles.second}>
        <FormulaOrder text={text} pricing={pricing} onText={write} />
        {filled === null ? (
          <FormulaSays
            problem={problem}
            scope={scope}
            outcome={outcome}
            isCounting={pricing !== null && outcome === null}
            onRoundUp={
              ending && ending.way !== 'up'
                ? () => write(withEnding(text, { to: ending.to, way: 'up' }, say, format))
                : null
            }
          />
        ) : (
          <Filled
            count={filled}
            onUndo={() => {
              forget();
              sheet.undo();
              sheet.focus();
            }}
          />
        )}
      </div>
      {pricing && <CellSteps sheet={sheet} scope={scope} pricing={pricing} />}
    </section>
  );
}

/** How the prices of a formula are put into their cells. */
interface Filling {
  /** Fills the cells, as soon as their prices have been computed. */
  readonly fill: () => void;
  readonly isFilling: boolean;
  /** How many cells were collected last; null if that is taken back, or something else is typed since. */
  readonly filled: number | null;
  readonly forget: () => void;
}

/** Fills cells with what `text` comes to; null until it is computed. `onFilled` is called when they are. */
function useFill(sheet: SheetAccess, text: string, outcome: Outcome | null, onFilled: () => void): Filling {
  const say = useTextOf('plu');
  // Whoever is faster than the computation has pressed Enter for this text.
  const [asked, setAsked] = useState<string | null>(null);
  const [filled, setFilled] = useState<number | null>(null);
  const isFilling = asked !== null && asked === text;
  const store = async ({ values }: Outcome) => {
    const formula = text.trim();
    const name = say('fx.name', { formula }).slice(0, 120);
    const stored = await sheet.change(values, { name, data: { formula } });
    setAsked(null);
    if (stored === 'failed') return;
    // The toast speaks of what was stored at once.
    setFilled(stored === 'collected' ? values.length : null);
    onFilled();
  };
  const latest = useRef({ store });
  useEffect(() => {
    latest.current = { store };
  });
  const isReady = isFilling && outcome !== null;
  useEffect(() => {
    if (!isReady) return;
    if (outcome.values.length > 0) void latest.current.store(outcome);
    else setAsked(null);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when there is something to fill
  }, [isReady]);
  return { fill: () => setAsked(text), isFilling, filled, forget: () => setFilled(null) };
}

/** Shows in the rows what a formula would come to, until it is filled or taken away; `key` tells what is computed. */
function useLive(
  { show }: SheetAccess,
  scope: Scope,
  products: readonly Row[] | null,
  { key, computing }: { readonly key: string; readonly computing: Computing | null },
): void {
  const ids = useMemo(
    () => (scope.rows === 'marked' ? new Set((products ?? []).map(({ id }) => id)) : null),
    [scope.rows, products],
  );
  useEffect(() => {
    const isOfScope = (row: Row) => (ids ? ids.has(row.id) : scope.rows !== 'all' || row.active);
    show(computing && ((row) => (isOfScope(row) ? newPricesOf(row, computing) : [])));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` tells what is computed
  }, [key, computing?.pricing, computing?.around, ids]);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => () => latest.current(null), []);
}
