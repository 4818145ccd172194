import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { download, fileName } from '@/app/export/download';
import type { FileFormat } from '@/app/export/file-kinds';
import { FileMenu } from '@/app/export/file-menu';
import type { RowQuery } from '@/app/data/row-source';
import { useLanguage, usePageText, useTextOf } from '@/app/i18n/i18n';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { location } from '@/resources/location/contract';
import { pos } from '@/resources/pos/contract';
import { toast } from '@/ui/overlays/toast-store';
import type { Receipt } from './receipt';
import { receiptTexts } from './receipt-texts';
import { receiptPages } from './receipt-walk';

const loadFile = () => Promise.all([import('./receipts-file'), import('@/app/files/out/guarded-csv')]);

/** Button that writes all receipts that the filters find into a file, and not those alone that are loaded. */
export function ExportReceipts(props: {
  query: RowQuery;
  total: number | undefined;
  timeZoneOf: (receipt: Receipt) => string | undefined;
}) {
  const { query, total, timeZoneOf } = props;
  const { current, source } = useApp();
  const say = usePageText('sales/receipt', receiptTexts);
  const title = useTextOf('sales')('title');
  const { language } = useLanguage();
  const textOfError = useErrorText();
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const write = useMutation({
    mutationKey: ['sales', 'export'],
    mutationFn: async (format: FileFormat) => {
      const { signal } = (leaving.current = new AbortController());
      const [{ writeReceipts, receiptsAtMost }, { peoplesCsv }] = await loadFile();
      if ((total ?? 0) > receiptsAtMost) return receiptsAtMost;
      const every: RowQuery = { q: '', sort: 'name', active: 'all', filters: {} };
      const [places, tills] = await Promise.all([
        source.all(location, every, { signal }),
        source.all(pos, every, { signal }),
      ]);
      const names = new Map([...places, ...tills].map(({ id, name }) => [id, String(name)]));
      const pages = receiptPages(current.client, query, current.me?.company.timezone, receiptsAtMost, signal);
      const { file, count } = await writeReceipts(format, pages, {
        name: title,
        form: peoplesCsv(language),
        say,
        nameOf: (id) => names.get(id) ?? id,
        timeZoneOf,
      });
      download(`${fileName(title, new Date().toISOString().slice(0, 10))}.${format}`, file);
      toast.saved({ id: 'export', title: say('file.done', { count }) });
      return null;
    },
    onSuccess: (most) =>
      most !== null &&
      toast.failed({ id: 'export', title: say('file.failed'), detail: say('file.tooMany', { most }) }),
    onError: (error) => {
      if (leaving.current?.signal.aborted !== true)
        toast.failed({ id: 'export', title: say('file.failed'), detail: textOfError(error) });
    },
  });
  return <FileMenu label={say('file.export')} busy={write.isPending} onWrite={write.mutate} />;
}
