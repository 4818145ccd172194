import { useQueryClient } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { csvOf } from '@/app/files/out/guarded-csv';
import { download, fileName } from '@/app/export/download';
import { fileKindNames } from '@/app/export/file-kinds';
import type { ExportTable } from '@/app/export/table';
import { useLanguage, usePageText } from '@/app/i18n/i18n';
import { Button, IconButton } from '@/ui/display/button';
import { usePhone } from '@/ui/layout/use-phone';
import { Menu } from '@/ui/overlays/menu';
import { Modal } from '@/ui/overlays/modal';
import { useApp } from '@/app/shell/app-context';
import { ownSums } from '../answer';
import { comparedRows, type ComparedSales } from './compared';
import { marginQuery } from './history-query';
import { marginTable } from './margin-rows';
import { useRowNames } from './row-names';
import { grossLabels, hasCodes, nameLabel } from './rows-table';
import type { Question } from './use-question';
import { texts } from './texts';

/** The breakdown as a file, with every row, or on paper; neither while what it is compared with is being read. */
export function SaveOrPrint(props: { sales: ComparedSales; question: Question; isReading: boolean }) {
  const { sales, question, isReading } = props;
  const { now } = sales;
  const { asked, margin } = question;
  const { client } = useApp().current;
  const queries = useQueryClient();
  const say = usePageText('sales/history', texts);
  const { language } = useLanguage();
  const isPhone = usePhone();
  /** The kind of file that was not made; null if none failed. */
  const [failed, setFailed] = useState<string | null>(null);
  const { nameOf } = useRowNames(now.by, now.currency);
  const isOwn = ownSums.includes(now.by);
  const figures = (
    [
      'receipts',
      'quantity',
      'gross',
      ...(isOwn ? [] : (['net', 'tax'] as const)),
      ...(isOwn && now.by !== 'tender' ? [] : (['discount'] as const)),
      'average',
      'share',
    ] as const
  ).map((key) => ({
    key,
    head: say((key === 'gross' && grossLabels[now.by]) || (key === 'discount' && isOwn ? 'refunded' : key)),
  }));
  const number = (head: string) => ({ head, kind: 'number' as const });
  const salesTable = (): ExportTable => ({
    name: say('title'),
    columns: [
      ...(hasCodes(now.by) ? [{ head: say('code'), kind: 'text' as const }] : []),
      { head: say(nameLabel(now.by)), kind: now.by === 'day' ? 'day' : 'text' },
      ...figures.map(({ head }) => number(head)),
      ...['partLong', 'beforeLong', 'changeLong'].map((key) => number(say(key))),
      { head: say('currency'), kind: 'text' },
    ],
    rows: comparedRows(sales).map((row) => [
      ...(hasCodes(now.by) ? [row.productid] : []),
      now.by === 'day' ? row.id : nameOf(row),
      ...figures.map(({ key }) => (key === 'receipts' ? String(row.receipts) : row[key])),
      row.part,
      row.before,
      row.change,
      now.currency,
    ]),
  });
  const table = async (): Promise<ExportTable> =>
    margin
      ? marginTable(
          await queries.fetchQuery(marginQuery(client, { ...margin, currency: now.currency })),
          say,
          nameOf,
        )
      : salesTable();
  const title = say(margin ? 'margin' : 'title');
  const name = fileName(title, say(`by.${now.by}`), asked.from, asked.to);
  const file = (label: string, make: () => Promise<void>) => ({
    label,
    onClick: () => {
      make().catch(() => setFailed(label));
    },
  });
  const files = [
    file(fileKindNames.xlsx, async () => {
      const { xlsxOf } = await import('@/app/export/xlsx');
      download(`${name}.xlsx`, xlsxOf([await table()]));
    }),
    file(fileKindNames.csv, async () => {
      const text = csvOf(await table(), language);
      download(`${name}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
    }),
  ];
  return (
    <>
      <Menu entries={files} position="bottom-end">
        {isPhone ? (
          <IconButton kind="default" icon={Download} label={say('export')} disabled={isReading} />
        ) : (
          <Button icon={Download} disabled={isReading}>
            {say('export')}
          </Button>
        )}
      </Menu>
      {isPhone ? (
        <IconButton
          kind="default"
          icon={Printer}
          label={say('print')}
          disabled={isReading}
          onClick={() => globalThis.print()}
        />
      ) : (
        <Button icon={Printer} disabled={isReading} onClick={() => globalThis.print()}>
          {say('print')}
        </Button>
      )}
      <Modal opened={failed !== null} onClose={() => setFailed(null)} title={say('exportFailed')}>
        <p>{failed}</p>
      </Modal>
    </>
  );
}
