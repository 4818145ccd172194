import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PriceSteps } from '@/core/app/prices/price';
import { endingText, withClause, type Pricing } from '@/core/app/prices/pricing';
import { useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { Icon } from '@/core/ui/display/icon';
import { Menu, type MenuEntry } from '@/core/ui/overlays/menu';
import styles from './prices.module.css';

const floors = ['10', '15', '20', '25', '30', '40'] as const;
const endings = ['.90', '.95', '.99', '.00', '0.05', '0.10'] as const;
const ways = ['nearest', 'up', 'down'] as const;

/** What a formula does, in the order in which it does it, with the figures of one cell; floor and ending are menus. */
export function FormulaOrder(props: {
  text: string;
  pricing: Pricing | null;
  steps: PriceSteps | null;
  onText: (text: string) => void;
}) {
  const { text, pricing, steps, onText } = props;
  const say = useTextOf('plu');
  const format = useFormat();
  const figure = (value: string | null | undefined) => (steps && value ? format.money(value) : undefined);
  const nothing = '–';
  const ending = pricing?.ending ?? null;
  const endOf = ({ to, way }: NonNullable<Pricing['ending']>) =>
    `${to.startsWith('0') ? say('fx.cents', { count: to === '0.05' ? 5 : 10 }) : to}, ${say(`fx.way_${way}`)}`;
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
    onText(withClause(text, 'ending', endingText({ to, way })));
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
      <Step name={say('fx.take')} what={pricing && takeOf(pricing, say)} figure={figure(steps?.take)} />
      <Step name={say('fx.percent')} what={pricing && percentOf(pricing)} figure={figure(steps?.percent)} />
      <Step name={say('fx.add')} what={pricing && addOf(pricing)} figure={figure(steps?.add)} />
      <Step
        name={say('fx.floor')}
        entries={floorEntries}
        what={pricing?.floor ? say('fx.margin', { percent: format.decimal(pricing.floor) }) : nothing}
        figure={figure(steps?.floor)}
      />
      <Step
        name={say('fx.end')}
        entries={endEntries}
        what={ending ? endOf(ending) : nothing}
        figure={figure(steps?.price)}
      />
    </ol>
  );
}

function Step(props: {
  name: string;
  what: string | null;
  figure: string | undefined;
  entries?: MenuEntry[];
}) {
  const { name, what, figure, entries } = props;
  const body: ReactNode = (
    <>
      {name} <b data-none={what === '–' || what === null || undefined}>{what ?? '–'}</b>
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
      {figure !== undefined && <output className={styles.figure}>{figure}</output>}
    </li>
  );
}

function takeOf({ formula: { take } }: Pricing, say: (key: string) => string): string {
  if (take.kind === 'list') return take.name;
  return take.kind === 'price' ? take.price : say(`fx.take_${take.kind}`);
}

function percentOf({ formula: { by, over } }: Pricing): string {
  const parts = [...(by.eq(1) ? [] : [`× ${by.toFixed()}`]), ...(over.eq(1) ? [] : [`÷ ${over.toFixed()}`])];
  return parts.join(' ') || '–';
}

function addOf({ formula: { add } }: Pricing): string {
  if (add.eq(0)) return '–';
  return add.gt(0) ? `+${add.toFixed()}` : `−${add.abs().toFixed()}`;
}
