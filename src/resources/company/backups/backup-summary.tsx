import type { SayOf } from '@/app/i18n/i18n';
import { useLazyTexts } from '@/app/i18n/lazy-texts';
import { useFormat } from '@/app/i18n/use-format';
import { healthOf, type BackupHealth, type BackupList } from '@/contract/backups';
import { Banner } from '@/ui/display/banner';
import { Link } from '@/ui/layout/link';
import { texts } from './texts';
import { useBackups } from './use-backups';

/** Says of the backups what an administrator has to know first: when the last good one was made, or what is wrong. `at`: when they were read. */
export function BackupSummary({ list, at }: { list: BackupList; at: number }) {
  const say = useLazyTexts('backups', texts);
  const format = useFormat();
  const { newest, health } = healthOf(list, at);
  const warning = warningOf(list, health, say);
  return (
    <>
      {warning !== null && <Banner kind="attention">{warning}</Banner>}
      {list.plan ? (
        <p>
          {say('plan', { count: list.plan.keep })}{' '}
          {newest
            ? `${say('newest', { when: format.moment(newest.finished_at ?? newest.started_at) })}.`
            : say('never')}{' '}
          <span className="muted">{say('next', { when: format.moment(list.plan.next_due_at) })}.</span>
        </p>
      ) : (
        <p className="muted">
          {say('none')}. {say('noneText')}
        </p>
      )}
    </>
  );
}

function warningOf({ runs }: BackupList, health: BackupHealth, say: SayOf): string | null {
  const problem = runs.find(({ state }) => state !== 'running')?.problem ?? 'unexpected';
  if (health === 'failed') return say('failed', { why: say(`why.${problem}`) });
  return health === 'old' ? say('old') : null;
}

/** The backups in the company's page, with the way to all of them. */
export function CompanyBackups() {
  const say = useLazyTexts('backups', texts);
  const { data, error, dataUpdatedAt } = useBackups();
  if (error) return <p className="muted">{say('notRead')}.</p>;
  if (!data) return null;
  return (
    <>
      <BackupSummary list={data} at={dataUpdatedAt} />
      {data.runs.length > 0 && (
        <p>
          <Link href="/company/backups" className="link">
            {say('all')}
          </Link>
        </p>
      )}
    </>
  );
}
