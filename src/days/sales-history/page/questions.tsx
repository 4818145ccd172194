import { useApp } from '@/app/shell/app-context';
import { mayReadMargins } from '../../closing/day-roles';
import { ChevronDown } from 'lucide-react';
import { FilterChip } from '@/app/grid/filters/filter-chip';
import { RangeChip, rangeText } from '@/app/grid/filters/range-chip';
import { FoldedFilters } from '@/app/grid/phone/folded-filters';
import { usePageText, useText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Screen } from '@/app/shell/screen';
import { Button, ButtonGroup } from '@/ui/display/button';
import { Toolbar } from '@/ui/layout/page';
import { usePhone } from '@/ui/layout/use-phone';
import { Menu } from '@/ui/overlays/menu';
import { periodNames, periodOf } from '@/record/period';
import { ofLines, salesBys } from '../answer';
import { texts } from './texts';
import { marginBys } from '../margin-answer';
import { figures, type Question } from './use-question';

/**
 * What is asked: the period, by what, and of which locations, product or department. On a phone all but the first two are
 * folded, so that the figures are in view.
 */
export function Questions(props: { screen: Screen; question: Question; currencies: readonly string[] }) {
  const { screen, question, currencies } = props;
  const { me } = useApp().current;
  const { asked, margin, today, set } = question;
  const say = usePageText('sales/history', texts);
  const sayCore = useText();
  const format = useFormat();
  const isPhone = usePhone();
  const periods = periodNames.map((name) => ({ name, ...periodOf(name, today) }));
  const chosen = periods.find(({ from, to }) => from === asked.from && to === asked.to);
  const isOfLines = asked.plu_id !== '' || asked.dpt_id !== '';
  const bys = salesBys.filter((by) =>
    by === 'together' ? asked.plu_id !== '' : !isOfLines || ofLines.includes(by),
  );
  const one = (name: 'plu_id' | 'dpt_id', references: string, label: string, other: 'plu_id' | 'dpt_id') => (
    <FilterChip
      screen={screen}
      filter={{ name, references, label }}
      values={asked[name] === '' ? [] : [asked[name]]}
      // One at a time: the last one that was chosen.
      onChange={(values) =>
        void set({
          [name]: values.at(-1) ?? null,
          [other]: null,
          ...(!ofLines.includes(asked.by) && { by: 'day' }),
        })
      }
    />
  );
  const periodName = chosen?.name ?? 'own';
  const periodMenu = (
    <Menu
      entries={periods.map(({ name, from, to }) => ({
        label: say(`period.${name}`),
        chosen: chosen?.name === name,
        onClick: () => void set({ from, to }),
      }))}
    >
      <Button iconEnd={ChevronDown} aria-label={`${say('period')}: ${say(`period.${periodName}`)}`}>
        {isPhone && !chosen ? rangeText(asked.from, asked.to, format, sayCore) : say(`period.${periodName}`)}
      </Button>
    </Menu>
  );
  const days = (
    <RangeChip
      label={say('days')}
      from={asked.from}
      until={asked.to}
      fixed
      onChange={(from, to) => void set({ from: from || null, to: to || null })}
    />
  );
  const byMenu = (
    <Menu
      entries={bys.map((by) => ({
        label: say(`by.${by}`),
        chosen: asked.by === by,
        onClick: () => void set({ by }),
      }))}
    >
      <Button iconEnd={ChevronDown}>{`${say('by')}: ${say(`by.${asked.by}`)}`}</Button>
    </Menu>
  );
  const others = (
    <>
      {marginBys.some((by) => by === asked.by) && mayReadMargins(me) && (
        <ButtonGroup label={say('figures')}>
          {figures.map((name) => (
            <Button
              key={name}
              aria-pressed={(name === 'margin') === (margin !== undefined)}
              onClick={() => void set({ figures: name })}
            >
              {say(`figures.${name}`)}
            </Button>
          ))}
        </ButtonGroup>
      )}
      <FilterChip
        screen={screen}
        filter={{ name: 'location_id', references: 'location', label: say('location') }}
        values={[...asked.location_id]}
        onChange={(values) => void set({ location_id: values.length > 0 ? [...values] : null })}
      />
      {one('plu_id', 'plu', say('product'), 'dpt_id')}
      {one('dpt_id', 'dpt', say('department'), 'plu_id')}
      {currencies.length > 1 && (
        <ButtonGroup label={say('currency')}>
          {currencies.map((code) => (
            <Button
              key={code}
              aria-pressed={code === asked.currency}
              onClick={() => void set({ currency: code })}
            >
              {code}
            </Button>
          ))}
        </ButtonGroup>
      )}
    </>
  );
  if (isPhone)
    return (
      <FoldedFilters
        first={
          <>
            {periodMenu}
            {byMenu}
          </>
        }
        count={[asked.location_id.length > 0, isOfLines, margin !== undefined].filter(Boolean).length}
      >
        {days}
        {others}
      </FoldedFilters>
    );
  return (
    <Toolbar
      filters={
        <>
          {periodMenu}
          {days}
          {byMenu}
          {others}
        </>
      }
    />
  );
}
