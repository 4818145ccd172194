import { usePageText } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { Link } from '@/core/ui/layout/link';
import type { SheetEvent } from './answer';
import { texts } from './texts';
import styles from './lowest-price.module.css';

/**
 * Who set a price, and when or by which change set, with a link to it. `isOwned`: it is a parent's product, whose events
 * are the parent's.
 */
export function EventWords({ event, isOwned }: { event: SheetEvent | null; isOwned: boolean }) {
  const say = usePageText('plu/lowest-price', texts);
  const format = useFormat();
  if (event === null) return isOwned ? say('parent') : '';
  const { id, at, who, is_key, changeset } = event;
  const by = [who, is_key ? `(${say('key')})` : ''].filter(Boolean).join(' ');
  return (
    <span className={styles.events}>
      <Link href={`/audit?event=${id}`}>{format.moment(at)}</Link> <span className="muted">{by}</span>
      {changeset && (
        <>
          {' · '}
          <Link href={`/changes/${changeset.id}`}>{changeset.name}</Link>
          {changeset.line !== null && (
            <span className="muted">, {say('line', { line: changeset.line })}</span>
          )}
        </>
      )}
    </span>
  );
}
