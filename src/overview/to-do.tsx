import { useQueries, useQuery } from '@tanstack/react-query';
import { usePageText, type SayOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Format } from '@/app/i18n/formats';
import { useApp } from '@/app/shell/app-context';
import { Dot } from '@/ui/display/badge';
import { Link } from '@/ui/layout/link';
import { wrongOf } from '@/days/list/days-table';
import { reportTexts } from '@/days/report/report-texts';
import type { Summary } from '@/days/report/schema/summary';
import { useOtherThanPreviewed, waitingSetsQuery } from '@/app/changes/own-sets';
import { leftAlone } from '@/contract/change-set-acts';
import { waitsFor } from '@/resources/changeset/may-approve';
import { fieldRight } from '@/app/session/field-rights';
import { mayRead, mayWrite } from '@/app/session/session';
import { plu } from '@/resources/plu/contract';
import { useAccessWaiting } from './access-waiting';
import { ChangesWeek } from './changes-week';
import { useSecondFactorWaiting } from './second-factor-waiting';
import { OpenQuestions, useOwnQuestions } from './questions';
import { isAtFault, type Month } from './sales';
import { overviewTexts } from './texts';
import type { Waiting } from './waiting';
import styles from './overview.module.css';

/** Filters of products that tell what is to look at; the percentage is that of the service. */
const watched = ['below_cost', 'low_margin'] as const;
const lowMargin = 20;

/** Returns how many active products are sold below cost or at a low margin. */
function usePricesWaiting(): Waiting[] {
  const say = usePageText('overview', overviewTexts);
  const { source, screens, current } = useApp();
  const { me } = current;
  const path = screens[plu.name]?.path ?? '';
  const known = watched.filter(
    (filter) => Object.hasOwn(plu.extraFilters, filter) && fieldRight(me, plu.name, filter) !== 'none',
  );
  const totals = useQueries({
    queries: known.map((filter) => ({
      queryKey: [plu.name, 'overview', filter],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        source.total(plu, { q: '', sort: '', active: 'active', filters: { [filter]: ['true'] } }, signal),
      enabled: mayWrite(me, plu.access),
    })),
  });
  return known.flatMap((filter, at): Waiting[] => {
    const count = totals[at]?.data ?? 0;
    if (count === 0) return [];
    return [
      {
        kind: 'prices',
        key: filter,
        count,
        isRisk: filter === 'below_cost',
        what: say(`todo.${filter}`, { percent: lowMargin }),
        where: '',
        action: say('do.prices'),
        href: `${path}?${filter}=true`,
      },
    ];
  });
}

/**
 * Returns the change sets with which the person has to do something: that something else becomes of than they previewed, that were
 * applied and wait for a choice, and that nobody applies unless an administrator takes them over.
 */
function useSetsWaiting(): Waiting[] {
  const say = usePageText('overview', overviewTexts);
  const { screens, current } = useApp();
  const screen = screens['changeset'];
  const isAsked =
    screen !== undefined && current.server.can.changeSets && mayRead(current.me, screen.contract.access);
  const others = useOtherThanPreviewed(isAsked);
  const { data = [] } = useQuery({ ...waitingSetsQuery(current.client), enabled: isAsked });
  if (!screen) return [];
  const waiting = data.filter((set) => waitsFor(set, current.me));
  const left = waiting.filter(({ problem }) => problem === leftAlone);
  const kindsOfSets = {
    left,
    choose: waiting.filter((set) => set.status === 'applied' && !left.includes(set)),
    otherwise: others.filter((set) => !left.some(({ id }) => id === set.id)),
  };
  return (['left', 'choose', 'otherwise'] as const).flatMap((key): Waiting[] => {
    const [first] = kindsOfSets[key];
    const count = kindsOfSets[key].length;
    if (!first) return [];
    return [
      {
        kind: 'sets',
        key,
        count,
        isRisk: true,
        what: say(`todo.${key}`),
        where: count === 1 ? first.name : say('todo.more', { first: first.name, count: count - 1 }),
        action: say('do.see'),
        href: count === 1 ? `${screen.path}/${first.id}` : screen.path,
      },
    ];
  });
}

const kinds = ['days', 'prices', 'sets', 'access'] as const;

/** Returns what waits for the person beside the business days; it does not wait for their figures. */
export function useWaiting(): readonly Waiting[] {
  return [...usePricesWaiting(), ...useSetsWaiting(), ...useSecondFactorWaiting(), ...useAccessWaiting()];
}

/** What waits for the person, by kind; each row leads to what it counts. */
export function ToDo(props: { now: Summary; before: Summary; month: Month; waiting: readonly Waiting[] }) {
  const { now, before, month, waiting } = props;
  const say = usePageText('overview', overviewTexts);
  const sayReport = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const path = useApp().screens['businessday']?.path ?? '';
  const all = [...daysWaiting([before, now], month, path, say, sayReport, format), ...waiting];
  const questions = useOwnQuestions();
  return (
    <section className={styles.part} aria-labelledby="todo">
      <div className={styles.head}>
        <h2 id="todo">{say('todo')}</h2>
      </div>
      {all.length === 0 && questions.length === 0 && <p className="muted">{say('todo.none')}</p>}
      {kinds.map((kind) => {
        const rows = all.filter((one) => one.kind === kind);
        if (rows.length === 0) return null;
        return (
          <div key={kind}>
            <h3 className={styles.kind}>{say(`todo.${kind}`)}</h3>
            <ul className={styles.rows}>
              {rows.map((row) => (
                <li key={row.key}>
                  <span className={styles.count}>{format.count(row.count)}</span>
                  <span className={styles.what}>
                    {row.isRisk && <Dot color="attention" />}
                    {row.what}
                  </span>
                  <span className={styles.where}>{row.where}</span>
                  <Link href={row.href} className="link" aria-label={`${row.action}: ${row.what}`}>
                    {row.action}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <OpenQuestions questions={questions} />
      <ChangesWeek />
    </section>
  );
}

/** Returns the days with faults, one row each, and those that are still open, together. */
export function daysWaiting(
  summaries: readonly Summary[],
  { today, yesterday }: Month,
  path: string,
  say: SayOf,
  sayReport: SayOf,
  format: Format,
): Waiting[] {
  const names = new Map(summaries.flatMap(({ locations }) => locations.map(({ id, name }) => [id, name])));
  const days = [...new Map(summaries.flatMap(({ days }) => days.map((day) => [day.id, day]))).values()];
  const placeOf = (day: (typeof days)[number]) =>
    `${names.get(day.location_id) ?? '…'}, ${format.day(day.date)}`;
  const hrefOf = (day: (typeof days)[number]) => `${path}/${encodeURIComponent(day.id)}`;
  const faults = days.filter((day) => day.status === 'closed' && isAtFault(day));
  const open = days.filter((day) => day.status === 'open' && day.date < today);
  const [first] = open;
  return [
    ...faults.toReversed().map((day): Waiting => ({
      kind: 'days',
      key: day.id,
      count: day.at_fault + day.failing.length,
      isRisk: true,
      // The row begins with the count.
      what:
        day.at_fault > 0 && day.failing.length === 0
          ? say('todo.atFault', { count: day.at_fault })
          : say('todo.faults', {
              count: day.at_fault + day.failing.length,
              what: wrongOf(day, sayReport),
            }),
      where: placeOf(day),
      action: say('do.open'),
      href: hrefOf(day),
    })),
    ...(first
      ? [
          {
            kind: 'days',
            key: 'open',
            count: open.length,
            isRisk: true,
            what: say('todo.open'),
            where:
              open.length === 1
                ? placeOf(first)
                : say('todo.more', { first: placeOf(first), count: open.length - 1 }),
            action: say('do.close'),
            href:
              open.length === 1 ? hrefOf(first) : `${path}?status=open&date_from=&date_until=${yesterday}`,
          } satisfies Waiting,
        ]
      : []),
  ];
}
