import { useQueries } from '@tanstack/react-query';
import { Radio } from '@/ui/fields/choices/choice';
import { useApp } from '../../shell/app-context';
import type { Screen } from '../../shell/screen';
import { matchCountQuery } from '../../data/queries';
import { activeFilters, type ActiveFilter, type RowQuery } from '../../data/row-source';
import { defineTexts, usePageText } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import styles from './option-list.module.css';

const texts = defineTexts({
  en: {
    active: 'Active only',
    all: 'Active and deactivated',
    deactivated: 'Deactivated only',
  },
  fi: {
    active: 'Vain käytössä olevat',
    all: 'Myös käytöstä poistetut',
    deactivated: 'Vain käytöstä poistetut',
  },
});

/** The choice of active and deactivated records of a list, each with how many there are beside the other filters. */
export function ActiveChoice(props: {
  screen: Screen;
  query: RowQuery;
  label: string;
  onChange: (active: ActiveFilter) => void;
}) {
  const { screen, query, label, onChange } = props;
  const { source } = useApp();
  const say = usePageText('grid/active', texts);
  const format = useFormat();
  const counts = useQueries({
    queries: activeFilters.map((active) => matchCountQuery(source, screen.contract, { ...query, active })),
  });
  return (
    <div className={styles.list}>
      <ul className={styles.options} role="radiogroup" aria-label={label}>
        {activeFilters.map((active, index) => (
          <li key={active} className={styles.option} role="presentation">
            <Radio
              name="active"
              checked={query.active === active}
              onChange={() => onChange(active)}
              label={
                <span className={styles.text}>
                  <span>{say(active)}</span>
                  <span className="muted">{countText(counts[index]?.data)}</span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );

  function countText(count: number | undefined): string {
    return count === undefined ? '' : format.count(count);
  }
}
