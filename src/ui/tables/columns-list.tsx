import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../display/button';
import { Icon } from '../display/icon';
import { useUiStrings } from '../display/ui-strings';
import { Checkbox } from '../fields/choices/choice';
import { cx } from '../style/cx';
import styles from './columns-menu.module.css';

/** A column that can be shown or hidden; a `fixed` one is always shown. */
export interface ColumnChoice {
  id: string;
  label: string;
  shown: boolean;
  fixed?: boolean | undefined;
}

/** Props of the list of columns, and of the menu that holds it. */
export interface ColumnsListProps {
  /** "Columns": the text of the button, and the heading of the list. */
  label: string;
  resetLabel: string;
  /** In their current order. */
  columns: readonly ColumnChoice[];
  onShow: (id: string, shown: boolean) => void;
  /** Receives the ids in their new order. */
  onOrder: (ids: string[]) => void;
  onReset: () => void;
}

/** The list inside `ColumnsMenu`. */
export function ColumnsList({ label, resetLabel, columns, onShow, onOrder, onReset }: ColumnsListProps) {
  const strings = useUiStrings();
  const menu = useRef<HTMLDivElement>(null);
  // The popover opened before this was loaded, so it could not set the focus.
  useEffect(() => menu.current?.querySelector('button')?.focus(), []);
  const [draggedId, setHeld] = useState<string>();
  const move = (id: string, to: number) => {
    const ids = columns.map((column) => column.id);
    if (to < 0 || to >= ids.length) return;
    ids.splice(to, 0, ...ids.splice(ids.indexOf(id), 1));
    onOrder(ids);
  };
  return (
    <div ref={menu} className={styles.menu}>
      <p className={styles.head}>
        {label}
        <button type="button" className="link" onClick={onReset}>
          {resetLabel}
        </button>
      </p>
      <ul className={styles.list}>
        {columns.map((column, index) => (
          // Dragging needs a pointer: the buttons of the row do the same from the keyboard.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={column.id}
            className={cx(styles.row, draggedId === column.id && styles.held)}
            onDragOver={(event) => {
              if (draggedId === undefined) return;
              event.preventDefault();
              if (draggedId !== column.id) move(draggedId, index);
            }}
          >
            <span
              className={styles.grip}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', column.label);
                setHeld(column.id);
              }}
              onDragEnd={() => setHeld(undefined)}
            >
              <Icon as={GripVertical} size="s" />
            </span>
            <Checkbox
              checked={column.shown}
              disabled={column.fixed}
              label={<span className="cut">{column.label}</span>}
              onChange={(shown) => onShow(column.id, shown)}
            />
            <span className={styles.moves}>
              <IconButton
                size="xs"
                icon={ChevronUp}
                label={strings.moveUp(column.label)}
                aria-disabled={index === 0 || undefined}
                onClick={() => move(column.id, index - 1)}
              />
              <IconButton
                size="xs"
                icon={ChevronDown}
                label={strings.moveDown(column.label)}
                aria-disabled={index === columns.length - 1 || undefined}
                onClick={() => move(column.id, index + 1)}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
