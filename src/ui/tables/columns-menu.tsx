import { Columns3 } from 'lucide-react';
import { Button } from '../display/button';
import { Popover } from '../overlays/popover';
import type { ColumnsListProps } from './columns-list';
import { lazy } from '@/ui/state/lazy';

// The list is loaded when it is opened.
const ColumnsList = lazy(async () => ({ default: (await import('./columns-list')).ColumnsList }));

/**
 * Menu for the columns of a grid: a check box shows or hides a column; dragging it, or the buttons of its row, move it.
 */
export function ColumnsMenu(props: ColumnsListProps) {
  return (
    <Popover
      label={props.label}
      position="bottom-end"
      padded={false}
      renderTarget={(toggle, opened) => (
        <Button icon={Columns3} title={props.label} onClick={toggle} aria-expanded={opened}>
          {props.label}
        </Button>
      )}
    >
      <ColumnsList {...props} />
    </Popover>
  );
}
