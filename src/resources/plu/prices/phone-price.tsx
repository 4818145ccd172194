import { Euro } from 'lucide-react';
import type { ScreenColumn } from '@/core/app/shell/screen';
import { useFieldLabel } from '@/core/app/grid/columns/grid-head';
import { useTextOf } from '@/core/app/i18n/i18n';
import { IconButton } from '@/core/ui/display/button';
import { Menu, type MenuEntry } from '@/core/ui/overlays/menu';
import { usePrices } from './prices-context';

/** Menu of the price that the rows of a phone show: there is room for one, and none for formulas. */
export function PhonePrice({ prices }: { prices: readonly ScreenColumn[] }) {
  const say = useTextOf('plu');
  const label = useFieldLabel('plu');
  const { target, setTarget } = usePrices();
  const entries: MenuEntry[] = [
    { kind: 'heading', label: say('prices.shown') },
    ...prices.map((column): MenuEntry => ({
      label: label(column),
      chosen: column.key === target,
      onClick: () => setTarget(column.key),
    })),
    { kind: 'rule' },
    { kind: 'heading', label: say('prices.phone') },
  ];
  return (
    <Menu entries={entries} width={260} position="bottom-end">
      <IconButton icon={Euro} label={say('prices.shown')} />
    </Menu>
  );
}
