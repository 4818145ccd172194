import { useId, useState, type ReactNode } from 'react';
import { FilterButton } from './filter-button';
import styles from './folded-filters.module.css';

/**
 * Filters of a page on a phone: `first` stays in view, the others are folded until they are asked for, so that the
 * figures are in view. `count` is the number of the folded ones that are set.
 */
export function FoldedFilters(props: { first: ReactNode; count: number; children: ReactNode }) {
  const { first, count, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.filters}>
      <div className={styles.first}>
        {first}
        <FilterButton
          count={count}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div id={id} className={styles.folded}>
          {children}
        </div>
      )}
    </div>
  );
}
