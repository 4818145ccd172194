import { Check as Tick, ChevronDown, ChevronUp, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { IconButton } from '@/ui/display/button';
import { cx } from '@/ui/style/cx';
import { Icon } from '@/ui/display/icon';
import type { Receipt } from '../receipts/receipt';
import { acknowledgedIn, Acknowledgements } from '../acknowledge/acknowledgements';
import type { Recomputed } from '../checks/recompute';
import { CheckTable } from './tables/check-table';
import { OverShort } from './tables/over-short';
import { causesFirst, checkFigure, offOf } from './tables/fault-text';
import { FaultTable } from './tables/fault-table';
import { signed, textOf } from './amounts';
import type { Check } from './schema/checks';
import type { DayReport } from './data/report-query';
import { reportTexts } from './report-texts';
import styles from './report.module.css';
import { Big } from 'big.js';

/**
 * Returns the codes of the checks whose results differ between the service and the browser, and `totals` if the totals
 * differ. Empty for a report without checks: there is nothing to compare.
 */
function differences(report: DayReport, own: Recomputed): (Check['code'] | 'totals')[] {
  if (report.checks.length === 0) return [];
  const theirs = new Map(report.checks.map((check) => [check.code, check]));
  const codes = own.checks.flatMap((check) =>
    canonical(verdictOf(check)) === canonical(verdictOf(theirs.get(check.code))) ? [] : [check.code],
  );
  const missing = report.checks
    .map(({ code }) => code)
    .filter((code) => !own.checks.some((one) => one.code === code));
  const same = canonical(report.totals) === canonical(own.totals);
  return [...codes, ...missing, ...(same ? [] : (['totals'] as const))];
}

const verdictOf = (check: Check | undefined) =>
  check && [check.ok, check.expected, check.actual, check.transaction_ids.toSorted()];

/** Returns JSON text with sorted keys and normalized decimals ("1.50" becomes "1.5"), for comparison. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string' && /^-?\d+(\.\d+)?$/.test(part)) return new Big(part).toFixed();
    return typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part;
  });

interface Props {
  report: DayReport;
  /** The browser's own recomputation; null while it runs. */
  own: Recomputed | null;
  /** The number of receipts that it has processed so far. */
  added: number;
  receipts: ReadonlyMap<string, Receipt>;
  registerName: (pos_id: string | null) => string;
  openId: string | null;
  onOpen: (id: string) => void;
  onShowFaulty: () => void;
  /** What the question beside the report is about: its check is shown. */
  askedAbout?: string | undefined;
}

/** Verdict on the day, by the browser's recomputation and by the service: all checks pass, or the faults. */
export function Verdict(props: Props) {
  const { report, own } = props;
  const failing = failingChecks(report, own);
  if (failing.length > 0) return <Fail {...props} failing={failing} />;
  if (own && differences(report, own).length > 0) return <Fail {...props} failing={[]} />;
  if (!own) return <Waiting {...props} />;
  return <Pass {...props} own={own} />;
}

/** Placeholder of the verdict: the progress of the recomputation. */
function Waiting({ report, added }: Props) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const all = report.transactions.length;
  return (
    <section className={styles.checks} aria-label={say('checks')}>
      <header>
        <Icon as={RefreshCw} />
        <h2>{say('recomputing')}</h2>
        <span className="meta tn nowrap">
          {added > 0 && say('recomputing.of', { added: format.count(added), count: all })}
        </span>
        <span className="grow" />
        <progress className={styles.progress} value={added} max={all} aria-label={say('recomputing')} />
      </header>
    </section>
  );
}

/** Returns the checks that fail in the browser or at the service; the browser's version if both have the check. */
export function failingChecks(report: DayReport, own: Recomputed | null): readonly Check[] {
  const mine = (own?.checks ?? []).filter((check) => !check.ok);
  const codes = new Set(mine.map((check) => check.code));
  return causesFirst([...mine, ...report.checks.filter((check) => !check.ok && !codes.has(check.code))]);
}

function Pass(props: Props & { own: Recomputed }) {
  const { report, own } = props;
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const [open, setOpen] = useDisclosed(props.askedAbout);
  const count = own.checks.length;
  const receipts = format.count(report.transactions.length);
  return (
    <section
      className={cx(styles.checks, styles.pass)}
      data-open={open || undefined}
      aria-label={say('checks')}
    >
      <header>
        <Icon as={CircleCheck} />
        <h2>{say(report.businessday.status === 'open' ? 'addsUpSoFar' : 'addsUp')}</h2>
        <span className={cx('meta', styles.cut)}>
          {say('addsUp.meta', { count, receipts })} {report.checks.length > 0 && say('serviceSame')}
        </span>
        <span className="grow" />
        <span className="meta nowrap">{`${say('gross')} ${format.currency}`}</span>
        <b className={cx('ledger', styles.sum)}>{format.money(own.totals.gross)}</b>
        <Disclose open={open} onChange={setOpen} />
      </header>
      {open && (
        <div className={styles.inside}>
          <CheckTable report={report} own={own} askedAbout={props.askedAbout} />
        </div>
      )}
    </section>
  );
}

/** Returns whether the table of all checks is shown: as the person chose, or for a question about a check. */
function useDisclosed(askedAbout: string | undefined) {
  const isAsked = askedAbout?.startsWith('check.') ?? false;
  const [chosen, choose] = useState<boolean | null>(null);
  return [chosen ?? isAsked, choose] as const;
}

function Disclose({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  const say = usePageText('businessday/report', reportTexts);
  return (
    <IconButton
      size="xs"
      icon={open ? ChevronUp : ChevronDown}
      label={say(open ? 'hideChecks' : 'showChecks')}
      aria-expanded={open}
      onClick={() => onChange(!open)}
    />
  );
}

function Fail(props: Props & { failing: readonly Check[] }) {
  const { report, own, failing, onShowFaulty } = props;
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const [open, setOpen] = useDisclosed(props.askedAbout);
  const checks = own?.checks ?? report.checks;
  const passing = checks.filter((check) => check.ok);
  const known = acknowledgedIn(report);
  // Acknowledged faults stay visible, but do not mark the day as failing.
  const isKnown = failing.length > 0 && failing.every(({ code }) => known.has(code)) && !differs(report, own);
  const notKnown = failing.filter(({ code }) => !known.has(code));
  const named = notKnown.length > 0 ? notKnown : failing;
  const faulty = new Set(failing.flatMap((check) => check.transaction_ids));
  return (
    <section
      className={cx(styles.checks, isKnown ? styles.pass : styles.fail)}
      data-open={open || undefined}
      aria-label={say('checks')}
    >
      <header>
        <Icon as={isKnown ? CircleCheck : TriangleAlert} />
        <h2>
          {isKnown ? (
            say('acknowledgedAll')
          ) : named.length > 0 ? (
            <Headline checks={named} />
          ) : (
            say('disagree')
          )}
        </h2>
        <span className="grow" />
        {named.length > 0 && (
          <span className="meta nowrap">{say('offMore', { count: failing.length, all: checks.length })}</span>
        )}
        <Disclose open={open} onChange={setOpen} />
      </header>
      {open && own && (
        <div className={styles.inside}>
          <CheckTable report={report} own={own} askedAbout={props.askedAbout} />
        </div>
      )}
      {failing.length > 0 && (
        <div className={styles.inside}>
          <FaultTable {...props} failing={failing} />
          <Acknowledgements report={report} failing={failing} />
          {faulty.size > 1 && (
            <button type="button" className={cx(styles.to, styles.all)} onClick={onShowFaulty}>
              {say('showFaulty')}
            </button>
          )}
        </div>
      )}
      {passing.length > 0 && (
        <div className={styles.rest}>
          <p>{say(named.length > 0 ? 'restAddUp' : 'browserAddsUp')}</p>
          <ul className={styles.passed}>
            {passing.map((check) => (
              <li key={check.code}>
                <Icon as={Tick} size="s" />
                <span>{say(`check.${check.code}`)}</span>
                <span>
                  {checkFigure(check, check.actual, format)}
                  {check.code === 'cash' && <OverShort cash={report.totals.cash_total} />}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <By report={report} own={own} />
    </section>
  );
}

const differs = (report: DayReport, own: Recomputed | null): boolean =>
  own !== null && differences(report, own).length > 0;

/** Names all failing checks with their differences. */
function Headline({ checks }: { checks: readonly Check[] }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const parts = checks.map((check) => {
    const off = offOf(check);
    const name = say(`check.${check.code}`);
    return off.eq(0) ? name : say('offBy.check', { check: name, amount: signed(textOf(off), format) });
  });
  return say('offCount', { check: parts.join('; ') });
}

/** Line that says whether the browser and the service agree. */
function By({ report, own }: { report: DayReport; own: Recomputed | null }) {
  const say = usePageText('businessday/report', reportTexts);
  const differ = own ? differences(report, own) : [];
  const names = differ.map((code) => (code === 'totals' ? say('serviceTotals') : say(`check.${code}`)));
  return (
    <p className={styles.by} data-differs={differ.length > 0 || undefined}>
      <Icon as={RefreshCw} size="xs" />
      <span>
        {own ? say('recomputed', { count: report.transactions.length }) : say('recomputing')}{' '}
        {own &&
          report.checks.length > 0 &&
          (differ.length > 0 ? say('serviceOther', { checks: names.join(', ') }) : say('serviceSame'))}
      </span>
    </p>
  );
}
