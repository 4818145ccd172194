import { parseAsString, useQueryStates } from 'nuqs';
import { useState, useEffect, useRef } from 'react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { PrintHead } from '@/app/print/print-head';
import { useApp } from '@/app/shell/app-context';
import type { Screen } from '@/app/shell/screen';
import { EmptyState } from '@/ui/display/empty-state';
import { useSeen } from '@/ui/layout/use-seen';
import { Icon } from '@/ui/display/icon';
import { cx } from '@/ui/style/cx';
import { usePrint } from '../../report/printing';
import { usePeriodWords } from '../../report/period-words';
import type { Month } from '../schema';
import { currentLock } from './current-lock';
import { LockDialog } from './lock-dialog';
import { MonthDays } from './month-days';
import { MonthHead } from './month-head';
import { longMonth } from './month-names';
import { MonthSide } from './month-side';
import { monthTexts } from './month-texts';
import { Owed } from './owed';
import { RateDays } from './rate-days';
import { Rates } from './rates';
import { Settle } from './settle';
import compareStyles from '../compare/compare.module.css';
import styles from './month.module.css';
import { lazy } from '@/ui/state/lazy';

const Compared = lazy(async () => ({ default: (await import('../compare/compared')).Compared }));

/** A month: its head, its figures and days, and beside them the VAT return, the proof and the seal. */
export function MonthView(props: { screen: Screen; month: Month; isOfAll: boolean }) {
  const { screen, month, isOfAll } = props;
  const say = usePageText('businessday/month', monthTexts);
  const { locale } = useFormat();
  const { me } = useApp().current;
  const { print } = usePrint();
  const [compared, isSeen] = useSeen<HTMLDivElement>();
  // What is on paper is read first, also where it has not come into view, and stays for the print.
  const [paper, setPaper] = useState<'none' | 'asked' | 'read'>('none');
  const printRead = () => {
    setPaper('read');
    print(false);
  };
  const hasDays = month.days.length > 0 || month.states.missing > 0;
  const [locking, setLocking] = useState(false);
  const [{ rate, at }, show] = useQueryStates(
    { rate: parseAsString, at: parseAsString },
    { history: 'push', shallow: false },
  );
  const title = longMonth(month.month, locale);
  useFocusAfterLock(month);
  const seal = currentLock(month);
  return (
    <>
      <PrintHead
        company={me?.company.name ?? ''}
        about={month.locations.map(({ name }) => name).join(', ')}
        aside={title}
        title={title}
        foot={seal && say('print', { hash: seal.hash })}
      />
      <MonthHead
        month={month}
        isOfAll={isOfAll}
        onPrint={() => (hasDays ? setPaper('asked') : print(false))}
        onLock={() => setLocking(true)}
      />
      {!hasDays ? (
        <EmptyState title={say('noDays', { month: title })} />
      ) : (
        <div className={styles.split}>
          {/* Focusable, so that the keyboard can scroll it. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={styles.scroll} tabIndex={0}>
            <div className={styles.body}>
              <MonthKeys month={month} />
              <MonthDays screen={screen} month={month} />
              <Settle screen={screen} month={month} />
              <Rates month={month} />
              <Owed month={month} />
              <div ref={compared} className={compareStyles.late}>
                {(isSeen || paper !== 'none') && (
                  <Compared month={month} onRead={paper === 'asked' ? printRead : undefined} />
                )}
              </div>
            </div>
            <MonthSide month={month} isOfAll={isOfAll} />
          </div>
        </div>
      )}
      {locking && <LockDialog month={month} onClose={() => setLocking(false)} />}
      {rate !== null && (
        <RateDays
          screen={screen}
          month={month}
          rate={rate === '' ? null : rate}
          location_id={at}
          onClose={() => void show({ rate: null, at: null })}
        />
      )}
    </>
  );
}

/** Key figures of a month, and the verdict on its two computations. */
function MonthKeys({ month }: { month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const { countedText } = usePeriodWords();
  const { totals, sealed, states, equal } = month;
  const all = states.exported + states.closed + states.not_adding_up + states.open + states.missing;
  const figures = [
    [`${say('gross')} ${format.currency}`, format.money(totals.gross)],
    [`${say('net')} ${format.currency}`, format.money(totals.net)],
    [`${say('vat')} ${format.currency}`, format.money(totals.tax)],
    [say('receipts'), format.count(totals.count)],
  ];
  return (
    <>
      <dl className={styles.keys}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{say('days')}</dt>
          <dd>
            {format.count(sealed.days)} <small>{say('ofDays', { count: all })}</small>
          </dd>
        </div>
      </dl>
      <p className="meta">{countedText('closed')}</p>
      <section className={cx(styles.verdict, !equal && styles.fail)} aria-label={say('two')}>
        <Icon as={equal ? CircleCheck : TriangleAlert} />
        <h2>{say(equal ? 'equal' : 'differs')}</h2>
        <span className={cx('meta', styles.how)}>
          {say('equal.meta', {
            days: say('closedDays', { count: sealed.days }),
            receipts: say('receiptsCount', { count: totals.count }),
          })}
        </span>
        <span className="grow" />
        <b className="ledger tn">{format.money(totals.gross)}</b>
      </section>
    </>
  );
}

/**
 * Focuses the page's heading when a month was locked or unlocked and the button that did it is gone. The dialog gives the
 * focus back to that button; the month is read again after that.
 */
function useFocusAfterLock({ month, lock: { locked } }: Month): void {
  const seen = useRef({ month, locked });
  useEffect(() => {
    const before = seen.current;
    seen.current = { month, locked };
    if (before.month !== month || before.locked === locked) return;
    if (document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [month, locked]);
}
