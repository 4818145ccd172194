import styles from './second-factor.module.css';

/** Says quietly that no passkey was shown or made. It is there before it says so, for screen readers. */
export function PasskeyNote({ note }: { note: string | undefined }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a paragraph, not the result of a calculation
    <p className={`muted ${styles.note}`} role="status">
      {note}
    </p>
  );
}
