import { BookOpenText, FileText, Plus, Sigma } from 'lucide-react';
import { use, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApp } from '@/app/shell/app-context';
import { ListPage } from '@/app/grid/list-page';
import { usePageText, useTextOf, defineTexts } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { Button } from '@/ui/display/button';
import { TodayContext } from '@/ui/display/ui-strings';
import { dayTexts } from '../closing/day-texts';
import { mayOpenAndClose, mayReadReports, mayReadVouchers } from '../closing/day-roles';
import { dayColumns } from './day-columns';
import { DemoFilling } from '@/app/shell/demo-filling';
import { lazy } from '@/ui/state/lazy';

const ZMonthDialog = lazy(async () => ({
  default: (await import('../report/z-month-dialog')).ZMonthDialog,
}));

/** List of business days; a button leads to the summary of the filtered days. */
export function List({ screen }: { screen: Screen }) {
  const { can } = useApp().current.server;
  return (
    <>
      <DemoFilling />
      <ListPage
        screen={{ ...screen, columns: dayColumns }}
        actions={can.dayClosing ? <DayActions screen={screen} /> : undefined}
      />
    </>
  );
}

/** Buttons of the list: the summary, the vouchers and the Z reports of a month, then the primary action. */
function DayActions({ screen }: { screen: Screen }) {
  const say = useTextOf('businessday');
  const sayDay = usePageText('businessday/day', dayTexts);
  const { me } = useApp().current;
  const readsReports = mayReadReports(me);
  const [params] = useSearchParams();
  const of = new URLSearchParams();
  for (const [ours, theirs] of [
    ['location_id', 'location_id'],
    ['date_from', 'from'],
    ['date_until', 'to'],
  ] as const) {
    const value = params.get(ours);
    if (value) of.set(theirs, value);
  }
  const where = of.get('location_id') ?? '';
  const today = use(TodayContext)();
  const [isChoosingMonth, setIsChoosingMonth] = useState(false);
  return (
    <>
      {readsReports && (
        <Button icon={Sigma} href={`${screen.path}/summary?${of.toString()}`}>
          {say('sumUp')}
        </Button>
      )}
      {mayReadVouchers(me) && (
        <Button icon={BookOpenText} href={`${screen.path}/vouchers?${of.toString()}`}>
          {say('vouchers')}
        </Button>
      )}
      {/* On a phone only the icon is shown. */}
      {readsReports && (
        <Button icon={FileText} aria-label={sayDay('zReports')} onClick={() => setIsChoosingMonth(true)}>
          {sayDay('zReports')}
        </Button>
      )}
      {isChoosingMonth && (
        <ZMonthDialog
          location_id={where.includes(',') ? '' : where}
          month={(of.get('to') ?? of.get('from') ?? today).slice(0, 7)}
          today={today}
          onClose={() => setIsChoosingMonth(false)}
        />
      )}
      {mayOpenAndClose(me) && (
        <Button
          kind="primary"
          icon={Plus}
          href={`${screen.path}/open${where && !where.includes(',') ? `?location_id=${where}` : ''}`}
        >
          {sayDay('open.do')}
        </Button>
      )}
    </>
  );
}

/** The sentences of the list of business days, loaded with it. */
export const texts = defineTexts({
  en: {
    search: 'Date, voucher or note',
    searchLabel: 'Search business days',
    none: 'No business days yet',
    addFirst: 'They begin when a till opens one.',
    notRead: 'The business days could not be read',
    searched_one: '{{count, number}} business day searched',
    searched_other: '{{count, number}} business days searched',
  },
  fi: {
    search: 'Päivä, tosite tai huomautus',
    searchLabel: 'Hae myyntipäiviä',
    none: 'Myyntipäiviä ei vielä ole',
    addFirst: 'Ne alkavat, kun kassa avaa päivän.',
    notRead: 'Myyntipäiviä ei voitu lukea',
    searched_one: 'Haettiin {{count, number}} myyntipäivästä',
    searched_other: 'Haettiin {{count, number}} myyntipäivästä',
  },
});
