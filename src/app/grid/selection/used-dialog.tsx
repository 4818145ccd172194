import { Button } from '@/ui/display/button';
import { Link } from '@/ui/layout/link';
import { Modal } from '@/ui/overlays/modal';
import { useApp } from '../../shell/app-context';
import { usePageText, useText, useTexts, defineTexts } from '../../i18n/i18n';
import type { Screen } from '../../shell/screen';
import { useUsage } from '../../data/usage';
import { useFormat } from '../../i18n/use-format';
import styles from '../list-foot.module.css';
import { texts as bulkTexts } from './bulk-texts';
import { isOwnedByParent } from './owned-by-parent';
import type { SelectedRow } from './selection';

/** Texts of the dialog before a deactivation. */
const texts = defineTexts({
  en: {
    before: 'Active records use these. They stay as they are; what is deactivated can no longer be chosen.',
    parents_one: 'One belongs to {{company}} and stays as it is.',
    parents_other: '{{count, number}} belong to {{company}} and stay as they are.',
    parentsUnknown_one: 'One belongs to another company and stays as it is.',
    parentsUnknown_other: '{{count, number}} belong to another company and stay as they are.',
    nowhere: 'No active record uses what you deactivate.',
    count: '{{shown}} active',
    counting: 'Counting',
    unknown: 'could not be counted',
    first: 'Looked up for the first {{count, number}} alone.',
  },
  fi: {
    before:
      'Käytössä olevat tietueet viittaavat näihin. Ne jäävät ennalleen, mutta käytöstä poistettua ei voi enää valita.',
    parents_one: 'Yksi kuuluu yritykselle {{company}} ja pysyy ennallaan.',
    parents_other: '{{count, number}} kuuluu yritykselle {{company}} ja pysyy ennallaan.',
    parentsUnknown_one: 'Yksi kuuluu toiselle yritykselle ja pysyy ennallaan.',
    parentsUnknown_other: '{{count, number}} kuuluu toiselle yritykselle ja pysyy ennallaan.',
    nowhere: 'Mikään käytössä oleva tietue ei viittaa näihin.',
    count: '{{shown}} käytössä',
    counting: 'Lasketaan',
    unknown: 'määrää ei saatu luettua',
    first: 'Tarkistettiin vain ensimmäiset {{count, number}}.',
  },
});

/** How many records are looked up; for a larger selection the dialog shows these. */
const maxLookups = 30;

/** Returns where records are used that are about to be deactivated, and whether that is still being counted. */
export function useUsedRecords(screen: Screen, records: readonly SelectedRow[]) {
  const lookedUp = records.slice(0, maxLookups);
  const usage = useUsage(
    screen,
    lookedUp.map(({ id }) => id),
  );
  return { usage, isCounting: usage.some(({ count, failed }) => count === null && !failed) };
}

/** Says which records are in use, and where. */
export function UsedRecords({
  records,
  used: { usage, isCounting },
}: {
  records: readonly SelectedRow[];
  used: ReturnType<typeof useUsedRecords>;
}) {
  const say = usePageText('grid/used', texts);
  const titles = useTexts();
  const format = useFormat();
  const used = usage.filter(({ count }) => count !== 0);
  const byId = new Map(records.map((record) => [record.id, record.name]));
  return (
    <>
      <p className={styles.note}>{say(isCounting || used.length > 0 ? 'before' : 'nowhere')}</p>
      <ul className={styles.failures}>
        {used.map(({ id, screen: by, count, failed, href }) => (
          <li key={href}>
            <b>{byId.get(id)}</b>
            <span>
              {titles(by.contract.name)('title')}:{' '}
              {count === null ? (
                say(failed ? 'unknown' : 'counting')
              ) : (
                <Link href={href} className="link">
                  {say('count', { shown: format.count(count) })}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
      {records.length > maxLookups && <p className={styles.note}>{say('first', { count: maxLookups })}</p>}
    </>
  );
}

/**
 * Dialog before records are deactivated one by one that shows which are in use, and where. It waits for confirmation even
 * if nothing is in use, so that nothing is deactivated unseen.
 */
export function UsedDialog(props: {
  screen: Screen;
  /** The selected records; active ones of the own company are deactivated, those of a parent are not. */
  records: readonly SelectedRow[];
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { screen, onConfirm, onCancel } = props;
  const { me } = useApp().current;
  const belongsToParent = ({ company }: SelectedRow) => isOwnedByParent(company, me?.company.id ?? null);
  const records = props.records.filter((record) => record.active && !belongsToParent(record));
  const parents = props.records.filter(belongsToParent).length;
  const sayAll = useText();
  const sayBulk = usePageText('grid/bulk', bulkTexts);
  const say = usePageText('grid/used', texts);
  const used = useUsedRecords(screen, records);
  return (
    <Modal
      opened
      onClose={onCancel}
      title={sayBulk('title.deactivate', { count: records.length })}
      flush
      footer={
        <>
          <span className="grow" aria-live="polite">
            {used.isCounting && say('counting')}
          </span>
          <Button size="md" onClick={onCancel}>
            {sayAll('used.stay')}
          </Button>
          <Button kind="danger" size="md" disabled={used.isCounting} onClick={onConfirm}>
            {sayAll('bulk.deactivate')}
          </Button>
        </>
      }
    >
      {parents > 0 && (
        <p className={styles.note}>
          {me?.company.parent
            ? say('parents', { count: parents, company: me.company.parent.name })
            : say('parentsUnknown', { count: parents })}
        </p>
      )}
      <UsedRecords records={records} used={used} />
    </Modal>
  );
}
