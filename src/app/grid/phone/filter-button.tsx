import { SlidersHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from '@/ui/display/icon';
import { usePageText } from '../../i18n/i18n';
import styles from './phone.module.css';
import { texts } from './texts';

/** The button on a phone that leads to the filters, with the number of those that are set. */
export function FilterButton({ count, ...rest }: { count: number } & ComponentProps<'button'>) {
  const say = usePageText('grid/phone', texts);
  return (
    <button
      type="button"
      className={styles.filter}
      aria-label={count > 0 ? say('countSet', { count }) : say('title')}
      {...rest}
    >
      <Icon as={SlidersHorizontal} />
      {count > 0 && <b aria-hidden="true">{count}</b>}
    </button>
  );
}
