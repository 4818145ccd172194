import { Plus } from 'lucide-react';
import { Button } from '@/ui/display/button';
import { Chip } from '@/ui/display/chip';
import { Popover } from '@/ui/overlays/popover';
import { useText } from '../../i18n/i18n';
import type { FilterItem } from './use-filter-items';
import { lazy } from '@/ui/state/lazy';

const FilterMenu = lazy(async () => ({ default: (await import('./filter-menu')).FilterMenu }));

/**
 * The steps in which the filters of a toolbar become shorter: the tools beside them become icons, several values
 * become a number, and then the last chips go, one by one.
 */
export const fitSteps = { icons: 1, numbers: 2, fewer: 3 } as const;

/** The filters of a list in one line: "+ Filter", what is set as chips, and "Clear". */
export function FilterBar(props: {
  items: readonly FilterItem[];
  /** How far the line is shortened (`fitSteps`). */
  step: number;
  onAsOf?: (() => void) | undefined;
  onClear: () => void;
}) {
  const { items, step, onAsOf, onClear } = props;
  const say = useText();
  const set = items.filter(({ text }) => text !== undefined);
  const chips = set.map((item) => (
    <Chip
      key={item.name}
      label={item.label}
      value={step >= fitSteps.numbers && item.count > 1 ? String(item.count) : item.text}
      onRemove={item.clear}
      {...(item.toggle ? { onClick: item.toggle } : { menu: item.menu })}
    />
  ));
  const hidden = Math.min(Math.max(0, step - fitSteps.fewer + 1), chips.length);
  const menu = (open: string | null) => (close: () => void) => (
    <FilterMenu
      {...{ items, open }}
      onAsOf={
        onAsOf &&
        (() => {
          close();
          onAsOf();
        })
      }
    />
  );
  return (
    <>
      <Popover
        label={say('filter.button')}
        renderTarget={(toggle, opened) => (
          <Button icon={Plus} onClick={toggle} aria-expanded={opened}>
            {say('filter.button')}
          </Button>
        )}
      >
        {menu(null)}
      </Popover>
      {chips.slice(0, chips.length - hidden)}
      {hidden > 0 && (
        <Popover
          label={say('filter.more', { count: hidden })}
          renderTarget={(toggle, opened) => (
            <Button
              onClick={toggle}
              aria-expanded={opened}
              aria-label={say('filter.more', { count: hidden })}
            >
              {`+${hidden}`}
            </Button>
          )}
        >
          {menu(null)}
        </Popover>
      )}
      {chips.length > 0 && (
        <Button kind="quiet" onClick={onClear}>
          {say('filter.clear')}
        </Button>
      )}
    </>
  );
}

/** Returns how many steps a line with these filters can be shortened by. */
export const lastStep = (items: readonly FilterItem[]): number =>
  fitSteps.numbers + items.filter(({ text }) => text !== undefined).length;
