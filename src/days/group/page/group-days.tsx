import { useState } from 'react';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Button } from '@/ui/display/button';
import { usePhone } from '@/ui/layout/use-phone';
import { useIsPrinting } from '@/ui/style/printing';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { reportTexts } from '../../report/report-texts';
import type { GroupDay, GroupDays, GroupMember } from '../schema';
import { Place } from './place';
import { texts } from './texts';
import styles from './group.module.css';

/** As many days as are shown until the button shows all. */
const fewDays = 20;

interface Row {
  readonly company: GroupMember;
  readonly day: GroupDay;
}

/** The days of a period in all companies, the newest first; each leads into its company. */
export function GroupDaysTable({ companies }: { companies: GroupDays['companies'] }) {
  const say = usePageText('businessday/group', texts);
  const sayReport = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const [all, setAll] = useState(false);
  const isPrinting = useIsPrinting();
  const rows = companies
    .flatMap((company) => company.days.map((day): Row => ({ company, day })))
    .toSorted((one, other) => other.day.date.localeCompare(one.day.date));
  if (rows.length === 0) return null;
  const shown = all || isPrinting ? rows : rows.slice(0, fewDays);
  const statusOf = (status: string) => {
    const word = sayReport(`status=${status}`);
    return word.includes('=') ? status : word;
  };
  const rest: SheetColumn<Row>[] = [
    {
      id: 'company',
      header: () => say('export.company'),
      ...(isPrinting && { meta: { width: 136 } }),
      cell: ({ row: { original } }) => <span className="muted">{original.company.name}</span>,
    },
    {
      id: 'status',
      header: () => say('status'),
      meta: { width: isPrinting ? 80 : 110 },
      cell: ({ row: { original } }) => statusOf(original.day.status),
    },
    {
      id: 'receipts',
      header: () => say('receipts'),
      meta: { width: isPrinting ? 68 : 92, align: 'right' },
      cell: ({ row: { original } }) => format.count(original.day.receipts),
    },
  ];
  return (
    <section className={styles.block} aria-label={say('days')}>
      <h2>{say('days')}</h2>
      <SheetTable
        label={say('days')}
        rows={shown}
        rowKey={({ day }) => day.id}
        columns={[
          {
            id: 'day',
            header: () => say('date'),
            meta: { width: isPhone ? 108 : isPrinting ? 92 : 130 },
            cell: ({ row: { original } }) => (
              <Place
                company={original.company}
                to={`/business-days/${original.day.id}`}
                text={format.day(original.day.date)}
                label={say('openDay', {
                  day: format.day(original.day.date),
                  name: original.day.location_name,
                })}
              />
            ),
          },
          {
            id: 'location',
            header: () => say('location'),
            cell: ({ row: { original } }) => (
              <>
                {original.day.location_name}
                {isPhone && <span className={styles.below}>{original.company.name}</span>}
              </>
            ),
          },
          ...(isPhone ? [] : rest),
          {
            id: 'gross',
            header: () => say('gross'),
            meta: { width: isPhone || isPrinting ? 118 : 140, align: 'right' },
            cell: ({ row: { original } }) => (
              <>
                {format.moneyIn(original.day.gross, original.day.currency)}{' '}
                <span className="muted">{original.day.currency}</span>
              </>
            ),
          },
        ]}
      />
      {shown.length < rows.length && (
        <p className="no-print">
          <Button kind="quiet" onClick={() => setAll(true)}>
            {say('allDays', { count: rows.length })}
          </Button>
        </p>
      )}
    </section>
  );
}
