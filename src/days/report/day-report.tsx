import { useMemo, useState } from 'react';
import { useApp, useRecordLabel } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { usePageText } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { location } from '@/resources/location/contract';
import { receiptOf } from '../receipts/receipt';
import { receiptTexts } from '../receipts/receipt-texts';
import { longDay, phoneDay } from './day-names';
import { usePhone } from '@/ui/layout/use-phone';
import { PrintHead } from '@/app/print/print-head';
import { PrintedReceipts, usePrint } from './printing';
import { ReportHead } from './report-head';
import type { DayReport } from './data/report-query';
import { ReportSheet } from './report-sheet';
import {
  nonTurnoverTables,
  checksTable,
  linesTable,
  receiptsTable,
  totalsTables,
} from './tables/report-tables';
import { reportTexts } from './report-texts';
import { currentSeal } from '../seal/current-seal';
import { sealTexts } from '../seal/seal-texts';
import { useRegisterNames } from './data/use-names';
import { useRecomputed } from './data/use-recomputed';
import { VoucherDialog } from '../voucher/screen/voucher-dialog';
import { mayExport } from '../closing/day-roles';

/** Page of one business day: the header with its actions, the report sheet, and the printed version. */
export function DayReportPage({ screen, report: latest }: { screen: Screen; report: DayReport }) {
  const { of: report, is: own, added } = useRecomputed(latest);
  const { businessday: day, totals, timezone, registers } = report;
  const say = usePageText('businessday/report', reportTexts);
  const sayReceipt = usePageText('sales/receipt', receiptTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const place = useRecordLabel(location, day.location_id);
  const printing = usePrint();
  const [voucher, setVoucher] = useState(false);
  const registerName = useRegisterNames(totals.cash, registers, say);
  const isPhone = usePhone();
  const title = longDay(day.date, format.locale);
  useDocumentTitle(`${title}, ${day.location.name}`);
  const seal = currentSeal(report);
  const saySeal = usePageText('businessday/seal', sealTexts);
  const receipts = useMemo(() => report.transactions.map(receiptOf), [report]);

  const words = { say, registerName };
  const tables = () => [
    ...totalsTables(totals, words),
    ...nonTurnoverTables(report, say),
    checksTable(own?.checks ?? report.checks, say),
    receiptsTable(receipts, { ...words, sayReceipt, timeZone: timezone }),
    linesTable(receipts, say, sayReceipt),
  ];
  const { street, postal_code, city } = place?.data.address ?? {};
  const address = [day.location.name, street, [postal_code, city].filter(Boolean).join(' ')];
  return (
    <>
      <PrintHead
        company={me?.company.name ?? ''}
        about={address.filter(Boolean).join(', ')}
        aside={place?.data.business_id ?? ''}
        title={title}
        foot={seal && saySeal('print', { number: format.count(seal.number), hash: seal.hash })}
      />
      <ReportHead
        screen={screen}
        report={report}
        title={isPhone ? phoneDay(day.date, format.locale) : title}
        tables={tables}
        registerName={registerName}
        onPrint={printing.print}
        onVoucher={() => setVoucher(true)}
      />
      <ReportSheet
        report={report}
        own={own}
        added={added}
        receipts={receipts}
        timeZone={timezone}
        registerName={registerName}
      >
        {printing.withReceipts && (
          <PrintedReceipts receipts={receipts} registerName={registerName} timeZone={timezone} />
        )}
      </ReportSheet>
      {voucher && (
        <VoucherDialog
          report={report}
          mayMark={mayExport(me, day.status)}
          opened
          onClose={() => setVoucher(false)}
        />
      )}
    </>
  );
}
