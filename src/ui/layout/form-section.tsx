import type { ReactNode } from 'react';
import styles from './form.module.css';

/**
 * Section of a form: its title and description in the left column, its fields beside them. `SectionNav` links to `id`.
 */
export function FormSection(props: { id: string; title: string; text?: ReactNode; children: ReactNode }) {
  const { id, title, text, children } = props;
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <div className={styles.title}>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {text && <p>{text}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** Grid of twelve columns for fields; each has its `span`, which grows on a narrow screen. */
export function Fields({ children }: { children: ReactNode }) {
  return (
    <div className={styles.fields}>
      <div className={styles.twelve}>{children}</div>
    </div>
  );
}

/** Check boxes in columns. */
export function Checks({ children }: { children: ReactNode }) {
  return <div className={styles.checks}>{children}</div>;
}
