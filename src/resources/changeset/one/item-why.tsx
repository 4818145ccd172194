import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { SetItem } from '@/app/changes/change-sets';
import { usePageText } from '@/app/i18n/i18n';
import type { Choice } from '@/contract/change-set';
import { Dot, Tag } from '@/ui/display/badge';
import { Icon } from '@/ui/display/icon';
import { Radio } from '@/ui/fields/choices/choice';
import { Link } from '@/ui/layout/link';
import { cx } from '@/ui/style/cx';
import { texts } from '../texts';
import { useMoments } from '../use-moments';
import type { CellWords, ItemWords } from './item-words';
import { isToChoose } from './layout';
import styles from './set.module.css';

/** What can be done with items; null for what this set's state does not allow. */
export interface ItemActions {
  readonly choose: ((item: SetItem, pointer: string, choice: Choice) => void) | null;
  readonly remove: ((item: SetItem) => void) | null;
}

/** What is chosen of a value; of an undo, what somebody changed since stays unless it is chosen. */
export const choiceOf = (item: SetItem, { cell }: CellWords): Choice | null =>
  item.choices[cell.pointer] ?? (item.state === 'kept' && cell.now !== undefined ? 'theirs' : null);

interface WhyProps {
  readonly item: SetItem;
  readonly cell: CellWords | undefined;
  readonly words: ItemWords;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isApplied: boolean;
  readonly choose: ItemActions['choose'];
}

/** Warnings that are said at a value of their own; the others at the last one. */
const warningAt = (warning: string, cell: CellWords | undefined): boolean => {
  if (cell === undefined) return false;
  if (warning === 'below_cost') return cell.margin?.percent.startsWith('-') === true;
  return (
    warning === 'large_change' &&
    /^[+−](?:3\d|[4-9]\d|\d{3,})/.test(cell.percent.replaceAll(/[\s.,](?=\d{3})/g, ''))
  );
};

/** What is said of a value: the choice to make, why it is refused, what is warned of, or what happened since. */
export function Why(props: WhyProps) {
  const { item, cell, words, isFirst, isLast, isApplied, choose } = props;
  const say = usePageText('changeset/pages', texts);
  const moments = useMoments();
  const who = cell?.cell.who ?? say('somebody');
  const when = moments.brief(cell?.cell.at);
  if (cell && cell.now !== '' && choose && isToChoose(item))
    return <Choices item={item} cell={cell} choose={choose} />;
  const problems = words.problems.filter(
    ({ pointer }) =>
      pointer === cell?.cell.pointer || (isFirst && !words.cells.some((one) => one.cell.pointer === pointer)),
  );
  const warnings = item.warnings.filter((warning) =>
    words.cells.some((one) => warningAt(warning, one)) ? warningAt(warning, cell) : isLast,
  );
  const code = barcodeOf(item);
  return (
    <>
      {problems.map(({ pointer, text }) => (
        <span key={pointer + text} className={styles.reason} title={text}>
          <Icon as={CircleAlert} size="s" />
          <span className="cut">{text}</span>
        </span>
      ))}
      {item.state === 'kept' && cell && cell.now !== '' && (
        <span className={styles.quiet}>{say('theirsWasKept', { who, when })}</span>
      )}
      {isApplied && item.state === 'applied' && cell && cell.now !== '' && (
        <span className={styles.since} title={`${who}, ${when}`}>
          {say('nowIs', { value: cell.now })}
        </span>
      )}
      {!isApplied && item.state === 'ready' && cell && cell.now !== '' && (
        <span className={styles.quiet}>
          {say('nowIs', { value: cell.now })}, {who}, {when}
        </span>
      )}
      {warnings.map((warning) => (
        <span key={warning} className={styles.warning}>
          <Dot color="attention" />
          {cell && warning === 'below_cost' && warningAt(warning, cell)
            ? say('warning.below_cost_of', { name: cell.name })
            : say(`warning.${warning}`)}
          {warning === 'barcode_twice' && code !== '' && (
            <Link className="link" href={`/products?q=${encodeURIComponent(code)}`}>
              {say('compare')}
            </Link>
          )}
        </span>
      ))}
      {item.is_new && (
        <span className={styles.newOne} title={restOf(words, cell)}>
          <Tag>{say('isNew')}</Tag>
          <span className="cut">{restOf(words, cell)}</span>
        </span>
      )}
    </>
  );
}

/** The values of a new record that have no row of their own: "Grocery, 13.5 %, cost 2.10". */
const restOf = ({ cells }: ItemWords, shown: CellWords | undefined): string =>
  cells
    .filter((one) => one !== shown && one.cell.pointer !== '/name')
    .map(({ label, after }) => `${label} ${after}`)
    .join(', ');

/** The barcode that an item adds, to look for the others that have it. */
function barcodeOf({ cells }: SetItem): string {
  const codes = cells.find(({ pointer }) => pointer === '/data/barcodes')?.after;
  const [code] = Array.isArray(codes) ? codes : [];
  return typeof code === 'string' ? code : '';
}

function Choices(props: { item: SetItem; cell: CellWords; choose: NonNullable<ItemActions['choose']> }) {
  const { item, cell, choose } = props;
  const say = usePageText('changeset/pages', texts);
  const moments = useMoments();
  const name = useId();
  const { who, at: when, pointer } = cell.cell;
  const [chosen, pick] = usePicked(choiceOf(item, cell), (choice) => choose(item, pointer, choice));
  return (
    <span
      className={styles.picks}
      role="radiogroup"
      aria-label={say('choiceOf', { field: cell.label, name: item.label.name })}
    >
      <Radio
        name={name}
        className={cx(styles.pick, styles.own, chosen === 'this' && styles.on)}
        checked={chosen === 'this'}
        onChange={() => pick('this')}
        label={
          <span className="cut">
            <b>{cell.after}</b> <span className="muted">{say('thisSet')}</span>
          </span>
        }
      />
      <Radio
        name={name}
        className={cx(styles.pick, chosen === 'theirs' && styles.on)}
        checked={chosen === 'theirs'}
        onChange={() => pick('theirs')}
        label={
          <span className="cut">
            <b>{cell.now}</b>{' '}
            <span className="muted">
              {who ?? say('somebody')}, {moments.brief(when)}
            </span>
          </span>
        }
      />
    </span>
  );
}

/**
 * Shows a choice with the click: a pending mutation is known only after it, and a radio button that React holds would fall
 * back until then. What is known of the value later, as when the choice was refused, takes its place.
 */
function usePicked(known: Choice | null, choose: (choice: Choice) => void) {
  const [seen, see] = useState(known);
  const [picked, setPicked] = useState<Choice | null>(null);
  if (seen !== known) {
    see(known);
    setPicked(null);
  }
  const pick = (choice: Choice) => {
    setPicked(choice);
    choose(choice);
  };
  return [picked ?? known, pick] as const;
}
