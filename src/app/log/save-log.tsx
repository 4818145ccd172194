import { useMutation } from '@tanstack/react-query';
import { download, fileName } from '../export/download';
import type { FileFormat } from '../export/file-kinds';
import { FileMenu } from '../export/file-menu';
import { useLanguage, usePageText, useTextOf } from '../i18n/i18n';
import { useErrorText } from '../shell/error-text';
import { toast } from '@/ui/overlays/toast-store';
import type { WholeLog } from './log-query';
import { texts } from './texts';

/** The most entries of one file: more are asked for in parts, by their times. */
const mostSaved = 50_000;

const loadWriters = () =>
  Promise.all([import('../files/out/write-file'), import('../files/out/guarded-csv')]);

/** What a log has in a file: the heads of its columns, and the rows of an entry. */
export interface LogFile<E> {
  readonly heads: readonly string[];
  readonly rowsOf: (entry: E) => readonly (readonly (string | null)[])[];
}

/** Button that writes all entries that the filters of a log find into a file, and not those alone that are loaded. */
export function SaveLog<E>(props: {
  /** The log, whose title names the file. */
  resource: string;
  readWhole: (most: number) => Promise<WholeLog<E>>;
  loadFile: () => Promise<LogFile<E>>;
}) {
  const { resource, readWhole, loadFile } = props;
  const say = usePageText('log', texts);
  const title = useTextOf(resource)('title');
  const { language } = useLanguage();
  const textOfError = useErrorText();
  const write = useMutation({
    mutationKey: [resource, 'export'],
    mutationFn: async (format: FileFormat) => {
      const [[{ tableWriter }, { peoplesCsv }], { heads, rowsOf }, { entries, more }] = await Promise.all([
        loadWriters(),
        loadFile(),
        readWhole(mostSaved),
      ]);
      if (more) return false;
      const columns = heads.map((head) => ({ head, kind: 'text' as const }));
      const writer = tableWriter(format, title, columns, peoplesCsv(language));
      writer.rows(entries.flatMap(rowsOf));
      download(`${fileName(title, new Date().toISOString().slice(0, 10))}.${format}`, writer.finish());
      toast.saved({ id: 'export', title: say('done', { count: entries.length }) });
      return true;
    },
    onSuccess: (isSaved) => {
      if (isSaved) return;
      const detail = say('tooMany', { most: mostSaved });
      toast.failed({ id: 'export', title: say('failed'), detail });
    },
    onError: (error) => toast.failed({ id: 'export', title: say('failed'), detail: textOfError(error) }),
  });
  return <FileMenu label={say('export')} busy={write.isPending} onWrite={write.mutate} />;
}
