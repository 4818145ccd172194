import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChangeSet, ChangeSets, RefusedPage } from '@/app/changes/change-sets';
import { problemTexts } from '@/app/files/import/problem-texts';
import { reasonText, type ReasonTexts } from '@/app/files/understanding/reason-text';
import { useLanguage, usePageText, useTextOf, type SayOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { refusedLimits } from '@/contract/change-set-refused';
import { Dot } from '@/ui/display/badge';
import { Button } from '@/ui/display/button';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { texts } from '../texts';
import styles from './refused-lines.module.css';

type Line = RefusedPage['lines'][number];

/** How many lines the page shows; the others are in the file. */
const mostShown = 100;
const width = { line: 72, reason: 284, cell: 130 };

/** Query of the first refused lines of a set. */
const refusedQuery = (changeSets: ChangeSets, id: string) =>
  queryOptions({
    queryKey: ['changeset', 'refused', id],
    queryFn: ({ signal }) => changeSets.refused.page(id, { limit: String(mostShown) }, signal),
  });

/** Returns the refused lines of the file of a set: the first ones, and how many there are. */
export const useRefusedLines = (changeSets: ChangeSets, { id, origin, data }: ChangeSet) =>
  useQuery({
    ...refusedQuery(changeSets, id),
    enabled: origin === 'import' || data.file !== undefined,
  }).data ?? null;

/** The lines of its file that a set does not have, since they were refused: closed at first, and as a file. */
export function RefusedLines(props: {
  set: ChangeSet;
  page: RefusedPage;
  changeSets: ChangeSets;
  onSave: (saving: Promise<void>) => void;
}) {
  const { set, page, changeSets, onSave } = props;
  const say = usePageText('changeset/pages', texts);
  const format = useFormat();
  const { language } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const reasons = useReasonTexts(page.resource);
  const titleOf = useTextOf(page.withheld[0]?.resource ?? '');
  const { total, withheld, lines, header } = page;
  const hidden = withheld.reduce((sum, one) => sum + one.lines, 0);
  const all = Math.max(set.data.file?.refused ?? 0, total + hidden);
  // Nothing is left of a set that was emptied.
  if (total + hidden === 0 && (all === 0 || set.counts['items'] === 0)) return null;
  const save = async () => {
    const [{ csvOf }, { download, fileName }] = await Promise.all([
      import('@/app/files/out/guarded-csv'),
      import('@/app/export/download'),
    ]);
    const rows = await readAll(changeSets, set.id);
    const columns = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
    const heads = Array.from({ length: columns }, (_, at) => header[at] ?? '');
    const csv = csvOf(
      {
        name: set.name,
        columns: [...heads, say('export.reason')].map((head) => ({ head, kind: 'text' as const })),
        rows: rows.map(({ cells, problems }) => [
          ...heads.map((_, at) => cells[at] ?? ''),
          problems.map((problem) => reasonText(problem, reasons)).join('. '),
        ]),
      },
      language,
    );
    const name = (set.data.file?.name ?? set.name).replace(/\.[^.]+$/, '');
    download(`${fileName(name, say('export.reasons'))}.csv`, new Blob([csv], { type: 'text/csv' }));
  };
  return (
    <section className={styles.refused} aria-label={say('refusedLines.label')}>
      <p className={styles.head}>
        <Button
          kind="quiet"
          size="sm"
          icon={isOpen ? ChevronDown : ChevronRight}
          aria-expanded={isOpen}
          aria-controls={panel}
          disabled={lines.length === 0}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Dot color="danger" /> {say('refusedLines', { count: all })}
        </Button>
        {hidden > 0 && (
          <span className="muted">
            {say('withheld', {
              what: `${format.count(hidden)} × ${titleOf('title')}`,
            })}
          </span>
        )}
        {all > total + hidden && (
          <span className="muted">
            {say('refusedLines.leftOut', {
              count: all - total - hidden,
              lines: format.count(refusedLimits.lines),
              size: format.count(refusedLimits.bytes / 1_000_000),
            })}
          </span>
        )}
        {total > 0 && lines.every(({ cells }) => cells.length === 0) && (
          <span className="muted">{say('refusedLines.emptied')}</span>
        )}
        <span className="grow" />
        {total > 0 && (
          <Button size="sm" icon={Download} onClick={() => onSave(save())}>
            {say('withReasons')}
          </Button>
        )}
      </p>
      {isOpen && (
        <div id={panel} className={styles.panel}>
          <SheetTable
            label={say('refusedLines.label')}
            columns={columnsOf(page, reasons, say)}
            rows={lines}
            rowKey={({ line }) => String(line)}
            minWidth={width.line + width.reason + header.length * width.cell}
          />
          {total > lines.length && (
            <p className="muted">{say('refusedLines.more', { count: total - lines.length })}</p>
          )}
        </div>
      )}
    </section>
  );
}

function columnsOf({ header, lines }: RefusedPage, reasons: ReasonTexts, say: SayOf): SheetColumn<Line>[] {
  const reasonOf = (problem: Line['problems'][number]) => {
    const field = problem.column === null ? '' : (header[problem.column] ?? '');
    const reason = reasonText(problem, reasons);
    return field === '' ? reason : say('refusal.at', { field, reason });
  };
  const cells = Math.max(0, ...lines.map((line) => line.cells.length));
  return [
    {
      id: 'line',
      header: () => say('item.line'),
      cell: ({ row }) => row.original.line,
      meta: { width: width.line, align: 'right' },
    },
    {
      id: 'reason',
      header: () => say('export.reason'),
      cell: ({ row }) => (
        <span className={styles.reason}>{row.original.problems.map(reasonOf).join('. ')}</span>
      ),
      meta: { width: width.reason },
    },
    ...Array.from({ length: cells }, (_, at): SheetColumn<Line> => ({
      id: `cell ${at}`,
      header: () => header[at] ?? '',
      cell: ({ row }) => (
        <span
          className={row.original.problems.some(({ column }) => column === at) ? styles.wrong : undefined}
        >
          {row.original.cells[at] ?? ''}
        </span>
      ),
      meta: { width: width.cell },
    })),
  ];
}

/** Returns the texts of reasons: those of problems, and the names of the fields that files of the resource have. */
function useReasonTexts(resource: string | null): ReasonTexts {
  const { screens } = useApp();
  const { language } = useLanguage();
  const say = usePageText('changeset/pages', texts);
  const { data: fields = [] } = useQuery({
    queryKey: [resource, 'files', 'fields'],
    queryFn: async () => (await screens[resource ?? '']?.files?.())?.files.fields ?? [],
    enabled: resource !== null,
    staleTime: Infinity,
  });
  const problems = Object.entries(problemTexts[language]).map(([key, text]) => [
    key.slice('problem.'.length),
    text,
  ]);
  return {
    problems: Object.fromEntries(problems),
    fields: Object.fromEntries(fields.map((field) => [field.key, field.label[language]])),
    lines: say('refusedLines.lines'),
  };
}

/** Reads all refused lines of a set, a thousand at a time. */
async function readAll(changeSets: ChangeSets, id: string): Promise<Line[]> {
  const all: Line[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: RefusedPage = await changeSets.refused.page(id, { limit: '1000', cursor });
    all.push(...page.lines);
    cursor = page.next_cursor;
  }
  return all;
}
