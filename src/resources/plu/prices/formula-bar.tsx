import { ChevronDown, SquareFunction } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { readPricing, type Pricing } from '@/core/app/prices/pricing';
import { useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import type { SheetAccess } from '@/core/app/grid/sheet/sheet-bar';
import type { Row } from '@/core/app/data/row';
import { Button } from '@/core/ui/display/button';
import { Icon } from '@/core/ui/display/icon';
import { useUiStrings } from '@/core/ui/display/ui-strings';
import { Menu, type MenuEntry } from '@/core/ui/overlays/menu';
import { useColumnLabel } from '@/core/app/grid/columns/grid-head';
import { priceOfCell } from './compute';
import { FormulaOrder } from './formula-order';
import { FormulaSays } from './formula-says';
import { usePrices } from './prices-context';
import styles from './prices.module.css';
import { newPricesOf, useOutcome, type Computing } from './use-outcome';
import { useScope, type Rows } from './use-scope';

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

  // The price that the selection is about is what the columns of margin and change show.
  const [only, ...others] = scope.prices;
  const aim = others.length === 0 ? only?.field : undefined;
  useEffect(() => {
    if (aim !== undefined && aim !== target) setTarget(aim);
  }, [aim, target, setTarget]);

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
    <section className={styles.bar} aria-label={say('fx.bar')}>
      <div className={styles.line}>
        <Target sheet={sheet} rows={scope.rows} marked={scope.marked} fields={fields} onRows={scope.choose} />
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
          steps={pricing && stepsOf(sheet, pricing, only?.field, around)}
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
    </section>
  );
}

/** Returns the steps of the cell with the cursor, or of the first row. */
function stepsOf(
  sheet: SheetAccess,
  pricing: Pricing,
  field: string | undefined,
  around: Computing['around'],
) {
  const row = sheet.row(sheet.block?.rows[1] ?? 0);
  if (!row || field === undefined) return null;
  const price = priceOfCell(field, { stored: row, would: sheet.asItWouldBe(row) }, pricing, around);
  return price.kind === 'none' ? null : price.steps;
}

/** Menu of the prices and products that a formula is for. */
function Target(props: {
  sheet: SheetAccess;
  rows: Rows;
  marked: number;
  /** The fields of the prices that are filled, after one another. */
  fields: string;
  onRows: (rows: Rows | null) => void;
}) {
  const { sheet, rows, marked, fields, onRows } = props;
  const say = useTextOf('plu');
  const label = useColumnLabel('plu');
  const { target, setTarget, lists } = usePrices();
  const prices = sheet.columns.filter(
    ({ editing }) => editing?.field === 'base_price' || editing?.beside !== undefined,
  );
  const chosen = fields.split(' ');
  const nameOf = (one: (typeof prices)[number]) => one.label ?? label({ key: one.key });
  const what =
    chosen.length === 1
      ? prices.filter(({ editing }) => editing?.field === chosen[0]).map(nameOf)
      : [say('fx.several', { count: chosen.length })];
  const entries: MenuEntry[] = [
    { kind: 'heading', label: say('fx.price') },
    ...prices.map((column): MenuEntry => {
      const field = column.editing?.field ?? '';
      return {
        label: nameOf(column),
        detail: lists.length > 0 ? column.editing?.currency : undefined,
        chosen: field === target,
        onClick: () => {
          setTarget(field);
          // The marked cells say which prices are meant: another one is for all that is found.
          if (rows === 'marked' && !chosen.includes(field)) onRows('found');
        },
      };
    }),
    { kind: 'rule' },
    { kind: 'heading', label: say('fx.rows') },
    {
      label: say('fx.marked', { count: marked }),
      chosen: rows === 'marked',
      disabled: marked === 0,
      onClick: () => onRows(null),
    },
    {
      label: say('fx.found', { count: sheet.total }),
      chosen: rows === 'found',
      onClick: () => onRows('found'),
    },
    { label: say('fx.all'), chosen: rows === 'all', onClick: () => onRows('all') },
  ];
  return (
    <Menu entries={entries} width={260}>
      <Button iconEnd={ChevronDown} className={styles.target}>
        <span className="muted">{say('fx.into')}</span>{' '}
        <b>
          {say(`fx.here_${rows}`, { count: sheet.total })}, {what.join(', ')}
        </b>
      </Button>
    </Menu>
  );
}

/** Returns the same array as long as it has the same rows. */
function useSameRows(rows: readonly Row[] | null): readonly Row[] | null {
  const [same, setSame] = useState(rows);
  const isSame =
    same === rows ||
    (same !== null &&
      rows !== null &&
      same.length === rows.length &&
      same.every((row, n) => row === rows[n]));
  if (!isSame) setSame(rows);
  return isSame ? same : rows;
}
