// Virtual rows have absolute positions, which the rows of a <table> cannot have.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { X } from 'lucide-react';
import { memo } from 'react';
import type { SetItem } from '@/app/changes/change-sets';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { LowValue, Tag } from '@/ui/display/badge';
import { IconButton } from '@/ui/display/button';
import { Link } from '@/ui/layout/link';
import { cx } from '@/ui/style/cx';
import { lowMargin } from '../../plu/fields/low-margin';
import type { Margin as MarginOf } from '../../plu/fields/margin';
import { texts } from '../texts';
import { isToChoose } from './layout';
import { useItemWords, type CellWords, type ItemWords } from './item-words';
import { choiceOf, Why, type ItemActions } from './item-why';
import styles from './set.module.css';

interface ItemProps {
  readonly item: SetItem;
  readonly top: number;
  readonly height: number;
  readonly actions: ItemActions;
  /** Whether the set is applied: the last column says what happened since. */
  readonly isApplied: boolean;
  /** Changes when more texts are loaded, so that the row renders again. */
  readonly texts: number;
}

const at = ({ item, top, height }: ItemProps) => ({
  'data-item': item.n,
  style: { transform: `translateY(${top}px)`, height },
});

/** The rows of an item: one for each value, with the record's name at the first one. */
export const ItemRows = memo(function ItemRows(props: ItemProps) {
  const { item, actions, isApplied } = props;
  const words = useItemWords(item);
  const shown = shownCells(item, words);
  const toChoose = isToChoose(item) && item.state !== 'applied';
  const isOver = isApplied && actions.choose === null;
  return (
    <div role="rowgroup" className={cx(styles.item, toChoose && styles.ask)} {...at(props)}>
      {shown.map((cell, n) => {
        const isLast = n === shown.length - 1;
        return (
          <div role="row" key={cell?.cell.pointer ?? ''} className={cx(styles.row, styles.columns)}>
            <div role="cell" className={styles.name}>
              {n === 0 && <ItemName item={item} words={words} />}
            </div>
            <div role="cell" className={styles.field} title={cell?.label}>
              <span>{cell?.label}</span>
            </div>
            <Values item={item} cell={cell} toChoose={toChoose} isOver={isOver} />
            <div role="cell" className={cx(styles.r, styles.percent)}>
              {cell && isDecided(item, cell) ? cell.percent : ''}
            </div>
            <div role="cell" className={cx(styles.r, styles.margin)}>
              <Margin
                of={cell?.margin ?? (isLast ? words.margin : null)}
                name={cell?.margin ? cell.name : null}
              />
            </div>
            <div role="cell" className={styles.why}>
              <Why
                item={item}
                cell={cell}
                words={words}
                isFirst={n === 0}
                isLast={isLast}
                isApplied={isApplied}
                choose={toChoose ? actions.choose : null}
              />
            </div>
            <div role="cell" className={cx(styles.r, styles.line)}>
              {n === 0 && item.line !== null && <span>{item.line}</span>}
              {n === 0 && <RemoveButton item={item} remove={actions.remove} />}
            </div>
          </div>
        );
      })}
    </div>
  );
});

/** An item on a phone: one block with its name, its values below each other, and what is said of it. */
export const ItemBlock = memo(function ItemBlock(props: ItemProps) {
  const say = usePageText('changeset/pages', texts);
  const { item, actions, isApplied } = props;
  const words = useItemWords(item);
  const shown = shownCells(item, words);
  const toChoose = isToChoose(item) && item.state !== 'applied';
  const isOver = isApplied && actions.choose === null;
  return (
    <div role="rowgroup" className={styles.block} {...at(props)}>
      <div role="row" className={styles.blockHead}>
        <div role="cell" className={styles.name}>
          <ItemName item={item} words={words} />
        </div>
        <div role="cell" className={styles.blockLine}>
          {words.margin && <span className="muted">{say('item.margin')}</span>}
          <Margin of={words.margin} name={null} />
          <RemoveButton item={item} remove={actions.remove} />
        </div>
      </div>
      {shown.map((cell, n) => (
        <div role="row" key={cell?.cell.pointer ?? ''}>
          <div role="cell" className={styles.blockCell}>
            <span className="cut">{cell?.label}</span>
            <span className={styles.pair}>
              {cell?.margin && (
                <>
                  <span className="muted">{say('item.margin')}</span>
                  <Margin of={cell.margin} name={cell.name} />
                </>
              )}
              {cell && <del>{cell.before}</del>}
              <After item={item} cell={cell} toChoose={toChoose} isOver={isOver} />
            </span>
          </div>
          <div role="cell" className={styles.blockWhy}>
            <Why
              item={item}
              cell={cell}
              words={words}
              isFirst={n === 0}
              isLast={n === shown.length - 1}
              isApplied={isApplied}
              choose={toChoose ? actions.choose : null}
            />
          </div>
        </div>
      ))}
    </div>
  );
});

/** The values that have rows: of a new record its price, or else its first one; the others stand beside it in words. */
function shownCells(item: SetItem, { cells }: ItemWords): readonly (CellWords | undefined)[] {
  if (cells.length === 0) return [undefined];
  if (!item.is_new) return cells;
  return [cells.find(({ cell }) => cell.pointer === '/base_price') ?? cells[0]];
}

/** Whether it is known what a value will be: of a conflict only once somebody has chosen. */
const isDecided = (item: SetItem, { cell }: CellWords): boolean =>
  item.state !== 'conflict' || cell.now === undefined || item.choices[cell.pointer] !== undefined;

function ItemName({ item, words }: { item: SetItem; words: ItemWords }) {
  const say = usePageText('changeset/pages', texts);
  const { label } = item;
  const name = label.name === '' ? label.code || `${item.n}` : label.name;
  return (
    <span className={styles.who}>
      <span className={styles.code}>{label.code}</span>
      {words.href ? (
        <Link href={words.href} title={name} data-row-link>
          {name}
        </Link>
      ) : (
        <b title={name}>{name}</b>
      )}
      {words.owner !== null && (
        <span title={words.owner}>
          <Tag kind="group">{say('group')}</Tag>
        </span>
      )}
    </span>
  );
}

interface ValueProps {
  readonly item: SetItem;
  readonly cell: CellWords | undefined;
  readonly toChoose: boolean;
  /** Whether the set was applied and undone: what was not chosen until then stays as it was. */
  readonly isOver: boolean;
}

function Values(props: ValueProps) {
  const { item, cell, toChoose } = props;
  const isStruck = (item.state === 'ready' || item.state === 'applied') && !toChoose;
  const before = cell?.before ?? '';
  return (
    <>
      <div role="cell" className={cx(styles.r, styles.before)} title={before}>
        {isStruck && before !== '–' ? <del>{before}</del> : <span>{before}</span>}
      </div>
      <div role="cell" className={cx(styles.r, styles.after)} title={cell?.after}>
        <After {...props} />
      </div>
    </>
  );
}

function After({ item, cell, toChoose, isOver }: ValueProps) {
  const say = usePageText('changeset/pages', texts);
  if (!cell) return null;
  if (!isDecided(item, cell))
    return isOver ? (
      <span className={styles.refused}>{cell.after}</span>
    ) : (
      <span className="risk">{say('choose')}</span>
    );
  if (item.state === 'refused') return <span className={styles.refused}>{cell.after}</span>;
  if (toChoose && choiceOf(item, cell) === 'theirs') return <b>{cell.now}</b>;
  if (item.state === 'kept') return <span className={styles.refused}>{cell.now || cell.after}</span>;
  return <b>{cell.after}</b>;
}

/** The margin of a price; of which one, says its title. */
function Margin({ of, name }: { of: MarginOf | null; name: string | null }) {
  const say = usePageText('changeset/pages', texts);
  const format = useFormat();
  if (!of) return null;
  const percent = format.decimal(of.percent, 1);
  const title = name === null ? say('marginBase') : say('marginOf', { name });
  if (!of.low) return <span title={title}>{percent}</span>;
  return <LowValue title={`${title}: ${say('lowMargin', { limit: lowMargin })}`}>{percent}</LowValue>;
}

function RemoveButton({ item, remove }: { item: SetItem; remove: ItemActions['remove'] }) {
  const say = usePageText('changeset/pages', texts);
  if (!remove) return null;
  return (
    <IconButton
      size="xs"
      icon={X}
      data-remove=""
      className={styles.remove}
      label={say('remove', { name: item.label.name || item.label.code })}
      onClick={() => remove(item)}
    />
  );
}
