import { cx } from '@/core/ui/style/cx';
import styles from './report.module.css';

/** A key figure: its name with the unit, the figure, and what explains it. */
export interface KeyFigure {
  readonly label: string;
  readonly value: string;
  readonly about: string;
  /** Money at risk: in copper. */
  readonly risk?: boolean;
}

/** The figures that are read first, side by side. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className={styles.keys}>
      {figures.map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd className={cx(styles.figure, figure.risk && styles.risk)}>{figure.value}</dd>
          <dd className="meta">{figure.about}</dd>
        </div>
      ))}
    </dl>
  );
}
