import { cx } from '../style/cx';
import styles from '../layout/sign-in-page.module.css';

/** The content of the receipt on the sign-in page: an illustration, never real figures. */
export interface ReceiptIllustration {
  date: string;
  time: string;
  title: string;
  /** Groups of lines, with a dashed rule above each; the ledger rule is above a `total`. */
  groups: readonly (readonly { label: string; value: string; total?: boolean | undefined }[])[];
  last: string;
}

/** Illustration of a till receipt, hidden from assistive technology. */
export function Receipt({ art }: { art: ReceiptIllustration }) {
  return (
    <div className={styles.roll} aria-hidden="true">
      <div className={styles.paper}>
        <p className={cx(styles.row, styles.quiet)}>
          <span>{art.date}</span>
          <span>{art.time}</span>
        </p>
        <p className={styles.title}>{art.title}</p>
        {art.groups.map((lines) => (
          <div key={lines[0]?.label}>
            <hr />
            {lines.map((line) => (
              <div key={line.label} className={cx(styles.row, line.total && styles.total)}>
                <span>{line.label}</span>
                <span className={line.total ? 'ledger' : undefined}>{line.value}</span>
              </div>
            ))}
          </div>
        ))}
        <p className={styles.last}>{art.last}</p>
      </div>
    </div>
  );
}
