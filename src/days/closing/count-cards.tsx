import { Check, Coins } from 'lucide-react';
import { useState } from 'react';
import type { Big } from 'big.js';
import { currencyDecimals } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { LowValue, State } from '@/ui/display/badge';
import { Icon } from '@/ui/display/icon';
import { DecimalField } from '@/ui/fields/number-field';
import { cx } from '@/ui/style/cx';
import { big, signed, textOf } from '../report/amounts';
import type { Totals } from '../report/schema/totals';
import { countedText, faultOfReading, shownFault, sumKnown, type Counted, type Typed } from './count';
import type { CountedDrawer, CountProps } from './count-table';
import { dayTexts } from './day-texts';
import { DenominationSheet } from './denomination-sheet';
import { denominationsOf } from './denominations';
import styles from './count.module.css';

type Cash = Totals['cash'][number];

/** The drawers to count on a phone: a card for each, with fields over its whole width, and the sums below them. */
export function CountCards(
  props: CountProps & {
    /** The cash of the drawers, in the order of `counts`. */
    cash: readonly Cash[];
    /** What cash is rounded to: smaller coins are not used. */
    smallest: string | undefined;
  },
) {
  const { counts, cash, smallest, typed, isBlind, byPieces, nameOf, onType } = props;
  const [counting, setCounting] = useState<string | null>(null);
  const open = counts.find(({ drawer }) => drawer.key === counting);
  return (
    <>
      {counts.map((one, at) => (
        <CountCard
          {...props}
          key={one.drawer.key}
          counted={one}
          cash={cash[at]}
          onPieces={() => setCounting(one.drawer.key)}
        />
      ))}
      <AllDrawers counts={counts} isBlind={isBlind} />
      {open && (
        <DenominationSheet
          name={nameOf(open.drawer.pos_id)}
          currency={byPieces}
          smallest={smallest}
          pieces={typed[open.drawer.key]?.pieces ?? {}}
          onChange={(pieces) => onType(open.drawer.key, { pieces })}
          onClose={() => setCounting(null)}
        >
          {!isBlind && <Difference of={open.count.over_short} />}
        </DenominationSheet>
      )}
    </>
  );
}

/** One drawer: its name, which stays while the card passes under it, where its cash comes from, and its count. */
function CountCard(
  props: Pick<CountProps, 'typed' | 'showsErrors' | 'isBlind' | 'byPieces' | 'nameOf' | 'onType'> & {
    counted: CountedDrawer;
    cash: Cash | undefined;
    onPieces: () => void;
  },
) {
  const { typed, showsErrors, isBlind, byPieces, nameOf, onType, cash, onPieces } = props;
  const { drawer, count } = props.counted;
  const say = usePageText('businessday/day', dayTexts);
  const format = useFormat();
  const scale = currencyDecimals(byPieces);
  const name = nameOf(drawer.pos_id);
  const own = typed[drawer.key];
  const type = (change: Typed) => onType(drawer.key, change);
  const faultOf = (fault: string | undefined, text: string) => {
    const shown = shownFault(fault, text, showsErrors);
    return shown && say(shown);
  };
  const asksForOpening = drawer.opening === null && drawer.readings < 2;
  const text = countedText(drawer, own, scale);
  return (
    <section className={styles.card} aria-label={name} data-register={drawer.key}>
      <header>
        <h3>{name}</h3>
        <State color={count.counted ? 'ok' : 'hollow'}>
          {say(count.counted ? 'counted' : 'count.toCount')}
        </State>
      </header>
      <CashFlow cash={cash} opening={asksForOpening ? undefined : count.opening} isBlind={isBlind} />
      {asksForOpening && (
        <DecimalField
          label={say('opening')}
          unit={format.currency}
          value={own?.opening ?? ''}
          onChange={(opening) => type({ opening })}
          error={faultOf(count.faults.opening, own?.opening ?? '')}
        />
      )}
      <div className={styles.count} data-count>
        {!isBlind && count.expected && (
          <span className={styles.shouldBe}>
            {say('count.shouldBe', { amount: format.money(textOf(count.expected)) })}
          </span>
        )}
        {drawer.waiting.length > 0 ? (
          drawer.waiting.map(({ place, z_number }) => {
            const reading = own?.readings?.[place] ?? '';
            return (
              <DecimalField
                key={place}
                size="key"
                label={say('count.reading', { number: z_number || place + 1 })}
                unit={format.currency}
                value={reading}
                onChange={(counted) => type({ readings: { ...own?.readings, [place]: counted } })}
                error={faultOf(faultOfReading(reading, scale), reading)}
              />
            );
          })
        ) : (
          <DecimalField
            size="key"
            label={say('counted')}
            unit={format.currency}
            placeholder={format.money('0')}
            readOnly={drawer.readings > 1}
            value={drawer.readings > 1 && count.counted ? textOf(count.counted, scale) : text}
            // Who types a sum no longer counts by notes and coins.
            onChange={(counted) => type({ counted, pieces: undefined })}
            error={faultOf(count.faults.counted, text)}
          />
        )}
      </div>
      <div className={styles.under}>
        {denominationsOf(byPieces).length > 0 && drawer.readings < 2 && (
          <button
            type="button"
            className={cx('link', styles.coins)}
            aria-label={say('close.byPiecesOf', { name })}
            onClick={onPieces}
          >
            <Icon as={Coins} />
            {say('pieces.do')}
          </button>
        )}
        <span className={styles.said} aria-live="polite">
          {!isBlind && <Difference of={count.over_short} />}
        </span>
      </div>
    </section>
  );
}

/** Where the cash of a drawer comes from. Cash sales would tell who counts blind what is expected. */
function CashFlow(props: { cash: Cash | undefined; opening: Big | null | undefined; isBlind: boolean }) {
  const { cash, opening, isBlind } = props;
  const say = usePageText('businessday/day', dayTexts);
  const format = useFormat();
  const figures: readonly (readonly [label: string, value: Big | null])[] = [
    ...(opening === undefined ? [] : [[say('opening'), opening] as const]),
    ...(cash
      ? [
          ...(isBlind ? [] : [[say('count.cashSales'), big(cash.sales).minus(big(cash.refunds))] as const]),
          [say('count.paidIn'), big(cash.paid_in)] as const,
          [say('count.paidOut'), big(cash.paid_out).neg()] as const,
        ]
      : []),
  ];
  return (
    <dl className={styles.flow}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value && !value.eq(0) ? format.money(textOf(value)) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The sums of the drawers, and what they are over or short. */
function AllDrawers({ counts, isBlind }: { counts: readonly CountedDrawer[]; isBlind: boolean }) {
  const say = usePageText('businessday/day', dayTexts);
  const format = useFormat();
  const done = counts.filter(({ count }) => count.counted);
  const sum = (of: (count: Counted) => Big | null) => sumKnown(done.map(({ count }) => of(count)));
  const money = (value: Big | null) => (value ? format.money(textOf(value)) : '–');
  const over_short = sum((count) => count.over_short);
  return (
    <section className={styles.all} aria-label={say('count.all')}>
      <h3>{say('count.all')}</h3>
      <dl>
        <div>
          <dt>{say('counted')}</dt>
          <dd>{money(sum((count) => count.counted))}</dd>
        </div>
        {!isBlind && (
          <>
            <div>
              <dt>
                {done.length === counts.length
                  ? say('expected')
                  : say('count.expectedOf', { done: done.length, all: counts.length })}
              </dt>
              <dd>{money(sum((count) => count.expected))}</dd>
            </div>
            <div className={styles.sum}>
              <dt>{say('overShort')}</dt>
              <dd>{over_short ? <Signed value={over_short} /> : '–'}</dd>
            </div>
          </>
        )}
      </dl>
    </section>
  );
}

function Signed({ value }: { value: Big }) {
  const text = signed(textOf(value), useFormat());
  return value.eq(0) ? text : <LowValue>{text}</LowValue>;
}

/** What a drawer is over or short, in words; nothing until it is counted. */
function Difference({ of }: { of: Big | null }) {
  const say = usePageText('businessday/day', dayTexts);
  const format = useFormat();
  if (!of) return null;
  if (of.eq(0))
    return (
      <span className={styles.fits}>
        <Icon as={Check} />
        {say('count.addsUp')}
      </span>
    );
  const amount = format.money(textOf(of.abs()));
  return <LowValue>{say(of.lt(0) ? 'count.short' : 'count.over', { amount })}</LowValue>;
}

/** What stands beside the button that closes the day: how many drawers are counted, and what is left to do. */
export function CountProgress(props: Pick<CountProps, 'counts' | 'isBlind' | 'nameOf'>) {
  const { counts, isBlind, nameOf } = props;
  const say = usePageText('businessday/day', dayTexts);
  const left = counts.filter(({ count }) => !count.counted);
  const over_short = sumKnown(counts.map(({ count }) => count.over_short));
  const [next] = left;
  return (
    <span className={cx('grow', styles.progress)} aria-live="polite">
      <b>{say('count.done', { done: counts.length - left.length, all: counts.length })}</b>
      {next ? (
        <button type="button" className="link" onClick={() => goToCount(next.drawer.key)}>
          {say('count.left', { count: left.length, name: nameOf(next.drawer.pos_id) })}
        </button>
      ) : isBlind ? (
        <span>{say('count.later')}</span>
      ) : (
        <Difference of={over_short} />
      )}
    </span>
  );
}

/** Focuses the first empty count of a drawer. */
export function goToCount(key: string): void {
  const all = [
    ...document.querySelectorAll<HTMLInputElement>(`[data-register="${CSS.escape(key)}"] [data-count] input`),
  ];
  (all.find(({ value }) => value === '') ?? all[0])?.focus();
}
