import { usePageText } from '@/core/app/i18n/i18n';
import { ExportMenu } from '../../report/export-menu';
import { usePrint } from '../../report/printing';
import type { GroupDays, GroupSummary } from '../schema';
import { useMonthText } from './group-months';
import { groupTables } from './group-tables';
import { texts } from './texts';

/** Export of all companies together, as CSV or one workbook, and print. */
export function GroupTaking({ summary, days }: { summary: GroupSummary; days: GroupDays | undefined }) {
  const say = usePageText('businessday/group', texts);
  const monthText = useMonthText();
  const { print } = usePrint();
  const tables = () => groupTables(summary, days, say, monthText);
  return (
    <ExportMenu
      tables={tables}
      names={tables().map(({ name }) => name)}
      file={[say('title'), summary.from, summary.to]}
      onPrint={print}
      hasReceipts={false}
      about={{
        places: summary.companies.map(({ name }) => name).join(', '),
        dates: `${summary.from} – ${summary.to}`,
      }}
      facts={{}}
    />
  );
}
