import type { ReactNode } from 'react';
import styles from './form.module.css';

/** A part of a form: its title and what it is about in the gutter, its fields beside. `id` is what `SectionNav` jumps to. */
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

/** Fields on twelve columns; each takes its `span`, and more of the line where there is little room. */
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
