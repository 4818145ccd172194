import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './facts.module.css';
import { Icon } from './icon';

/** List of labels and values, one below the other. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.label} style={{ display: 'contents' }}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Key figures side by side; the label includes the unit. */
export function Figures({ figures }: { figures: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd>{figure.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The change of one field: the old value struck out, then the new one; either may be missing. */
export function Change(props: { label: string; was?: ReactNode; now?: ReactNode }) {
  const { label, was, now } = props;
  return (
    <span className={styles.what}>
      <span>{label}</span>
      {was !== undefined && <del>{was}</del>}
      {was !== undefined && now !== undefined && <Icon as={ArrowRight} size="xs" />}
      {now !== undefined && <ins>{now}</ins>}
    </span>
  );
}

/** List of changes with who made them and when, newest first. */
export function HistoryList(props: {
  entries: readonly {
    key: string;
    who: ReactNode;
    when: string;
    changes: readonly { label: string; was?: ReactNode; now?: ReactNode }[];
    /** What made the changes, if that was more than a form. */
    by?: ReactNode;
  }[];
}) {
  return (
    <ol className={styles.history}>
      {props.entries.map((entry) => (
        <li key={entry.key}>
          <p className={styles.who}>
            <b>{entry.who}</b>
            <span className="meta">{entry.when}</span>
          </p>
          {entry.changes.map((change) => (
            <Change key={change.label} {...change} />
          ))}
          {entry.by && <p className="meta">{entry.by}</p>}
        </li>
      ))}
    </ol>
  );
}
