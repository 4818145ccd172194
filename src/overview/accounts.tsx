import { usePhone } from '@/ui/layout/use-phone';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { LowValue, State } from '@/ui/display/badge';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Link } from '@/ui/layout/link';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { big, signed, sumOf, textOf } from '@/days/report/amounts';
import { wrongOf } from '@/days/list/days-table';
import { reportTexts } from '@/days/report/report-texts';
import { moneyColumn } from '@/days/report/tables/columns';
import type { Summary } from '@/days/report/schema/summary';
import { useLastMonth } from '@/days/month/list/use-last-month';
import { MonthDays } from './month-days';
import { OpenQuestions, useOwnQuestions } from './questions';
import { isAtFault, type Month, type SummaryDay } from './sales';
import { useSecondFactorWaiting } from './second-factor-waiting';
import { overviewTexts } from './texts';
import styles from './overview.module.css';

/** Line on the second factor that a company asks for soon. */
function SecondFactorSoon() {
  const format = useFormat();
  return useSecondFactorWaiting().map(({ key, count, what, where, action, href }) => (
    <div key={key} className={styles.block}>
      <Banner
        kind="attention"
        action={
          <Link href={href} className="link">
            {action}
          </Link>
        }
      >
        {format.count(count)} {what}: {where}
      </Banner>
    </div>
  ));
}

/** An accountant's month: days that do not add up, open questions, each day by location, tax so far, what is ready to be exported. */
export function Accounts({ now, month }: { now: Summary; month: Month }) {
  const questions = useOwnQuestions();
  return (
    <div className={styles.part}>
      <SecondFactorSoon />
      <LastMonth today={month.today} />
      <div className={questions.length > 0 ? styles.beside : styles.block}>
        <Faults summary={now} />
        <OpenQuestions questions={questions} />
      </div>
      <MonthDays summary={now} month={month} />
      <div className={`${styles.block} ${styles.pair}`}>
        <Tax summary={now} />
        <Ready summary={now} />
      </div>
    </div>
  );
}

function Faults({ summary }: { summary: Summary }) {
  const say = usePageText('overview', overviewTexts);
  const sayReport = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const path = useApp().screens['businessday']?.path ?? '';
  const names = new Map(summary.locations.map(({ id, name }) => [id, name]));
  const isPhone = usePhone();
  const location: SheetColumn<SummaryDay> = {
    id: 'location',
    header: () => say('location'),
    meta: { width: 180 },
    cell: ({ row: { original: day } }) => names.get(day.location_id) ?? '…',
  };
  const off: SheetColumn<SummaryDay> = {
    id: 'off',
    header: () => `${say('fault.off')} ${format.currency}`,
    meta: { width: 110, align: 'right' },
    cell: ({ row: { original: day } }) =>
      big(day.over_short).eq(0) ? (
        signed(day.over_short, format)
      ) : (
        <LowValue>{signed(day.over_short, format)}</LowValue>
      ),
  };
  const closed = summary.days.filter(({ status }) => status !== 'open');
  const faults = closed.filter((day) => isAtFault(day) && day.status === 'closed').toReversed();
  return (
    <section className={styles.block} aria-labelledby="faults">
      <div className={styles.head}>
        <h2 id="faults">{say('fault.title')}</h2>
        {faults.length > 0 && (
          <span className={styles.note}>
            {say('fault.of', { count: faults.length, closed: closed.length })}
          </span>
        )}
      </div>
      {faults.length === 0 ? (
        <p className="muted">{say('fault.none')}</p>
      ) : (
        <SheetTable
          label={say('fault.title')}
          rows={faults}
          rowKey={({ id }) => id}
          minWidth={isPhone ? undefined : 560}
          columns={[
            {
              id: 'date',
              header: () => say('fault.day'),
              meta: { width: 130 },
              cell: ({ row: { original: day } }) => (
                <span className={isPhone ? styles.twoLines : undefined}>
                  <Link href={`${path}/${encodeURIComponent(day.id)}`} className="link">
                    {format.day(day.date)}
                  </Link>
                  {isPhone && <span className="muted">{names.get(day.location_id) ?? '…'}</span>}
                </span>
              ),
            },
            ...(isPhone ? [] : [location]),
            {
              id: 'what',
              header: () => say('fault.what'),
              cell: ({ row: { original: day } }) => wrongOf(day, sayReport),
            },
            ...(isPhone ? [] : [off]),
          ]}
        />
      )}
    </section>
  );
}

function Tax({ summary }: { summary: Summary }) {
  const say = usePageText('overview', overviewTexts);
  const format = useFormat();
  const rows = summary.totals.by_tax;
  const isPhone = usePhone();
  return (
    <section aria-labelledby="vat">
      <div className={styles.head}>
        <h2 id="vat">{say('vat.title')}</h2>
        <span className={styles.note}>{say('vat.text')}</span>
      </div>
      <SheetTable
        label={say('vat.title')}
        rows={rows}
        rowKey={({ rate }) => rate ?? ''}
        minWidth={isPhone ? undefined : 360}
        columns={[
          {
            id: 'rate',
            header: () => say('rate'),
            cell: ({ row: { original } }) =>
              original.rate === null ? say('rate.none') : `${format.decimal(original.rate)} %`,
            footer: () => say('all'),
          },
          moneyColumn('net', { header: say('net'), width: 100, format, of: rows }),
          moneyColumn('tax', { header: say('vat'), width: 100, isMain: true, format, of: rows }),
          moneyColumn('gross', { header: say('gross'), width: 100, format, of: rows }),
        ]}
      />
    </section>
  );
}

function Ready({ summary }: { summary: Summary }) {
  const say = usePageText('overview', overviewTexts);
  const format = useFormat();
  const path = useApp().screens['businessday']?.path ?? '';
  const isPhone = usePhone();
  const names = new Map(summary.locations.map(({ id, name }) => [id, name]));
  const days = summary.days.filter((day) => day.status === 'closed' && !isAtFault(day));
  const rows = [...new Set(days.map(({ date }) => date))].map((date) => {
    const ofDate = days.filter((day) => day.date === date);
    return {
      date,
      locations: ofDate.map(({ location_id }) => names.get(location_id) ?? '…').join(', '),
      gross: textOf(sumOf(ofDate.map(({ gross }) => gross))),
    };
  });
  return (
    <section aria-labelledby="ready">
      <div className={styles.head}>
        <h2 id="ready">{say('ready.title')}</h2>
        <span className={styles.note}>{say('ready.text')}</span>
        {days.length > 0 && (
          <Button kind="primary" href={`${path}?status=closed&date_from=${rows[0]?.date ?? ''}`}>
            {say('ready.see', { count: days.length })}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="muted">{say('ready.none')}</p>
      ) : (
        <SheetTable
          label={say('ready.title')}
          rows={rows}
          rowKey={({ date }) => date}
          minWidth={isPhone ? undefined : 360}
          columns={[
            {
              id: 'date',
              header: () => say('fault.day'),
              meta: { width: 110 },
              cell: ({ row: { original } }) => <span className="ink med">{format.day(original.date)}</span>,
              footer: () => say('ready.count', { count: days.length }),
            },
            {
              id: 'locations',
              header: () => say('ready.locations'),
              cell: ({ row: { original } }) => (
                <span className="muted" title={original.locations}>
                  {original.locations}
                </span>
              ),
            },
            moneyColumn('gross', { header: say('gross'), width: 110, isMain: true, format, of: rows }),
          ]}
        />
      )}
    </section>
  );
}

/** That last month is not locked yet, and what it waits for. Nothing once it is locked, or if it has no days. */
function LastMonth({ today }: { today: string }) {
  const say = usePageText('overview', overviewTexts);
  const waiting = useLastMonth(today);
  if (!waiting) return null;
  const { name: month, text, isReady, href } = waiting;
  return (
    <section className={styles.lastMonth} aria-labelledby="last-month">
      <h2 id="last-month">{say('lastMonth', { month })}</h2>
      <State color={isReady ? 'ok' : 'attention'}>{text}</State>
      <Link href={href} className="link">
        {say(isReady ? 'lastMonth.lock' : 'lastMonth.see', { month })}
      </Link>
    </section>
  );
}
