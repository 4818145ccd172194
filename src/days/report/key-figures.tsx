import { AskButton } from './questions/ask-button';
import { cx } from '@/ui/style/cx';
import styles from './report.module.css';

/** A key figure: its label with the unit, its value, and an explanation. */
export interface KeyFigure {
  /** Its name in the totals of the report. */
  readonly figure: string;
  readonly label: string;
  readonly value: string;
  readonly about: string;
  /** Shown in the risk colour. */
  readonly risk?: boolean;
}

/** Row of key figures at the top of a report. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className={styles.keys}>
      {figures.map((figure) => (
        <div key={figure.label}>
          <dt>
            {figure.label}
            <AskButton subject={`figure.${figure.figure}`} what={figure.label} />
          </dt>
          <dd className={cx(styles.figure, figure.risk && styles.risk)}>{figure.value}</dd>
          <dd className="meta">{figure.about}</dd>
        </div>
      ))}
    </dl>
  );
}
