import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Undo2, X } from 'lucide-react';
import type { ChangeSet, SetItem } from '@/app/changes/change-sets';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Button, IconButton } from '@/ui/display/button';
import { SkeletonLines } from '@/ui/display/empty-state';
import { Facts } from '@/ui/display/facts';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import { PanelHead } from '@/ui/layout/side-panel';
import { useEscape } from '@/ui/overlays/layers';
import { texts } from '../texts';
import { useMoments } from '../use-moments';
import { useItemWords } from './item-words';
import { useUndoSum } from './use-items';
import type { Moves } from './use-moves';
import styles from './undo.module.css';

/** The records that stay of which the panel names the values. */
const named = 20;

/** Panel that says what an undo of the set would do, value by value; it previews the undo and undoes nothing itself. */
export function UndoPanel(props: { set: ChangeSet; moves: Moves; onClose: () => void; onStay: () => void }) {
  const { set, moves, onClose, onStay } = props;
  const { id } = set;
  const { changeSets } = moves;
  const say = usePageText('changeset/pages', texts);
  const format = useFormat();
  const { data: sum, error } = useUndoSum(changeSets, id, true);
  const stay = useQuery({
    queryKey: ['changeset', 'items', id, 'stay'],
    queryFn: ({ signal }) => changeSets.items(id, { changed: 'true', limit: String(named) }, signal),
    enabled: (sum?.stay.records ?? 0) > 0,
  });
  useEscape(true, onClose);
  const applied = set.counts['applied'] ?? 0;
  return (
    <>
      <PanelHead title={say('undo.title')}>
        <IconButton size="xs" icon={X} label={say('close')} onClick={onClose} />
      </PanelHead>
      <section className={styles.part}>
        <p className="muted">{say('undo.text')}</p>
        {sum ? (
          <ul className={styles.sum} aria-label={say('undo.label')}>
            <Part count={sum.back.cells} text={say('undo.back')}>
              {say('undo.backIn', { count: sum.back.records })}
            </Part>
            {sum.made.records > 0 && (
              <Part count={sum.made.cells} text={say('undo.made', { count: sum.made.records })}>
                {say('undo.deactivated')}
              </Part>
            )}
            {sum.stay.cells > 0 && <Part count={sum.stay.cells} text={say('undo.stay')} />}
            <li className={styles.total}>
              <b>{format.count(sum.back.cells + sum.made.cells + sum.stay.cells)}</b>
              <span>{say('undo.cells')}</span>
            </li>
          </ul>
        ) : error ? (
          <p className={styles.failed} role="alert">
            {moves.words(error)}
          </p>
        ) : (
          <SkeletonLines lines={4} />
        )}
      </section>
      <section className={styles.part}>
        {sum !== undefined && sum.stay.cells > 0 && (
          <>
            <h3>{say('undo.stayTitle')}</h3>
            <ul className={styles.kept}>
              {stay.data?.items.map((item) => (
                <Stays key={item.n} item={item} />
              ))}
            </ul>
            {sum.stay.records > named && (
              <p>
                <button type="button" className="link" onClick={onStay}>
                  {say('facet.changed')} {format.count(sum.stay.records)}
                </button>
              </p>
            )}
            <p className="meta">{say('undo.order')}</p>
          </>
        )}
        <Button
          kind="primary"
          icon={Undo2}
          busy={moves.busy === 'undo'}
          disabled={error !== null}
          onClick={() => moves.move('undo')}
        >
          {say('undo.preview')}
        </Button>
        {moves.failure !== null && (
          <p className={styles.failed} role="alert">
            {moves.failure}
          </p>
        )}
      </section>
      <section className={styles.part}>
        <Facts
          facts={[
            { label: say('undo.by'), value: set.applied_by ?? say('somebody') },
            {
              label: say('undo.trail'),
              value: (
                <Link className="link" href={`/audit?changeset_id=${id}`}>
                  {say('undo.entries', { count: applied })}
                </Link>
              ),
            },
            error === null && {
              label: say('undo.until'),
              value: say('undo.anyTime'),
            },
          ].filter((fact) => fact !== false)}
        />
      </section>
    </>
  );
}

function Part(props: { count: number; text: string; children?: string }) {
  const format = useFormat();
  return (
    <li>
      <b>{format.count(props.count)}</b>
      <span>
        {props.text}
        {props.children && <small>{props.children}</small>}
      </span>
    </li>
  );
}

/** The values of a record that stay: before the set, what the set made of them, and what they are now, by whom. */
function Stays({ item }: { item: SetItem }) {
  const say = usePageText('changeset/pages', texts);
  const moments = useMoments();
  const { cells } = useItemWords(item);
  return (
    <li>
      <b>{item.label.name || item.label.code}</b>
      {cells
        .filter(({ now }) => now !== '')
        .map(({ cell, label, before, after, now }) => (
          <span key={cell.pointer} className={styles.line} title={label}>
            <del>
              <span className="vh">{say('undo.before')} </span>
              {before}
            </del>
            <Icon as={ArrowRight} size="xs" />
            <span>
              <span className="vh">{say('undo.set')} </span>
              {after}
            </span>
            <Icon as={ArrowRight} size="xs" />
            <ins>
              <span className="vh">{say('undo.now')} </span>
              {now}
            </ins>
            <span className={styles.who}>
              {cell.who ?? say('somebody')}, {moments.brief(cell.at)}
            </span>
          </span>
        ))}
    </li>
  );
}
