// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import { Check, Lock } from 'lucide-react';
import { memo } from 'react';
import { useApp } from '../../shell/app-context';
import { noValue } from '../../i18n/format';
import { useText } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { fieldOf, nameOf, type Screen, type ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import { Icon } from '@/ui/display/icon';
import { cx } from '@/ui/style/cx';
import grid from '@/ui/tables/grid.module.css';
import { CellContent, plain } from '../rows/cell';
import { isOwnedByParent } from '../selection/owned-by-parent';
import type { PhoneLine } from './phone-line';
import styles from './phone.module.css';

/** A row of a list on a phone: name and figure, beneath them what the record is and a second figure. */
export const PhoneRow = memo(function PhoneRow(props: {
  id: string;
  index: number;
  top: number;
  row: Row;
  screen: Screen;
  line: PhoneLine;
  href: string | null;
  isSelected: boolean;
  isFocused: boolean;
}) {
  const { id, index, top, row, screen, line, href, isSelected, isFocused } = props;
  const { current } = useApp();
  const say = useText();
  const name = nameOf(screen, row, useFormat());
  const isTheirs = isOwnedByParent(row['company_id'], current.me?.company.id ?? null);
  const cell = (column: ScreenColumn) => (
    <CellContent column={column} row={row} resource={screen.contract.name} href={null} />
  );
  // An empty field of the row says nothing; a computed cell decides by itself.
  const under = line.under.filter((column) => column.cell || plain(fieldOf(row, column.key)) !== noValue);
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      className={cx(
        grid.row,
        styles.row,
        isSelected && grid.sel,
        !row.active && grid.off,
        isFocused && grid.focus,
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className={styles.text}>
        <span className={styles.name}>
          {isSelected && <Icon as={Check} size="s" />}
          {href === null ? (
            <span className="cut">{name}</span>
          ) : (
            <a href={href} className="cut" tabIndex={-1}>
              {name}
            </a>
          )}
        </span>
        <span className={styles.under}>
          {isTheirs && <Icon as={Lock} size="s" />}
          {under.map((column) => (
            <span key={column.key} className={column.grows && styles.long}>
              {cell(column)}
            </span>
          ))}
          {isTheirs && <span>{say('list.group')}</span>}
          {!row.active && <span>{say('list.deactivated')}</span>}
        </span>
      </div>
      <div role="gridcell" className={styles.figures}>
        {line.amount && <span className={styles.amount}>{cell(line.amount)}</span>}
        {line.note && <span className={styles.note}>{cell(line.note)}</span>}
      </div>
    </div>
  );
});
