import { ChevronDown } from 'lucide-react';
import { useFieldLabel } from '@/app/grid/columns/grid-head';
import type { SheetAccess } from '@/app/grid/sheet/sheet-bar';
import { useTextOf } from '@/app/i18n/i18n';
import { Button } from '@/ui/display/button';
import { Menu, type MenuEntry } from '@/ui/overlays/menu';
import { isPrice } from './columns';
import styles from './formula.module.css';
import { usePrices } from './prices-context';
import type { Scope } from './use-scope';

/** Menu of the prices and products that a formula is for. */
export function TargetMenu({ sheet, scope }: { sheet: SheetAccess; scope: Scope }) {
  const { rows, marked, choose } = scope;
  const say = useTextOf('plu');
  const label = useFieldLabel('plu');
  const { setTarget } = usePrices();
  const prices = sheet.columns.filter(isPrice);
  const filled = new Set(scope.prices.map(({ field }) => field));
  const [only, ...others] = prices.filter(({ editing }) => filled.has(editing?.field ?? ''));
  const what = only && others.length === 0 ? label(only) : say('fx.several', { count: filled.size });
  const entries: MenuEntry[] = [
    { kind: 'heading', label: say('fx.price') },
    ...prices.map((column): MenuEntry => {
      const field = column.editing?.field ?? '';
      return {
        label: label(column),
        chosen: filled.has(field),
        onClick: () => {
          setTarget(field);
          // The marked cells say which prices are meant: another one is for all that is found.
          if (rows === 'marked' && !filled.has(field)) choose('found');
        },
      };
    }),
    { kind: 'rule' },
    { kind: 'heading', label: say('fx.rows') },
    {
      label: say('fx.marked', { count: marked }),
      chosen: rows === 'marked',
      disabled: marked === 0,
      onClick: () => choose(null),
    },
    {
      label: say('fx.found', { count: sheet.total }),
      chosen: rows === 'found',
      onClick: () => choose('found'),
    },
    { label: say('fx.all'), chosen: rows === 'all', onClick: () => choose('all') },
  ];
  return (
    <Menu entries={entries} width={260}>
      <Button iconEnd={ChevronDown} className={styles.target}>
        <span className="muted">{say('fx.into')}</span>{' '}
        <b>
          {say(`fx.here_${rows}`, { count: sheet.total })}, {what}
        </b>
      </Button>
    </Menu>
  );
}
