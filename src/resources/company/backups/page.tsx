import { useLazyTexts } from '@/app/i18n/lazy-texts';
import { useFormat } from '@/app/i18n/use-format';
import { useMutation } from '@tanstack/react-query';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import type { BackupRun } from '@/contract/backups';
import { State, type DotColor } from '@/ui/display/badge';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import styles from './backups.module.css';
import { BackupSummary } from './backup-summary';
import { texts } from './texts';
import { useBackups } from './use-backups';

const colors = {
  running: 'accent',
  verified: 'ok',
  failed: 'danger',
  missing: 'attention',
  removed: 'hollow',
} as const satisfies Record<BackupRun['state'], DotColor>;

/** Page of the backups that the service makes by itself, for administrators. */
export function Page() {
  const say = useLazyTexts('backups', texts);
  const { data, error, refetch, dataUpdatedAt } = useBackups();
  const { client } = useApp().current;
  const errorText = useErrorText();
  const begin = useMutation({
    mutationKey: ['backup', 'begin'],
    mutationFn: () => client.post('backup', ''),
    onSettled: () => refetch(),
  });
  const columns = useColumns();
  useDocumentTitle(say('title'));
  const isPhone = usePhone();
  const isKnown = data?.runs.some(({ file }) => file !== null) ?? false;
  const left = isPhone ? ofDisk : isKnown ? none : ofFile;
  return (
    <>
      <PageHeader
        title={say('title')}
        ruled
        crumbs={[{ label: say('company'), href: '/company' }]}
        actions={
          data?.plan?.can_begin && (
            <Button
              busy={begin.isPending}
              disabled={data.runs.some(({ state }) => state === 'running')}
              onClick={() => begin.mutate()}
            >
              {say('now')}
            </Button>
          )
        }
      />
      <div className={styles.body}>
        {begin.error && (
          <Banner kind="danger">
            {say('notBegun')} {errorText(begin.error)}
          </Banner>
        )}
        {error && !data && <ErrorState title={say('notRead')} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonLines />}
        {data && data.plan === null && data.runs.length === 0 && (
          <EmptyState title={say('none')} text={say('noneText')} />
        )}
        {data && (data.plan !== null || data.runs.length > 0) && (
          <>
            <BackupSummary list={data} at={dataUpdatedAt} />
            <SheetTable
              label={say('title')}
              rows={data.runs}
              rowKey={({ due_at }) => due_at}
              columns={columns.filter(({ id }) => !left.has(id))}
              dim={({ state }) => state === 'removed'}
              minWidth={isKnown && !isPhone ? 860 : undefined}
            />
          </>
        )}
      </div>
    </>
  );
}

const none: ReadonlySet<string> = new Set();
const ofFile: ReadonlySet<string> = new Set(['size', 'rows', 'file', 'host']);
/** What a phone has no room for. */
const ofDisk: ReadonlySet<string> = new Set(['took', 'rows', 'file', 'host']);

function useColumns(): SheetColumn<BackupRun>[] {
  const say = useLazyTexts('backups', texts);
  const format = useFormat();
  const seconds = ({ started_at, finished_at }: BackupRun): number | null =>
    finished_at === null ? null : Math.ceil((Date.parse(finished_at) - Date.parse(started_at)) / 1000);
  const cell = (
    id: string,
    show: (run: BackupRun) => React.ReactNode,
    meta: SheetColumn<BackupRun>['meta'],
  ) => ({
    id,
    header: () => say(id),
    cell: ({ row: { original } }: { row: { original: BackupRun } }) => show(original),
    ...(meta && { meta }),
  });
  return [
    cell('due', ({ due_at }) => format.moment(due_at), { width: 112 }),
    cell(
      'state',
      ({ state, problem }) => (
        <span title={problem === null ? undefined : say(`why.${problem}`)}>
          <State color={colors[state]}>{say(`state=${state}`)}</State>
        </span>
      ),
      { width: 130 },
    ),
    cell(
      'took',
      (run) => {
        const count = seconds(run);
        return count === null ? '' : say('seconds', { count });
      },
      { width: 80, align: 'right' },
    ),
    cell(
      'size',
      ({ bytes }) =>
        bytes === null ? '' : say('megabytes', { size: format.decimal(String(bytes / 1_000_000), 1) }),
      { width: 100, align: 'right' },
    ),
    cell('rows', ({ rows }) => (rows === null ? '' : format.count(rows)), { width: 110, align: 'right' }),
    cell('file', ({ file }) => <span className="muted">{file}</span>, undefined),
    cell('host', ({ host }) => <span className="muted">{host}</span>, { width: 120 }),
  ];
}
