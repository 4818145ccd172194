import { useQuery, queryOptions } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApp } from '@/app/shell/app-context';
import type { ExportTable } from '@/app/export/table';
import { usePageText, useTextOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { Button, ButtonGroup } from '@/ui/display/button';
import { State } from '@/ui/display/badge';
import { PageHeader } from '@/ui/layout/page';
import { receiptTexts } from '../receipts/receipt-texts';
import { formatClock } from '../receipts/receipt-time';
import { DayActions } from '../closing/day-actions';
import { shortDay } from './day-names';
import { mayExport, mayReopen } from '../closing/day-roles';
import { dayTexts } from '../closing/day-texts';
import { ExportMenu } from './export-menu';
import type { DayReport } from './data/report-query';
import { reportTexts } from './report-texts';
import { stepOfKey } from './step-keys';
import { currentSeal } from '../seal/current-seal';
import { dayPdfs } from './z-pdf';
import styles from './report.module.css';
import type { RowQuery, RowSource } from '@/app/data/row-source';
import type { Row } from '@/app/data/row';
import { addDays } from '@/record/calendar';
import { businessday } from '@/resources/businessday/contract';

const colors: Readonly<Record<string, 'ok' | 'ink' | 'done'>> = {
  open: 'ok',
  closed: 'ink',
  exported: 'done',
};

/** Header of a report: the day, its neighbours, the export and print menus, and the actions. */
export function ReportHead(props: {
  screen: Screen;
  report: DayReport;
  title: string;
  tables: () => readonly ExportTable[];
  registerName: (pos_id: string | null) => string;
  onPrint: (receipts: boolean) => void;
  onVoucher: () => void;
}) {
  const { screen, report, title, tables, registerName, onPrint, onVoucher } = props;
  const { businessday: day, timezone } = report;
  const say = usePageText('businessday/report', reportTexts);
  const sayReceipt = usePageText('sales/receipt', receiptTexts);
  const sayDay = usePageText('businessday/day', dayTexts);
  const sayOf = useTextOf('businessday');
  const format = useFormat();
  const { me } = useApp().current;
  const [reopening, setReopening] = useState(false);
  return (
    <PageHeader
      title={title}
      crumbs={[
        { label: sayOf('title'), href: screen.path },
        { label: day.location.name, href: `${screen.path}?location_id=${day.location_id}` },
      ]}
      state={<DayState day={day} timeZone={timezone} />}
      ruled
      actions={
        <>
          <DaySteps day={day} path={screen.path} />
          <span className="vr" />
          <ExportMenu
            tables={tables}
            names={[
              ...[
                'key.figures',
                'tax',
                'tenders',
                'departments',
                'cashiers',
                'products',
                'hours',
                'cash',
                'removed.title',
                'late.title',
                'checks',
                'receipts',
              ].map((key) => say(key)),
              sayReceipt('lines'),
            ]}
            file={[sayOf('title'), day.location.name, day.date]}
            onVoucher={onVoucher}
            books={{ businessday_id: day.id }}
            onPrint={onPrint}
            hasReceipts
            about={{ places: day.location.name, dates: day.date }}
            pdfs={dayPdfs(day, format.locale.slice(0, 2), say)}
            facts={{ currency: report.currency, seal: currentSeal(report)?.hash }}
            more={
              day.status === 'closed' && mayReopen(me)
                ? [{ label: sayDay('reopen.do'), onClick: () => setReopening(true) }]
                : []
            }
          />
          {/* The actions on the day itself; the primary one is last. */}
          <DayActions
            report={report}
            registerName={registerName}
            reopening={reopening}
            onReopen={setReopening}
          />
          {mayExport(me, day.status) && (
            <Button kind="primary" onClick={onVoucher}>
              {say('mark.do')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** State of the day: open, closed (with the time) or exported. */
function DayState({ day, timeZone }: { day: DayReport['businessday']; timeZone: string }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const word = say(`status=${day.status}`);
  const clock =
    day.status === 'closed' && day.closed_at ? formatClock(day.closed_at, format.locale, timeZone) : '';
  return (
    <span className={styles.state}>
      <State color={colors[day.status] ?? 'hollow'}>
        {word.includes('=') ? day.status : word}
        {clock && <span className={styles.wide}>{clock}</span>}
      </State>
    </span>
  );
}

/** Buttons to the location's previous and next day, with the keys J, K and the brackets. */
export function DaySteps(props: {
  day: Pick<DayReport['businessday'], 'location_id' | 'date'>;
  path: string;
}) {
  const { day, path } = props;
  const { source } = useApp();
  const say = usePageText('businessday/report', reportTexts);
  const beside = useQuery(neighbourDays(source, day.location_id, day.date)).data;
  const navigate = useNavigate();
  // The direction of a key that was pressed before the neighbours were loaded.
  const wish = useRef<{ from: string; to: 'earlier' | 'later' } | null>(null);
  useEffect(() => {
    const go = (to: 'earlier' | 'later') => {
      wish.current = beside ? null : { from: day.date, to };
      const step = beside?.[to];
      if (step) void navigate(`${path}/${encodeURIComponent(step.id)}`);
    };
    if (beside && wish.current?.from === day.date) go(wish.current.to);
    const press = (event: KeyboardEvent) => {
      const to = stepOfKey(event);
      if (!to) return;
      event.preventDefault();
      go(to);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [beside, day.date, navigate, path]);
  return (
    <ButtonGroup label={say('days')}>
      <DayButton step={beside?.earlier ?? null} path={path} label={say('earlier')} keys="J" back />
      <DayButton step={beside?.later ?? null} path={path} label={say('later')} keys="K" />
    </ButtonGroup>
  );
}

function DayButton(props: {
  step: DayStep | null;
  path: string;
  label: string;
  keys: string;
  back?: boolean;
}) {
  const { step, path, label, keys, back = false } = props;
  const format = useFormat();
  const navigate = useNavigate();
  const text = step ? shortDay(step.date, format.locale) : '–';
  const name = step ? `${label}: ${format.day(step.date)}` : label;
  return (
    <Button
      icon={back ? ChevronLeft : undefined}
      iconEnd={back ? undefined : ChevronRight}
      title={name}
      aria-label={step ? `${label}: ${text}` : name}
      aria-keyshortcuts={keys}
      disabled={!step}
      onClick={() => step && void navigate(`${path}/${encodeURIComponent(step.id)}`)}
    >
      <span className={styles.stepText}>{text}</span>
    </Button>
  );
}

/** A neighbouring business day of the same location. */
interface DayStep {
  readonly id: string;
  readonly date: string;
}

/** Query options for the days of a location before and after a date; if a date has two days, the first result. */
const neighbourDays = (source: RowSource, location_id: string, date: string) =>
  queryOptions({
    queryKey: ['businessday', 'beside', location_id, date],
    queryFn: async ({ signal }): Promise<{ earlier: DayStep | null; later: DayStep | null }> => {
      const ask = async (sort: string, bound: Record<string, string[]>) => {
        const query: RowQuery = {
          q: '',
          sort,
          active: 'active',
          filters: { location_id: [location_id], ...bound },
        };
        const { rows } = await source.page(businessday, query, 0, signal);
        return rows;
      };
      const [before, after] = await Promise.all([
        ask('-date', { date_until: [addDays(date, -1)] }),
        ask('date', { date_from: [addDays(date, 1)] }),
      ]);
      return { earlier: stepOf(before[0]), later: stepOf(after[0]) };
    },
  });

function stepOf(row: Row | undefined): DayStep | null {
  const date = row?.['date'];
  return row && typeof date === 'string' ? { id: row.id, date } : null;
}
