// Virtual rows have absolute positions, which the rows of a <table> cannot have.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Download } from 'lucide-react';
import type { ChangeSet } from '@/app/changes/change-sets';
import { usePageText } from '@/app/i18n/i18n';
import type { Choice } from '@/contract/change-set';
import { Dot } from '@/ui/display/badge';
import { Button } from '@/ui/display/button';
import { cx } from '@/ui/style/cx';
import { texts } from '../texts';
import type { Section } from './use-items';
import styles from './set.module.css';

/** What the headings of the sections offer; null for what the set's state does not allow. */
export interface SectionActions {
  readonly chooseAll: ((choice: Choice) => void) | null;
  readonly saveRefused: (() => void) | null;
}

const columns = ['record', 'field', 'before', 'after', 'percent', 'margin', 'reason', 'line'] as const;
const toRight = new Set<string>(['before', 'after', 'percent', 'margin', 'line']);

/** The names of the columns. */
export function Head({ isApplied, isOfProducts }: { isApplied: boolean; isOfProducts: boolean }) {
  const say = usePageText('changeset/pages', texts);
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.columns}>
        {columns.map((column) => (
          <div
            key={column}
            role="columnheader"
            className={cx(toRight.has(column) && styles.r, styles[column === 'reason' ? 'why' : column])}
          >
            {say(headOf(column, isApplied, isOfProducts))}
          </div>
        ))}
      </div>
    </div>
  );
}

function headOf(column: string, isApplied: boolean, isOfProducts: boolean): string {
  if (column === 'reason' && isApplied) return 'item.since';
  return column === 'record' && isOfProducts ? 'item.product' : `item.${column}`;
}

/** The heading of a section: what it is, how much of it, and what is done with all of it. */
export function Band(props: { set: ChangeSet; section: Section; actions: SectionActions }) {
  const { set, section, actions } = props;
  const { spec, totals, pageAt } = section;
  const say = usePageText('changeset/pages', texts);
  const resources = new Set(pageAt(0)?.map(({ resource }) => resource));
  const [only] = resources;
  const kind = resources.size === 1 && only === 'plu' ? 'records.plu' : 'records';
  const isConflict = spec.key === 'conflict' || spec.key === 'stays';
  const words = [
    say(kind, { count: totals.items }),
    ...(isConflict && totals.chosen > 0 ? [say('chosen', { count: totals.chosen })] : []),
    ...(spec.key === 'refused' && set.status !== 'applied' ? [say('othersGoOn')] : []),
    ...(spec.key === 'ready' || spec.key === 'applied' || spec.key === 'open'
      ? [say('cells', { count: totals.cells })]
      : []),
  ];
  return (
    <div role="rowgroup" className={styles.band}>
      <div role="row">
        <div role="cell">
          <Dot color={spec.color} />
          <b>{say(spec.key === 'notApplied' ? 'section.notApplied' : `facet.${spec.key}`)}</b>
          <span className="cut">{words.join(', ')}</span>
          <span className="grow" />
          {isConflict && actions.chooseAll && (
            <>
              <Button size="xs" kind="quiet" onClick={() => actions.chooseAll?.('this')}>
                {say('allThis')}
              </Button>
              <Button size="xs" kind="quiet" onClick={() => actions.chooseAll?.('theirs')}>
                {say('allTheirs')}
              </Button>
            </>
          )}
          {(spec.key === 'refused' || spec.key === 'notApplied') && actions.saveRefused && (
            <Button size="xs" kind="quiet" icon={Download} onClick={actions.saveRefused}>
              {say('withReasons')}
            </Button>
          )}
          {spec.key !== 'applied' && totals.new > 0 && <span>{say('new', { count: totals.new })}</span>}
        </div>
      </div>
    </div>
  );
}
