import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { csvOf } from '@/app/files/out/guarded-csv';
import { download, fileName } from '@/app/export/download';
import type { ExportTable } from '@/app/export/table';
import { useLanguage, usePageText } from '@/app/i18n/i18n';
import { Button, IconButton } from '@/ui/display/button';
import { usePhone } from '@/ui/layout/use-phone';
import { Menu } from '@/ui/overlays/menu';
import { Modal } from '@/ui/overlays/modal';
import { comparedRows, type ComparedSales } from './compared';
import type { SalesParams } from './history-query';
import { useRowNames } from './row-names';
import { texts } from './texts';

/** The breakdown as a file, with every row, or on paper. */
export function SaveOrPrint({ sales, asked }: { sales: ComparedSales; asked: SalesParams }) {
  const { now } = sales;
  const say = usePageText('sales/history', texts);
  const { language } = useLanguage();
  const isPhone = usePhone();
  const [failed, setFailed] = useState(false);
  const { nameOf } = useRowNames(now.by);
  const number = (head: string) => ({ head, kind: 'number' as const });
  const table = (): ExportTable => ({
    name: say('title'),
    columns: [
      ...(now.by === 'product' || now.by === 'together'
        ? [{ head: say('code'), kind: 'text' as const }]
        : []),
      { head: say(`by.${now.by}`), kind: now.by === 'day' ? 'day' : 'text' },
      ...[
        'receipts',
        'quantity',
        'gross',
        'net',
        'tax',
        'discount',
        'average',
        'share',
        'partLong',
        'beforeLong',
        'changeLong',
      ].map((key) => number(say(key))),
      { head: say('currency'), kind: 'text' },
    ],
    rows: comparedRows(sales).map((row) => [
      ...(now.by === 'product' || now.by === 'together' ? [row.productid] : []),
      now.by === 'day' ? row.id : nameOf(row),
      String(row.receipts),
      row.quantity,
      row.gross,
      row.net,
      row.tax,
      row.discount,
      row.average,
      row.share,
      row.part,
      row.before,
      row.change,
      now.currency,
    ]),
  });
  const name = fileName(say('title'), say(`by.${now.by}`), asked.from, asked.to);
  const saveXlsx = () => {
    import('@/app/export/xlsx')
      .then(({ xlsxOf }) => xlsxOf([table()]))
      .then((blob) => download(`${name}.xlsx`, blob))
      .catch(() => setFailed(true));
  };
  const saveCsv = () =>
    download(`${name}.csv`, new Blob([csvOf(table(), language)], { type: 'text/csv;charset=utf-8' }));
  const files = [
    { label: say('xlsx'), onClick: saveXlsx },
    { label: say('csv'), onClick: saveCsv },
  ];
  return (
    <>
      <Menu entries={files} position="bottom-end">
        {isPhone ? (
          <IconButton kind="default" icon={Download} label={say('export')} />
        ) : (
          <Button icon={Download}>{say('export')}</Button>
        )}
      </Menu>
      {isPhone ? (
        <IconButton kind="default" icon={Printer} label={say('print')} onClick={() => globalThis.print()} />
      ) : (
        <Button icon={Printer} onClick={() => globalThis.print()}>
          {say('print')}
        </Button>
      )}
      <Modal opened={failed} onClose={() => setFailed(false)} title={say('exportFailed')}>
        <p>{say('xlsx')}</p>
      </Modal>
    </>
  );
}
