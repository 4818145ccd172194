import { usePageText } from '@/app/i18n/i18n';
import { currencyDecimals } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import { CellDecimal, CellPlain } from '@/ui/tables/cell';
import { cx } from '@/ui/style/cx';
import { LowValue } from '@/ui/display/badge';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import type { Big } from 'big.js';
import { signed, textOf } from '../report/amounts';
import { faultOfReading, shownFault, sumKnown, type Counted, type Drawer, type Typed } from './count';
import { dayTexts } from './day-texts';
import { denominationsOf } from './denominations';
import styles from '../report/report.module.css';

/** A drawer with what is counted in it so far. */
export interface CountedDrawer {
  readonly drawer: Drawer;
  readonly count: Counted;
}

/** Props of the drawers to count, as a table and as cards. */
export interface CountProps {
  counts: readonly CountedDrawer[];
  typed: Readonly<Record<string, Typed>>;
  /** Whether to show errors: only after the first attempt to close the day. */
  showsErrors: boolean;
  /** Whether expected cash and differences are hidden. */
  isBlind: boolean;
  /** The currency whose notes and coins can be counted. */
  byPieces: string;
  nameOf: (pos_id: string | null) => string;
  onType: (key: string, change: Typed) => void;
}

/** Table of a day's drawers: expected cash, counted cash, and the difference. On a phone it is `CountCards`. */
export function CountTable(props: CountProps) {
  const { counts, typed, showsErrors, isBlind, byPieces, nameOf, onType } = props;
  const say = usePageText('businessday/day', dayTexts);
  const format = useFormat();
  const money = (value: Big | null) => (value ? format.money(textOf(value)) : '–');
  const difference = (value: Big | null) => {
    const text = value ? signed(textOf(value), format) : '–';
    return value && !value.eq(0) ? <LowValue>{text}</LowValue> : text;
  };
  const faultOf = (fault: string | undefined, value: string) => {
    const shown = shownFault(fault, value, showsErrors);
    return shown && say(shown);
  };
  const scale = currencyDecimals(byPieces);
  const sum = (of: (count: Counted) => Big | null) => sumKnown(counts.map(({ count }) => of(count)));
  const head = (key: string) => `${say(key)} ${format.currency}`;
  const canPieces = denominationsOf(byPieces).length > 0;
  return (
    <SheetTable
      label={say('close.title')}
      rows={counts}
      rowKey={({ drawer }) => drawer.key}
      edit
      minWidth={600}
      columns={(
        [
          {
            id: 'register',
            header: () => say('register'),
            cell: ({
              row: {
                original: { drawer, count },
              },
            }) => (
              <>
                <CellPlain>{nameOf(drawer.pos_id)}</CellPlain>
                {canPieces && drawer.readings < 2 && (
                  <HowCounted
                    name={nameOf(drawer.pos_id)}
                    count={count}
                    pieces={typed[drawer.key]?.pieces}
                    onType={(change) => onType(drawer.key, change)}
                  />
                )}
              </>
            ),
            footer: () => say('all'),
          },
          {
            id: 'opening',
            header: () => head('opening'),
            meta: { width: 112, align: 'right', inset: true },
            cell: ({
              row: {
                original: { drawer, count },
              },
            }) => {
              const value = typed[drawer.key]?.opening ?? '';
              if (drawer.opening !== null || drawer.readings > 1)
                return <CellPlain right>{money(count.opening)}</CellPlain>;
              return (
                <CellDecimal
                  label={say('openingOf', { name: nameOf(drawer.pos_id) })}
                  value={value}
                  onChange={(opening) => onType(drawer.key, { opening })}
                  error={faultOf(count.faults.opening, value)}
                />
              );
            },
            footer: () => money(sum((count) => count.opening)),
          },
          {
            id: 'expected',
            header: () => head('expected'),
            meta: { width: 104, align: 'right', inset: true },
            cell: ({
              row: {
                original: { count },
              },
            }) => <CellPlain right>{money(count.expected)}</CellPlain>,
            footer: () => money(sum((count) => count.expected)),
          },
          {
            id: 'counted',
            header: () => head('counted'),
            meta: { width: 124, align: 'right', inset: true },
            cell: ({
              row: {
                original: { drawer, count },
              },
            }) => {
              const own = typed[drawer.key];
              const value = own?.counted ?? drawer.counted ?? '';
              if (drawer.waiting.length > 0)
                return drawer.waiting.map(({ place, z_number }) => {
                  const text = own?.readings?.[place] ?? '';
                  return (
                    <CellDecimal
                      key={place}
                      label={say('countedOfReading', {
                        name: nameOf(drawer.pos_id),
                        number: z_number || place + 1,
                      })}
                      placeholder={z_number ? `Z ${z_number}` : undefined}
                      value={text}
                      onChange={(counted) =>
                        onType(drawer.key, { readings: { ...own?.readings, [place]: counted } })
                      }
                      error={faultOf(faultOfReading(text, scale), text)}
                    />
                  );
                });
              if (own?.pieces || drawer.readings > 1)
                return (
                  <CellPlain
                    right
                    error={showsErrors && count.faults.counted ? say(count.faults.counted) : undefined}
                  >
                    {money(count.counted)}
                  </CellPlain>
                );
              return (
                <CellDecimal
                  label={say('countedOf', { name: nameOf(drawer.pos_id) })}
                  value={value}
                  onChange={(counted) => onType(drawer.key, { counted })}
                  error={faultOf(count.faults.counted, value)}
                />
              );
            },
            footer: () => money(sum((count) => count.counted)),
          },
          {
            id: 'over_short',
            header: () => head('overShort'),
            meta: { width: 100, align: 'right', inset: true },
            cell: ({
              row: {
                original: { count },
              },
            }) => <CellPlain right>{difference(count.over_short)}</CellPlain>,
            footer: () => difference(sum((count) => count.over_short)),
          },
        ] satisfies readonly SheetColumn<CountedDrawer>[]
      ).filter(({ id }) => !isBlind || (id !== 'expected' && id !== 'over_short'))}
    />
  );
}

/** Button that switches a drawer between notes and coins and a sum; the sum keeps the counted value. */
function HowCounted(props: {
  name: string;
  count: Counted;
  pieces: Typed['pieces'];
  onType: (change: Typed) => void;
}) {
  const { name, count, pieces, onType } = props;
  const say = usePageText('businessday/day', dayTexts);
  const asSum = () => onType({ pieces: undefined, counted: count.counted ? textOf(count.counted) : '' });
  return (
    <button
      type="button"
      className={cx('link', styles.how)}
      aria-label={say(pieces ? 'close.bySumOf' : 'close.byPiecesOf', { name })}
      onClick={() => (pieces ? asSum() : onType({ pieces: {} }))}
    >
      {say(pieces ? 'close.bySum' : 'close.byPieces')}
    </button>
  );
}
