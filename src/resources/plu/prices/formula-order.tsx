import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { withClause, type Pricing } from '@/app/prices/pricing';
import { noValue } from '@/app/i18n/format';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Icon } from '@/ui/display/icon';
import { Menu, type MenuEntry } from '@/ui/overlays/menu';
import { addWords, endWords, percentWords, takeWords, withEnding } from './formula-words';
import styles from './order.module.css';

const floors = ['10', '15', '20', '25', '30', '40'] as const;
const endings = ['.90', '.95', '.99', '.00', '0.05', '0.10'] as const;
const ways = ['nearest', 'up', 'down'] as const;

/** What a formula does, in the order in which it does it; floor and ending are menus. */
export function FormulaOrder(props: {
  text: string;
  pricing: Pricing | null;
  onText: (text: string) => void;
}) {
  const { text, pricing, onText } = props;
  const say = useTextOf('plu');
  const format = useFormat();
  const ending = pricing?.ending ?? null;
  const endOf = (one: NonNullable<Pricing['ending']>) =>
    `${endWords(one, say, format)}, ${say(`fx.way_${one.way}`)}`;
  const floorEntries: MenuEntry[] = [
    {
      label: say('fx.none'),
      chosen: pricing?.floor === null,
      onClick: () => onText(withClause(text, 'floor', null)),
    },
    ...floors.map((percent) => ({
      label: say('fx.margin', { percent }),
      chosen: pricing?.floor === percent,
      onClick: () => onText(withClause(text, 'floor', say('fx.write_margin', { percent }))),
    })),
  ];
  const write = (to: (typeof endings)[number], way: (typeof ways)[number]) =>
    onText(withEnding(text, { to, way }, say, format));
  const endEntries: MenuEntry[] = [
    {
      label: say('fx.none'),
      chosen: ending === null,
      onClick: () => onText(withClause(text, 'ending', null)),
    },
    ...endings.map((to) => ({
      label: endOf({ to, way: 'nearest' }),
      chosen: ending?.to === to && ending.way === 'nearest',
      onClick: () => write(to, 'nearest'),
    })),
    { kind: 'rule' },
    ...ways.map((way) => ({
      label: say(`fx.way_${way}`),
      chosen: ending?.way === way,
      disabled: ending === null,
      onClick: () => ending && write(ending.to, way),
    })),
  ];
  return (
    <ol className={styles.order} aria-label={say('fx.order')}>
      <Step name={say('fx.take')} what={pricing && takeWords(pricing, say, format)} />
      <Step name={say('fx.percent')} what={pricing && percentWords(pricing, format)} />
      <Step name={say('fx.add')} what={pricing && addWords(pricing, format)} />
      <Step
        name={say('fx.floor')}
        entries={floorEntries}
        what={pricing?.floor ? say('fx.margin', { percent: format.decimal(pricing.floor) }) : null}
      />
      <Step name={say('fx.end')} entries={endEntries} what={ending && endOf(ending)} />
    </ol>
  );
}

/** One step; without what it does, it does nothing. */
function Step({ name, what, entries }: { name: string; what: string | null; entries?: MenuEntry[] }) {
  const body: ReactNode = (
    <>
      {name} <b data-none={!what || undefined}>{what || noValue}</b>
    </>
  );
  return (
    <li>
      {entries ? (
        <Menu entries={entries} width={180}>
          <button type="button" className={styles.step}>
            {body}
            <Icon as={ChevronDown} size="xs" />
          </button>
        </Menu>
      ) : (
        <span>{body}</span>
      )}
    </li>
  );
}
