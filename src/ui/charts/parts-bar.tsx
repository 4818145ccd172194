import type { ReactNode } from 'react';
import styles from './parts-bar.module.css';

/** What an amount is made of. `amount` is decimal text of zero or more, `text` as people read it. */
export interface Part {
  readonly key: string;
  readonly label: string;
  readonly amount: string;
  readonly text: string;
}

/** A bar whose segments are the parts of an amount, up to three, with their amounts below; `note` stands at the end. */
export function PartsBar(props: { label: string; parts: readonly Part[]; note?: ReactNode }) {
  const { label, parts, note } = props;
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ key, amount }) => (
          <i key={key} style={{ flexGrow: Number(amount) }} />
        ))}
      </div>
      <dl className={styles.legend} aria-label={label}>
        {parts.map((part) => (
          <div key={part.key}>
            <dt>{part.label}</dt>
            <dd>{part.text}</dd>
          </div>
        ))}
        {note && <div className={styles.note}>{note}</div>}
      </dl>
    </div>
  );
}
