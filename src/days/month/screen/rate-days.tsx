import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Screen } from '@/app/shell/screen';
import { Button } from '@/ui/display/button';
import { Link } from '@/ui/layout/link';
import { Modal } from '@/ui/overlays/modal';
import { SheetTable } from '@/ui/tables/sheet-table';
import { moneyColumn } from '../../report/tables/columns';
import type { Month } from '../schema';
import { longMonth, weekdayDate } from './month-names';
import { monthTexts } from './month-texts';

/** The days that a VAT figure is made of, each leading to its report with the receipts. */
export function RateDays(props: {
  screen: Screen;
  month: Month;
  rate: string | null;
  location_id: string | null;
  onClose: () => void;
}) {
  const { screen, month, rate, location_id, onClose } = props;
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const places = new Map(month.locations.map(({ id, name }) => [id, name]));
  const rows = month.days.flatMap((day) => {
    if (day.status === 'open' || (location_id !== null && day.location_id !== location_id)) return [];
    const own = day.by_tax.find((row) => row.rate === rate);
    return own ? [{ ...own, id: day.id, date: day.date, place: places.get(day.location_id) ?? '' }] : [];
  });
  const rateName = rate === null ? say('noRate') : say('rate', { rate: format.decimal(rate) });
  const place = location_id === null ? say('allLocations') : (places.get(location_id) ?? '');
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('vatOf', { rate: rateName, location: place })}
      subtitle={longMonth(month.month, format.locale)}
      width={560}
      footer={
        <>
          <span className="grow" />
          <Button size="md" onClick={onClose}>
            {say('close')}
          </Button>
        </>
      }
    >
      <SheetTable
        label={say('days')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'date',
            header: () => say('date'),
            cell: ({ row: { original } }) => (
              <Link href={`${screen.path}/${original.id}`} className="link">
                {weekdayDate(original.date, format.locale)}
              </Link>
            ),
            footer: () => say('all'),
          },
          ...(location_id === null
            ? [
                {
                  id: 'place',
                  header: () => say('location'),
                  cell: ({ row: { original } }: { row: { original: (typeof rows)[number] } }) =>
                    original.place,
                },
              ]
            : []),
          moneyColumn('net', { header: say('net'), width: 110, format, of: rows }),
          moneyColumn('tax', { header: say('vat'), width: 110, isMain: true, format, of: rows }),
        ]}
      />
    </Modal>
  );
}
