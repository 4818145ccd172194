import { useTextOf } from '../../i18n/i18n';
import type { Screen, ScreenFilter } from '../../shell/screen';
import { Chip } from '@/ui/display/chip';
import { useValueNames } from './use-filter-items';
import { lazy } from '@/ui/state/lazy';

const FilterValues = lazy(async () => ({ default: (await import('./filter-values')).FilterValues }));

/** A filter of a page: a chip with the selected values, and a popover to choose them. */
export function FilterChip(props: {
  screen: Screen;
  filter: ScreenFilter;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}) {
  const { screen, filter, values, onChange } = props;
  const say = useTextOf(screen.contract.name);
  const label = filter.label ?? say(filter.name);
  const names = useValueNames(screen, { [filter.name]: values })(filter);
  return (
    <Chip
      label={label}
      value={values.length > 0 ? names.join(', ') : undefined}
      onRemove={values.length > 0 ? () => onChange([]) : undefined}
      menu={
        <FilterValues
          {...{ screen, filter, label }}
          chosen={{ values, isExcluding: false }}
          mayExclude={false}
          onChange={(chosen) => onChange(chosen.values)}
        />
      }
    />
  );
}
