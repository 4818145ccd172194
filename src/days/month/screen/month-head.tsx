import { BookOpenCheck, Lock } from 'lucide-react';
import { usePageText, type SayOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { State } from '@/ui/display/badge';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { PageHeader } from '@/ui/layout/page';
import { mayLock, mayReadVouchers } from '../../closing/day-roles';
import { reportTexts } from '../../report/report-texts';
import { ExportMenu } from '../../report/export-menu';
import { monthPdf, type PdfFile } from '../../report/z-pdf';
import { datesOf } from '@/record/calendar';
import type { Month } from '../schema';
import { lowerFirst } from '@/record/words';
import { longMonth } from './month-names';
import { MonthSteps } from './month-steps';
import { monthTables } from './month-tables';
import { monthTexts } from './month-texts';
import { currentLock } from './current-lock';
import { useReadyText } from '../list/waits-text';
import styles from './month.module.css';

/** Header of a month: its state, the months beside it, export, print, and the lock, or once locked its vouchers. */
export function MonthHead(props: {
  month: Month;
  isOfAll: boolean;
  onPrint: () => void;
  onLock: () => void;
}) {
  const { month, isOfAll, onPrint, onLock } = props;
  const say = usePageText('businessday/month', monthTexts);
  const sayReport = usePageText('businessday/report', reportTexts);
  const { locale } = useFormat();
  const { me } = useApp().current;
  const title = longMonth(month.month, locale);
  const tables = () => monthTables(month, say);
  const dates = datesOf(month.month);
  const seal = currentLock(month);
  const why = month.lock.lockable ? undefined : whyNot(month, isOfAll, say);
  return (
    <PageHeader
      title={title}
      crumbs={[{ label: say('months'), href: '/months' }]}
      state={<MonthState month={month} />}
      ruled
      actions={
        <>
          <MonthSteps month={month.month} />
          <span className="vr" />
          <ExportMenu
            tables={tables}
            names={tables().map(({ name }) => name)}
            file={[say('month'), month.month]}
            pdfsAre={say('export.pdf')}
            pdfs={pdfsOf(month, locale, say, sayReport)}
            {...(mayReadVouchers(me) && {
              books: { from: dates[0] ?? '', to: dates.at(-1) ?? '', currency: month.currency },
            })}
            onPrint={onPrint}
            hasReceipts={false}
            about={{
              places: month.locations.map(({ name }) => name).join(', '),
              dates: `${dates[0]} – ${dates.at(-1)}`,
            }}
            facts={{ currency: month.currency, seal: seal?.hash }}
          />
          {seal
            ? mayLock(me) && (
                <Button
                  kind="primary"
                  icon={BookOpenCheck}
                  href={`/business-days/vouchers?from=${dates[0]}&to=${dates.at(-1)}&by=all&currency=${month.currency}`}
                >
                  {say('voucher')}
                </Button>
              )
            : mayLock(me) &&
              // A lock concerns all locations.
              !me?.locations && (
                <Button
                  kind={month.lock.lockable ? 'primary' : 'default'}
                  icon={Lock}
                  disabled={!month.lock.lockable}
                  title={why}
                  onClick={onLock}
                >
                  {say('lock')}
                </Button>
              )}
        </>
      }
    />
  );
}

/** How many locations a menu names. */
const mostLocations = 12;

/** Returns the month as a PDF, and the Z reports of each of its locations. */
function pdfsOf(
  { month, currency, locations }: Month,
  locale: string,
  say: SayOf,
  sayReport: SayOf,
): PdfFile[] {
  const language = locale.slice(0, 2);
  const own = {
    label: say('export.month'),
    path: `/api/secure/report/month.pdf?month=${month}&currency=${currency}&language=${language}`,
    file: [say('month'), month],
  };
  const zReports = locations.slice(0, mostLocations).map((location) => ({
    ...monthPdf(location, month, language, sayReport),
    label: say('export.zReports', { name: location.name }),
  }));
  return [own, ...zReports];
}

function whyNot({ lock, settle }: Month, isOfAll: boolean, say: SayOf) {
  if (!isOfAll) return say('lock.why.locations');
  if (!lock.over) return say('lock.why.over');
  return settle.length > 0 ? say('lock.why.settle', { count: settle.length }) : undefined;
}

/** State of a month: locked and when, ready to lock, not over, or how many days are to be settled. */
function MonthState({ month }: { month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const ready = useReadyText();
  const seal = currentLock(month);
  const { settle, lock } = month;
  return (
    <span className={styles.mark}>
      {seal ? (
        <>
          <Icon as={Lock} size="s" />
          {say('lockedAt', { when: lowerFirst(format.moment(seal.at)) })}
        </>
      ) : settle.length > 0 ? (
        <State color="attention">{say('toSettle', { count: settle.length })}</State>
      ) : (
        <State color={lock.over ? 'ok' : 'hollow'}>{lock.over ? ready : say('notOver')}</State>
      )}
    </span>
  );
}
