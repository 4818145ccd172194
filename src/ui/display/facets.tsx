import type { ReactNode } from 'react';
import { Dot, type DotColor } from './badge';
import styles from './facets.module.css';

/** Filters with their counts in one line, of which one is chosen. */
export const Facets = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className={styles.list} aria-label={label}>
    {children}
  </fieldset>
);

/** Facets that belong together; a rule parts them from others. */
export const FacetGroup = ({ children }: { children: ReactNode }) => (
  <span className={styles.group}>{children}</span>
);

/** One filter: its name, and how many it has. */
export function Facet(props: {
  color?: DotColor | undefined;
  /** How many it has, as text; without it the filter says nothing of that. */
  count?: string | undefined;
  pressed: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { color, count, pressed, onClick, children } = props;
  return (
    <button type="button" className={styles.facet} aria-pressed={pressed} onClick={onClick}>
      {color && <Dot color={color} />}
      {children}
      {count !== undefined && (
        <>
          {' '}
          <b>{count}</b>
        </>
      )}
    </button>
  );
}
